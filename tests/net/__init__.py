"""Tests of everything that touches a socket."""
