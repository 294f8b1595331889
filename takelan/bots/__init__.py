"""Players that see a view and return a move."""
