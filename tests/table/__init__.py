"""Tests of the authority without I/O."""
