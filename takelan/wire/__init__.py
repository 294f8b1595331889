"""What peers say to each other: the only layer that speaks msgpack."""
