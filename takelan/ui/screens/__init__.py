"""One screen for each stage of an evening: home, lobby, game, results."""
