"""What the searching players of all games share: estimates, and how samples are spent on moves."""
