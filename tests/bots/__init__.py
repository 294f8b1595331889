"""Tests of the players that see a view and return a move."""
