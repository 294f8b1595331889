"""The doctor: what it concludes, and how it finds out."""
