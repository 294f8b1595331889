"""Whole games between real processes, and what each of them was told."""
