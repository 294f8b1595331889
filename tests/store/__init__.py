"""Tests of what is kept in files."""
