"""Whole evenings under a virtual clock: real table, real wire, real succession, real rules, and bad luck.

Rule 1: everything follows from the seed; a failing one fails again.
Rule 2: the judge believes only what a player could have seen, never what the code says of itself.
"""
