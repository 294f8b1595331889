"""takelan in real terminals."""
