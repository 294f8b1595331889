"""A player's own referees."""
