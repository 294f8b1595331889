"""Tests of how a table outlives its host."""
