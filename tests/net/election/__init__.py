"""Tests of agreeing on a host."""
