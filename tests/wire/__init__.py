"""Tests of what peers say to each other."""
