"""Claims about bots."""
