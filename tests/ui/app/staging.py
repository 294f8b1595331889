"""A table without a network: the real authority and real rules behind an app, with scripted players.

Used by the app's tests, by its snapshots and by the pictures in the docs.
"""

from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from takelan.bots.kinds import make_player
from takelan.net.discovery.found import FoundTable
from takelan.net.link_state import LinkState
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.store.settings import Settings
from takelan.table.letters import Letter
from takelan.table.setup import Setup
from takelan.table.table import Table
from takelan.ui.app import TakelanApp
from takelan.ui.sitting import Chair
from takelan.ui.theme import Depth
from takelan.wire import to_host, to_peer
from takelan.wire.advert import Advert
from takelan.wire.peer_text import PlayerName, TableName

ME = 1
NAMES = ("Ada", "Ben", "Cleo", "Dmitri", "Eve", "Farid", "Greta", "Hiro", "Ines", "Jun")
TABLE_ID = "0123456789abcdef"
COMMAND = "takelan join 192.168.1.20:18253"


class StagedTable:
    """A table whose first peer is the app under test; the others do as they are told."""

    def __init__(
        self, game: str = "take-that", guests: int = 2, *, seed: int = 1, is_solo: bool = False, **words: Any
    ) -> None:
        kind = GAMES[game]
        setup = Setup(
            table=TABLE_ID,
            name=TableName("Kitchen table"),
            host_name=PlayerName(NAMES[0]),
            game=kind,
            options=kind.options_type(**words),
            owner=_key(ME),
        )
        self.table = Table(setup, Chance(seed.to_bytes(32, "big")))
        self.is_solo = is_solo
        self.now = 0.0
        self.sent: list[Any] = []
        self.on_message: Callable[[to_peer.AnyToPeer], None] = lambda message: None
        self.on_link: Callable[[LinkState], None] = lambda link: None
        self.views: dict[int, Any] = {}
        self._bots: dict[int, Any] = {}
        self._seed = seed
        self._join(ME)
        for peer in range(2, 2 + guests):
            self._join(peer)

    def chair(self) -> Chair:
        """Lead an app to this table."""
        return Chair(self._open_line, COMMAND, is_solo=self.is_solo)

    def receive(self, peer: int, message: to_host.AnyToHost, *, after: float = 1.0) -> None:
        """Let a peer say something."""
        self.now += after
        self._carry(self.table.receive(peer, message, self.now))

    def play(self, peer: int, move: Any) -> None:
        """Let a peer make a move."""
        self.receive(peer, to_host.Play(move))

    def begin(self) -> None:
        """Begin a game."""
        self.receive(ME, to_host.Start())

    def seat(self, peer: int) -> int:
        """Tell the seat of a peer."""
        return self.table.peers().index(peer)

    def view(self, peer: int = ME) -> Any:
        """Tell what a peer was last shown."""
        return self.views[peer]

    def moves(self, peer: int = ME) -> list[Any]:
        """Tell what a peer may do."""
        view = self.views[peer]
        return next(game for game in GAMES.values() if game.view_type is type(view)).moves_in(view)

    def think(self, peer: int) -> Any | None:
        """Choose a move for a peer."""
        moves = self.moves(peer)
        if not moves:
            return None
        view = self.views[peer]
        game = next(game for game in GAMES.values() if game.view_type is type(view))
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

    def _join(self, peer: int) -> None:
        self.receive(peer, to_host.Join(PlayerName(NAMES[peer - 1]), _key(peer), bytes(64)), after=0)

    def _carry(self, letters: Sequence[Letter]) -> None:
        for letter in letters:
            if isinstance(letter.message, to_peer.Step):
                self.views[letter.to] = letter.message.view
            if letter.to == ME:
                self.on_message(letter.message)

    def _open_line(
        self, on_message: Callable[[to_peer.AnyToPeer], None], on_link: Callable[[LinkState], None]
    ) -> "StagedLine":
        self.on_message, self.on_link = on_message, on_link
        return StagedLine(self)


class StagedLine:
    """The line of the app under test: it comes back to its seat and is told what it missed."""

    def __init__(self, staged: StagedTable) -> None:
        self.staged = staged

    async def run(self) -> None:
        """Come back to the seat."""
        staged = self.staged
        staged.on_link(LinkState("seated"))
        staged.receive(ME, to_host.Join(PlayerName(NAMES[0]), _key(ME), bytes(64)))

    def send(self, message: Any) -> bool:
        """Pass on what the app says."""
        self.staged.sent.append(message)
        self.staged.receive(ME, message)
        return True

    def play(self, move: Any) -> bool:
        """Pass on a move."""
        return self.send(to_host.Play(move))

    async def leave(self) -> None:
        """Note that the app left."""
        self.staged.sent.append(to_host.Leave())

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
        self.on_change: Callable[[list[FoundTable]], None] = lambda tables: None
        self.staged = StagedTable()
        self.asked: list[Any] = []

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

    def to_found(self, table: FoundTable, name: str) -> Chair:
        """Note where the app wants to go."""
        self.asked.append(table)
        return self.staged.chair()

    async def to_address(self, text: str, name: str) -> Chair:
        """Note where the app wants to go."""
        self.asked.append(text)
        return self.staged.chair()

    async def to_new(self, game: str, words: Sequence[str], name: str, *, is_solo: bool) -> Chair:
        """Note what the app wants to open."""
        self.asked.append((game, is_solo))
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
    )
    return FoundTable(
        advert=advert, address=f"192.168.1.{20 + number}", port=18253, fingerprint=None, source="mdns"
    )


def staged_app(
    staged: StagedTable | None = None,
    doors: StagedDoors | None = None,
    *,
    depth: Depth = "full",
    **settings: Any,
) -> TakelanApp:
    """Make an app at a staged table, or at home."""
    chosen = Settings(**{"motion": "off", "coach": False, **settings})
    chair = None if staged is None else staged.chair()
    return TakelanApp(doors or StagedDoors(), chosen, player_name=NAMES[0], chair=chair, depth=depth)


def _key(peer: int) -> bytes:
    return peer.to_bytes(32, "big")
