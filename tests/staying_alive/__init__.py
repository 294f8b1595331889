"""Tests that nothing stops the game: hosts that leave, hosts that die."""
