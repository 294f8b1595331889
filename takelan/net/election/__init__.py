"""Agreeing on a host: peers who want to play find each other, and all sit down at one table."""
