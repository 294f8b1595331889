"""What a table's screen does in each stage of the gathering: lobby, game, results."""
