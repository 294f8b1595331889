"""What screens are made of: each draws what it is shown and announces what a person did to it."""
