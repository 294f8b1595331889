"""Tests of the app on the whole screen."""
