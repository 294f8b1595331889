"""How a table outlives its host, without I/O: no clock, no socket, no file.

The host wraps its table in a ``Keeper``; every player's program runs a ``Holder``; the process that takes
over calls ``rebuild``. What they promise together:

Rule 1: a step is shown to anyone only once so many holders keep it, sealed, that no successor can be
elected without one of them (``acknowledgements``). While fewer can be reached the host shows nothing more,
for the holders it cannot reach might be electing its successor; it goes on when they return, resign, or
when there never were any (fewer than two other humans, or succession ``off``).
Rule 2: one signed vote a holder and term, on disk before it is sent; whoever voted obeys no earlier term.
Rule 3: an epoch replaces the one before it only when every witness knows of it and so many holders of the
old one do that they can elect nobody any more. Until that is known, a successor needs the votes of both.
Rule 4: a share leaves its holder only for a certificate, while no host is heard, and sealed for the one
process that the certificate names.
Rule 5: a move is judged once: its number is above the seat's high-water mark, which is sealed with the state.
"""
