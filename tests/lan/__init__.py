"""takelan on networks that are built for the test and nothing else."""
