"""A deal nobody can rig, without I/O: no clock, no socket, chance from outside.

For every deal the host commits to a nonce, then every human who is there does; the host sends the list of
all commitments, everyone signs it and only then tells their nonce, to the host alone. The deck follows from
all of them. What host and players promise together:

Rule 1: the seed is SHA-256 over the signed list and every nonce, each length-prefixed; the deck and the first
dealer follow from it by ``takelan.rules.chance``.
Rule 2: one commitment per place of the deck is told to everybody before the first card, and a card that
comes from the deck before a seat's eyes comes with its salt. Which draw another player's card came from is
not told.
Rule 3: a nonce that does not come, or comes without a good signature, means fresh commitments by all. Every
new attempt is counted and told. Whoever withholds three times counts as gone for that deal, and all are told.
Rule 4: what opens the deals is told when the game is over: hands left over between rounds stay hidden.
Rule 5: everybody checks for themselves, and signs the game they have checked.
"""
