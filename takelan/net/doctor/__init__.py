"""Why somebody cannot see a table: probes, what they found, and one verdict."""
