"""Files: the only layer that reads or writes them."""
