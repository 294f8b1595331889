"""The line client, part by part."""
