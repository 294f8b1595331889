"""The authority without I/O: who sits where, what is played, whose clock runs.

Nothing here awaits, opens a socket or reads a clock; every call is told the time.
"""
