"""A table without a network: the real authority and real rules behind an app, with scripted players.

Used by the app's tests, by its snapshots and by the pictures in the docs.

It is long and yet one thing: a table, its players and the doors to it have to fit together.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from secrets import token_bytes
from typing import Any

from takelan.bots.kinds import make_player
from takelan.net.discovery.found import FoundTable
from takelan.net.doctor.findings import Findings, Terminal
from takelan.net.link_state import LinkState
from takelan.net.proofs import public_key
from takelan.rules.catalog import GAMES, game_of
from takelan.rules.chance import Chance
from takelan.store.settings import Settings
from takelan.table.doorway import Introduction
from takelan.table.fairness.eyes import Eyes
from takelan.table.fairness.onlooking import OnlookerEyes
from takelan.table.fairness.witness import Witness
from takelan.table.letters import Letter
from takelan.table.pace import Pace
from takelan.table.setup import Setup
from takelan.table.succession import sealing
from takelan.table.table import Table
from takelan.ui.app import TakelanApp
from takelan.ui.doors import CutOff
from takelan.ui.sitting import Chair
from takelan.ui.theme import Depth
from takelan.wire import to_host, to_peer
from takelan.wire.advert import Advert
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName, TableName
from takelan.wire.words import WORD_COUNT, CheckWords
from tests.table.room import is_signed, stacked, witness

ME = 1
ONLOOKER = 99
NAMES = ("Ada", "Ben", "Cleo", "Dmitri", "Eve", "Farid", "Greta", "Hiro", "Ines", "Jun")
TABLE_ID = "0123456789abcdef"
DEFAULT_PACE = Pace()
#: How far away everybody is, in milliseconds.
_TRIPS = (0, 3, 14, 2, 7, 41, 3, 130, 8, 2)
COMMAND = "takelan join 192.168.1.20:18253"


class StagedTable:
    """A table whose first peer is the app under test; the others do as they are told."""

    def __init__(
        self,
        game: str = "take-that",
        guests: int = 2,
        *,
        seed: int = 1,
        is_solo: bool = False,
        pace: Pace = DEFAULT_PACE,
        code: Code | None = None,
        host: int = ME,
        has_real_keys: bool = False,
        **words: Any,
    ) -> None:
        kind = GAMES[game]
        setup = Setup(
            table=TABLE_ID,
            name=TableName("Kitchen table"),
            host_name=PlayerName(NAMES[0]),
            game=kind,
            options=kind.options_type(**words),
            pace=pace,
            owner=_real_key(host) if has_real_keys else key_of(host),
            code=code,
        )
        #: Whether signatures are real ones, and decks follow from what the players add to them.
        self.has_real_keys = has_real_keys
        self.is_signed = sealing.verify if has_real_keys else is_signed
        self.table = Table(setup, Chance(seed.to_bytes(32, "big")), self.is_signed)
        self.witnesses: dict[int, Eyes] = {}
        #: What somebody is told instead of the truth.
        self.lies: dict[int, Callable[[to_peer.AnyToPeer], to_peer.AnyToPeer]] = {}
        self.is_solo = is_solo
        #: Who the app is: the first player, or an onlooker.
        self.shown_to = ME
        self._seed = seed
        self._host = host
        #: Whether a host could be started here, should the app want to.
        self.can_restart = True
        self.now = 0.0
        self.sent: list[Any] = []
        self.on_message: Callable[[to_peer.AnyToPeer], None] = lambda message: None
        self.on_link: Callable[[LinkState], None] = lambda link: None
        self.views: dict[int, Any] = {}
        self._bots: dict[int, Any] = {}
        self._join(ME)
        for peer in range(2, 2 + guests):
            self._join(peer)

    def chair(self) -> Chair:
        """Lead an app to this table."""
        return Chair(self._open_line, COMMAND, is_solo=self.is_solo)

    def gallery(self) -> Chair:
        """Lead an app to where it looks on at this table; the first peer then plays by itself."""
        self.shown_to = ONLOOKER
        return Chair(self._open_line)

    def receive(self, peer: int, message: to_host.AnyToHost, *, after: float = 1.0) -> None:
        """Let a peer say something."""
        self.now += after
        with nullcontext() if self.has_real_keys else stacked(Chance(self._seed.to_bytes(32, "big"))):
            self._carry(self.table.receive(peer, message, self.now))

    def note_wrong_code(self) -> None:
        """Let somebody try a wrong code at the door."""
        self._carry(self.table.note_wrong_code(self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        self._carry(self.table.due(self.now))

    def play(self, peer: int, move: Any) -> None:
        """Let a peer make a move."""
        self.receive(peer, to_host.Play(move))

    def begin(self) -> None:
        """Begin a game."""
        self.receive(self._host, to_host.Start())

    def seat(self, peer: int) -> int:
        """Tell the seat of a peer."""
        return self.table.peers().index(peer)

    def view(self, peer: int = ME) -> Any:
        """Tell what a peer was last shown."""
        return self.views[peer]

    def moves(self, peer: int = ME) -> list[Any]:
        """Tell what a peer may do."""
        view = self.views[peer]
        return game_of(view).moves_in(view)

    def think(self, peer: int) -> Any | None:
        """Choose a move for a peer."""
        moves = self.moves(peer)
        if not moves:
            return None
        view = self.views[peer]
        game = game_of(view)
        bot = self._bots.setdefault(
            peer, make_player("greedy", game.name, Chance((self._seed + peer).to_bytes(32, "big")))
        )
        return bot.choose(view, moves)

    def let_others_play(self, until: Callable[[Any], bool] | None = None, limit: int = 500) -> None:
        """Let all peers but the first move until it is the first one's turn, or until its view fits."""
        for _ in range(limit):
            if until is not None and until(self.view()):
                return
            if not self._move_somebody(others_only=True):
                return

    def play_on(self, until: Callable[[Any], bool], limit: int = 2000) -> None:
        """Let everybody move until the first peer's view fits."""
        for _ in range(limit):
            if until(self.view()) or not self._move_somebody(others_only=False):
                return

    def _move_somebody(self, *, others_only: bool) -> bool:
        for peer in [peer for peer in self.table.peers() if peer is not None and peer > 0]:
            view = self.views.get(peer)
            if (others_only and peer == ME) or view is None or getattr(view, "chosen", None) is not None:
                continue
            if (move := self.think(peer)) is not None:
                self.play(peer, move)
                return True
        return False

    def tell_round_trips(self) -> None:
        """Tell the app how far away everybody is, as a host does once a second."""
        trips = [None if peer is None or peer < 0 else _TRIPS[peer - 1] for peer in self.table.peers()]
        self.on_message(to_peer.Ping(1, tuple(trips)))

    def key_of(self, peer: int) -> bytes:
        """Tell a peer's public key."""
        return _real_key(peer) if self.has_real_keys else key_of(peer)

    def _witness_of(self, peer: int) -> Witness:
        if not self.has_real_keys:
            return witness(key_of(peer), self._seed.to_bytes(2, "big"))
        secret = _secret(peer)
        return Witness(
            TABLE_ID, _real_key(peer), lambda text: sealing.sign(secret, text), sealing.verify, token_bytes
        )

    def _join(self, peer: int) -> None:
        self.witnesses.setdefault(peer, self._witness_of(peer)).arrive()
        self.table.door.introduce(peer, Introduction(check_words_of(peer), self.table.door.code))
        self.receive(peer, to_host.Join(PlayerName(NAMES[peer - 1]), self.key_of(peer), bytes(64)), after=0)

    def _carry(self, letters: Sequence[Letter]) -> None:
        answered = []
        for letter in letters:
            if letter.to == ONLOOKER and isinstance(letter.message, to_peer.Welcome):
                self.witnesses[ONLOOKER] = self._witness_of(ONLOOKER)
            told = self.lies[letter.to](letter.message) if letter.to in self.lies else letter.message
            if letter.to in self.witnesses:
                answered.append((letter, self.witnesses[letter.to].hear(told)))
            if isinstance(letter.message, to_peer.Step):
                self.views[letter.to] = letter.message.view
            if letter.to == self.shown_to:
                self.on_message(told)
        for letter, answers in answered:
            for answer in answers:
                self.receive(letter.to, answer, after=0)

    def _open_line(
        self, on_message: Callable[[to_peer.AnyToPeer], None], on_link: Callable[[LinkState], None]
    ) -> "StagedLine":
        self.on_message, self.on_link = on_message, on_link
        return StagedLine(self)


