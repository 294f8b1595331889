"""Finding each other: tables announce themselves, and players see those that answer."""
