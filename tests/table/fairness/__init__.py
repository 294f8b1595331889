"""Deals nobody can rig."""
