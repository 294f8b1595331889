"""Every screen at a moment worth looking at: for snapshots, and for the pictures in the docs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from textual.pilot import Pilot

from takelan.net.link_state import LinkState
from takelan.ui.app import TakelanApp
from takelan.wire import to_host, to_peer
from takelan.wire.peer_text import Talk
from tests.ui.app.staging import StagedDoors, StagedTable, found, staged_app

SMALL, LARGE = (80, 24), (120, 40)

TRIED = (
    "Tables of yours on this machine: 0 announced, 0 answering.",
    "Ports of this machine: 8 tried, 0 answering.",
    "Addresses announced on the network: 0 heard, 0 answering.",
    "Hosts met before: 0 tried, 0 answering.",
)

Act = Callable[[Pilot[Any]], Awaitable[None]]


async def _nothing(pilot: Pilot[Any]) -> None:
    pass


@dataclass(frozen=True)
class Scene:
    """An app, and what is done to it before one looks."""

    make: Callable[[], TakelanApp]
    act: Act = _nothing
    #: Only shown in this size; None is both.
    size: tuple[int, int] | None = None


def pressing(*keys: str) -> Act:
    """Press keys and look."""

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.press(*keys)

    return act


def _at(staged: StagedTable, until: Callable[[Any], bool], **settings: Any) -> TakelanApp:
    staged.begin()
    staged.play_on(until)
    return staged_app(staged, **settings)


def _home() -> TakelanApp:
    tables = [
        found(1, "Kitchen table"),
        found(2, "Office", "take-it", 5),
        found(3, "Grandma's cards", "take-a-number", 4, phase="playing"),
    ]
    return staged_app(None, StagedDoors(tables, own=f"{3:016x}"))


async def _wait_in_vain(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    screen.tell_tried(TRIED)


def _take_that_opening() -> TakelanApp:
    return _at(StagedTable("take-that", 2, seed=4), lambda view: view.turn == view.seat, coach=True)


def _has_twin(view: Any) -> bool:
    twins = {card % 10 * 10 + card // 10 for card in view.hand}
    return view.turn == view.seat and len(view.line) >= 5 and bool(twins & set(view.line))


def _take_that_twins() -> TakelanApp:
    return _at(StagedTable("take-that", 3, seed=5), _has_twin)


def _take_that_long() -> TakelanApp:
    return _at(StagedTable("take-that", 1, seed=1), lambda view: len(view.line) >= 14)


def _take_it_row() -> TakelanApp:
    return _at(StagedTable("take-it", 4, seed=3), lambda view: len(view.row) >= 6, coach=True)


def _take_it_dealer() -> TakelanApp:
    def fits(view: Any) -> bool:
        return view.dealer == view.seat and len(view.row) >= 2 and max(map(len, view.pile_sizes)) >= 2

    return _at(StagedTable("take-it", 2, seed=8), fits)


def _take_it_race() -> TakelanApp:
    return _at(StagedTable("take-it", 3, seed=21), lambda view: len(view.row) >= 9)


async def _photo(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    screen.hear(to_peer.PhotoFinish(winner=1, loser=2, row=3, margin=14))


def _choosing(view: Any) -> bool:
    return view.decision is None and not view.to_place and sum(map(len, view.rows)) >= 6


def _number_choosing() -> TakelanApp:
    return _at(StagedTable("take-a-number", 3, seed=2), _choosing, coach=True)


def _number_ten() -> TakelanApp:
    staged = StagedTable("take-a-number", 9, seed=3)
    return _at(staged, lambda view: view.decision is not None and view.decision.seat == view.seat)


def _keeping(view: Any) -> bool:
    decision = view.decision
    return decision is not None and decision.seat == view.seat and decision.row is not None


def _number_keep() -> TakelanApp:
    return _at(StagedTable("take-a-number", 4, seed=17), _keeping)


def _after_a_round() -> TakelanApp:
    return _at(StagedTable("take-that", 3, seed=5, rounds=3), lambda view: len(view.round_scores) == 1)


def _after_games() -> TakelanApp:
    staged = StagedTable("take-a-number", 9, seed=5, rounds=1)
    for _ in range(4):
        staged.begin()
        staged.play_on(lambda view: bool(view.round_scores))
    return staged_app(staged)


def _talking() -> TakelanApp:
    staged = StagedTable("take-that", 2, seed=9)
    return _at(staged, lambda view: len(view.line) >= 4)


async def _talk(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    staged = screen.sitting.line.staged
    staged.receive(2, to_host.Say(Talk("Who took my 49? I was waiting for it!")))
    staged.receive(3, to_host.Say(Talk("Not me.")))
    if not screen.has_class("-wide"):
        await pilot.press("l")


async def _lose_host(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    screen.hear_link(LinkState("lost", "The host does not answer any more.", retry_in=3.0))


async def _end(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    screen.hear_link(LinkState("ended", "The host has sent you away from the table.", code="kicked"))


SCENES: dict[str, Scene] = {
    "home": Scene(_home),
    "home-nothing-found": Scene(lambda: staged_app(None, StagedDoors()), _wait_in_vain),
    "settings": Scene(_home, pressing("e", "down")),
    "lobby": Scene(lambda: staged_app(StagedTable("take-that", 2))),
    "lobby-ten": Scene(lambda: staged_app(StagedTable("take-a-number", 8))),
    "lobby-options": Scene(lambda: staged_app(StagedTable("take-it", 2)), pressing("o", "down")),
    "take-that-opening": Scene(_take_that_opening),
    "take-that-twins": Scene(_take_that_twins, pressing("right")),
    "take-that-long-line": Scene(_take_that_long),
    "take-it-row": Scene(_take_it_row),
    "take-it-dealer": Scene(_take_it_dealer),
    "take-it-photo-finish": Scene(_take_it_race, _photo),
    "take-a-number-choosing": Scene(_number_choosing, pressing("right", "right", "enter")),
    "take-a-number-ten-players": Scene(_number_ten),
    "take-a-number-keep": Scene(_number_keep, pressing("right")),
    "log-and-talk": Scene(_talking, _talk),
    "results-round": Scene(_after_a_round),
    "results-night": Scene(_after_games),
    "help": Scene(_take_it_row, pressing("question_mark", "space")),
    "leave": Scene(_take_that_twins, pressing("q")),
    "too-small": Scene(_take_that_twins, size=(58, 18)),
    "host-lost": Scene(_take_that_twins, _lose_host),
    "sent-away": Scene(_take_that_twins, _end),
    "linen": Scene(lambda: _at(StagedTable("take-that", 3, seed=5), _has_twin, theme="linen")),
    "ascii": Scene(lambda: _at(StagedTable("take-a-number", 3, seed=2), _choosing, ascii=True)),
    "no-color": Scene(lambda: _at(StagedTable("take-that", 3, seed=5), _has_twin, depth="none")),
    "sixteen-colours": Scene(
        lambda: _at(StagedTable("take-it", 4, seed=3), lambda view: len(view.row) >= 6, depth="ansi")
    ),
}


def sizes_of(scene: Scene) -> list[tuple[int, int]]:
    """Tell in which sizes a scene is looked at."""
    return [SMALL, LARGE] if scene.size is None else [scene.size]
