"""Players of Take A Number."""
