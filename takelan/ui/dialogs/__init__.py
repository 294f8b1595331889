"""Small questions asked on top of a screen."""