class StagedLine:
    """The line of the app under test: it comes back to its seat and is told what it missed."""

    def __init__(self, staged: StagedTable) -> None:
        self.staged = staged

    @property
    def witness(self) -> Eyes:
        """The eyes of the app under test."""
        return self.staged.witnesses[self.staged.shown_to]

    async def run(self) -> None:
        """Come back to the seat."""
        staged = self.staged
        staged.on_link(LinkState("seated"))
        if staged.shown_to == ONLOOKER:
            staged.witnesses.setdefault(ONLOOKER, OnlookerEyes(TABLE_ID, staged.is_signed)).arrive()
            staged.receive(ONLOOKER, to_host.Watch(PlayerName("Otto"), staged.key_of(ONLOOKER), bytes(64)))
            return
        staged.witnesses[ME].arrive()
        staged.receive(ME, to_host.Join(PlayerName(NAMES[0]), staged.key_of(ME), bytes(64)))
        staged.tell_round_trips()

    def send(self, message: Any) -> bool:
        """Pass on what the app says."""
        self.staged.sent.append(message)
        self.staged.receive(self.staged.shown_to, message)
        return True

    def play(self, move: Any) -> bool:
        """Pass on a move."""
        return self.send(to_host.Play(move))

    async def restart(self) -> bool:
        """Note that the app wants to begin the round anew."""
        self.staged.sent.append("restart")
        return self.staged.can_restart

    async def leave(self) -> None:
        """Note that the app left."""
        self.staged.sent.append(to_host.Leave())

    async def step_out(self) -> None:
        """Note that the app went for now."""
        self.staged.sent.append(to_host.StepOut())

    async def close(self) -> None:
        """Hang up."""


