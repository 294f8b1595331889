"""The three games as a library: synchronous, pure, and without I/O."""
