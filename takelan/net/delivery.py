"""Handing letters to the guests of a table and to its bots.

Rule 1: nobody is waited for; letters are written and forgotten.
"""

from collections import defaultdict
from collections.abc import Iterable

from takelan.net.bot_seats import BotSeats
from takelan.net.guest import Guest
from takelan.table.letters import Letter, PeerId
from takelan.wire.codec import encode


class Delivery:
    """Writes to whoever is at the table, and dismisses those who were told their last word."""

    def __init__(self, guests: dict[PeerId, Guest], bots: BotSeats) -> None:
        self._guests = guests
        self._bots = bots
        #: Those who were told their last word, and have not hung up yet.
        self.parting: set[Guest] = set()

    def deliver(self, letters: Iterable[Letter]) -> None:
        """Write to everybody, each with one stroke."""
        words: dict[PeerId, list[bytes]] = defaultdict(list)
        written: dict[int, bytes] = {}
        last = set()
        for letter in letters:
            if letter.to < 0:
                self._bots.receive(letter.to, letter.message)
                continue
            # What is said to all alike is encoded once.
            if id(letter.message) not in written:
                written[id(letter.message)] = encode(letter.message)
            words[letter.to].append(written[id(letter.message)])
            if guest := self._guests.get(letter.to):
                guest.expect(letter.message)
            if letter.is_last:
                last.add(letter.to)
        for peer, said in words.items():
            self._write(peer, b"".join(said), is_last=peer in last)

    def _write(self, peer: PeerId, words: bytes, *, is_last: bool) -> None:
        guest = self._guests.get(peer)
        if guest is None:
            return
        guest.say(words)
        if is_last:
            del self._guests[peer]
            self.parting.add(guest)
            guest.gone.add_done_callback(lambda _: self.parting.discard(guest))
            guest.dismiss()
