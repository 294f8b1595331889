"""Players of Take It!."""
