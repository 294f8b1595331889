"""Tests of what a player sees."""
