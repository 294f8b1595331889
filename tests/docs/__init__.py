"""The pages say what is true."""
