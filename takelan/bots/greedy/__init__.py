"""One sensible player per game: it looks one move ahead and does not search."""