class StagedDoors:
    """Doors that lead to staged tables."""

    def __init__(
        self, tables: Sequence[FoundTable] = (), *, own: str = "", tried: Sequence[str] = ()
    ) -> None:
        self.tables = list(tables)
        self.tried = list(tried)
        self.own = own
        self.left: CutOff | None = None
        self.on_change: Callable[[list[FoundTable]], None] = lambda tables: None
        self.staged = StagedTable()
        self.asked: list[Any] = []
        #: What an examination finds, step by step.
        self.findings: list[Findings] = []
        self.terminal: Terminal | None = None
        self.is_examining = False

    @asynccontextmanager
    async def look(self, on_change: Callable[[list[FoundTable]], None]) -> Any:
        """Show the tables at once."""
        self.on_change = on_change
        if self.tables:
            on_change(self.tables)
        yield self

    def is_own(self, table: FoundTable) -> bool:
        """Know one's own table."""
        return table.advert.table == self.own

    def to_found(self, table: FoundTable, name: str, code: Code | None = None) -> Chair:
        """Note where the app wants to go."""
        self.asked.append(table if code is None else (table, code))
        return self.staged.chair()

    def to_gallery(self, table: FoundTable, name: str, code: Code | None = None) -> Chair:
        """Note where the app wants to look on."""
        self.asked.append(("gallery", table) if code is None else ("gallery", table, code))
        return self.staged.gallery()

    async def to_address(self, text: str, name: str) -> Chair:
        """Note where the app wants to go."""
        self.asked.append(text)
        return self.staged.chair()

    async def examine(self, terminal: Terminal, on_change: Callable[[Findings], None]) -> None:
        """Find everything at once, and stay."""
        self.terminal = terminal
        for findings in self.findings:
            on_change(findings)
        self.is_examining = True
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.is_examining = False

    def cut_off(self) -> CutOff | None:
        """Tell what the test wants to be offered."""
        return self.left

    async def to_cut_off(self, cut_off: CutOff, name: str) -> Chair:
        """Note what the app wants to go on with."""
        self.asked.append(cut_off)
        return self.staged.chair()

    async def to_new(
        self, game: str, words: Sequence[str], name: str, *, is_solo: bool, is_private: bool = False
    ) -> Chair:
        """Note what the app wants to open."""
        self.asked.append((game, is_solo, is_private) if is_private else (game, is_solo))
        return self.staged.chair()


def found(number: int, name: str, game: Any = "take-that", taken: int = 2, **more: Any) -> FoundTable:
    """Make a table that was found."""
    advert = Advert(
        table=f"{number:016x}",
        name=TableName(name),
        host=PlayerName(NAMES[number % 10]),
        game=game,
        taken=taken,
        seats=GAMES[game].most,
        phase=more.get("phase", "lobby"),
        protocol=1,
        watchable=more.get("watchable", False),
        private=more.get("private", False),
    )
    return FoundTable(
        advert=advert, address=f"192.168.1.{20 + number}", port=18253, fingerprint=None, source="mdns"
    )


def staged_app(
    staged: StagedTable | None = None,
    doors: StagedDoors | None = None,
    *,
    depth: Depth = "full",
    looks_on: bool = False,
    wants_ascii: bool = False,
    **settings: Any,
) -> TakelanApp:
    """Make an app at a staged table, or at home."""
    chosen = Settings(**{"motion": "off", "coach": False, **settings})
    chair = None if staged is None else staged.gallery() if looks_on else staged.chair()
    return TakelanApp(
        doors or StagedDoors(),
        chosen,
        player_name=NAMES[0],
        chair=chair,
        depth=depth,
        wants_ascii=wants_ascii,
    )


def check_words_of(peer: int) -> CheckWords:
    """Tell the check words between a peer and the staged host."""
    return peer * 97 % WORD_COUNT, peer * 331 % WORD_COUNT


def _secret(peer: int) -> bytes:
    return bytes([peer] * 32)


def _real_key(peer: int) -> bytes:
    return public_key(_secret(peer))


def key_of(peer: int) -> bytes:
    """Make a key that only this peer has."""
    return peer.to_bytes(32, "big")
