"""One board for each game, drawn only from the view of the seat that looks at it."""
