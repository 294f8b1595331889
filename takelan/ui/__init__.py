"""Screens: everything here knows views, never states."""
