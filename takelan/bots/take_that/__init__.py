"""Players of Take That."""
