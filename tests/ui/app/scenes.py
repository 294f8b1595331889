"""Every screen at a moment worth looking at: for snapshots, and for the pictures in the docs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace
from textual.pilot import Pilot

from takelan.net.link_state import LinkState, Rescue
from takelan.rules import take_it
from takelan.table.pace import Pace
from takelan.ui.app import TakelanApp
from takelan.ui.doors import CutOff
from takelan.wire import to_host
from takelan.wire.code import read_code
from takelan.wire.peer_text import PlayerName, Talk
from tests.net.doctor.cases import DOCKER, LAN, LOOPBACK, OWN, TABLE, UFW, VPN, colleague, healthy, heard
from tests.ui.app.staging import (
    ME,
    NAMES,
    StagedDoors,
    StagedTable,
    check_words_of,
    found,
    key_of,
    staged_app,
)

CODE = read_code("otter-lamp-cable")
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
        found(4, "Dormitory", "take-it", 2, private=True),
        found(3, "Grandma's cards", "take-a-number", 4, phase="playing"),
        found(5, "Break room", "take-that", 4, phase="playing", watchable=True),
    ]
    return staged_app(None, StagedDoors(tables, own=f"{3:016x}"))


async def _sit_as_guest(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    screen.hear(msgspec.structs.replace(screen.sitting.outlook.table, owner=1))
    screen.hear_link(LinkState("seated", check_words=check_words_of(5)))


async def _wait_in_vain(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    screen.tell_tried(TRIED)


def _doctor(**found: Any) -> TakelanApp:
    doors = StagedDoors()
    doors.findings = [healthy(**found)]
    return staged_app(None, doors)


def _doctor_alone() -> TakelanApp:
    deaf = replace(LAN, is_heard=False)
    return _doctor(interfaces=(deaf, VPN, replace(DOCKER, is_heard=True), LOOPBACK), firewalls=(UFW,))


def _two_doctors() -> TakelanApp:
    return _doctor(tables=(heard(),), colleagues=(colleague(hears=(OWN, TABLE), reaches=(OWN, TABLE)),))


async def _call_doctor(pilot: Pilot[Any]) -> None:
    await _wait_in_vain(pilot)
    await pilot.press("d")
    await pilot.pause()
    await pilot.pause()


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


def _turn_over(staged: StagedTable, count: int) -> None:
    """Let the dealer turn cards over until so many lie in the row."""
    while len(staged.view().row) < count:
        dealer = staged.table.peers()[staged.view().dealer]
        assert dealer is not None
        staged.play(dealer, take_it.Flip())


def _take_it_dealer() -> TakelanApp:
    staged = StagedTable("take-it", 2, seed=8)
    staged.begin()
    for grabber, count in ((2, 6), (3, 8), (2, 5), (ME, 7)):
        _turn_over(staged, count)
        staged.play(grabber, take_it.Grab(staged.view().row_number))
    _turn_over(staged, 5)
    return staged_app(staged)


def _take_it_race() -> TakelanApp:
    return _at(StagedTable("take-it", 3, seed=198), lambda view: len(view.row) >= 4)


def _has_used_up_takes(view: Any) -> bool:
    return min(view.takes_left) == 0 and len(view.row) >= 3


def _has_line(view: Any) -> bool:
    return len(view.line) >= 4


async def _race(pilot: Pilot[Any]) -> None:
    """Let two grab the same row, and the one who got it turn the next one over."""
    screen: Any = pilot.app.screen
    staged: StagedTable = screen.sitting.line.staged
    grab = take_it.Grab(staged.view().row_number)
    staged.play(2, grab)
    staged.receive(3, to_host.Play(grab), after=0.014)
    _turn_over(staged, 7)


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


def _is_choosing_a_row(view: Any) -> bool:
    return view.decision is not None and view.decision.row is None


def _watch(game: str, guests: int, seed: int, until: Callable[[Any], bool]) -> Callable[[], TakelanApp]:
    """Look on at a table."""
    return lambda: _at(StagedTable(game, guests, seed=seed), until, looks_on=True)


def _watch_late() -> TakelanApp:
    """Look on where rounds are shown when they are over, while the second one is played."""
    staged = StagedTable("take-that", 3, seed=5, rounds=3, pace=Pace(onlookers="delayed"))
    app = staged_app(staged, looks_on=True)
    staged.begin()
    staged.play_on(lambda view: len(view.round_scores) == 1)
    return app


async def _deal_again(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    for peer in range(1, 5):
        screen.sitting.line.staged.receive(peer, to_host.Ready())


def _watched() -> TakelanApp:
    """Play before onlookers."""
    staged = StagedTable("take-that", 2, seed=9)
    for number, name in enumerate(("Otto", "Pia")):
        staged.receive(90 + number, to_host.Watch(PlayerName(name), name.encode().ljust(32), bytes(64)))
    return _at(staged, lambda view: len(view.line) >= 4)


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


def lost(kind: Any, **details: Any) -> Act:
    """Lose a host that somebody is going to succeed, or nobody."""

    async def act(pilot: Pilot[Any]) -> None:
        screen: Any = pilot.app.screen
        rescue = Rescue(kind, **details)
        screen.hear_link(LinkState("lost", "The connection to the host broke.", retry_in=1.0, rescue=rescue))

    return act


def _guest(game: str, guests: int) -> TakelanApp:
    """Sit at Ben's table, in the middle of the second round."""
    staged = StagedTable(game, guests, seed=5, host=2, rounds=3)
    staged.begin()
    staged.play_on(lambda view: len(view.round_scores) == 1)
    for peer in range(1, guests + 2):
        staged.receive(peer, to_host.Ready())
    staged.play_on(lambda view: view.turn == view.seat and len(view.line) >= 4)
    return staged_app(staged)


def _guest_of_two() -> TakelanApp:
    return _guest("take-that", 1)


def _guest_of_many() -> TakelanApp:
    return _guest("take-that", 3)


def _home_of_a_survivor() -> TakelanApp:
    doors = StagedDoors([found(1, "Kitchen table")])
    doors.left = CutOff(f"{7:016x}", "take-that", NAMES[1])
    return staged_app(None, doors)


async def _lose_patience(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    screen.tell_cut_off(screen.doors.cut_off())


async def _end(pilot: Pilot[Any]) -> None:
    screen: Any = pilot.app.screen
    screen.hear_link(LinkState("ended", "The host has sent you away from the table.", code="kicked"))


SCENES: dict[str, Scene] = {
    "home": Scene(_home),
    "home-nothing-found": Scene(lambda: staged_app(None, StagedDoors()), _wait_in_vain),
    "doctor": Scene(_doctor_alone, _call_doctor),
    "doctor-two": Scene(_two_doctors, _call_doctor),
    "settings": Scene(_home, pressing("e", "down")),
    "lobby": Scene(lambda: staged_app(StagedTable("take-that", 2))),
    "lobby-bots": Scene(lambda: staged_app(StagedTable("take-that", 1)), pressing("b", "v", "b")),
    "lobby-private": Scene(lambda: staged_app(StagedTable("take-that", 2, code=CODE)), pressing("down", "w")),
    "lobby-guest": Scene(lambda: staged_app(StagedTable("take-that", 2)), _sit_as_guest),
    "home-code": Scene(_home, pressing("3", *"otter-la", "tab")),
    "lobby-ten": Scene(lambda: staged_app(StagedTable("take-a-number", 8))),
    "lobby-options": Scene(lambda: staged_app(StagedTable("take-it", 2)), pressing("o", "down")),
    "take-that-opening": Scene(_take_that_opening),
    "take-that-twins": Scene(_take_that_twins, pressing("right")),
    "take-that-long-line": Scene(_take_that_long),
    "take-it-row": Scene(_take_it_row),
    "take-it-dealer": Scene(_take_it_dealer),
    "take-it-photo-finish": Scene(_take_it_race, _race),
    "take-a-number-choosing": Scene(_number_choosing, pressing("right", "right", "enter")),
    "take-a-number-ten-players": Scene(_number_ten),
    "take-a-number-keep": Scene(_number_keep, pressing("right")),
    "watch-take-that": Scene(_watch("take-that", 3, 5, lambda view: len(view.line) >= 6)),
    "watch-take-it": Scene(_watch("take-it", 4, 3, lambda view: len(view.row) >= 6)),
    "watch-take-a-number": Scene(_watch("take-a-number", 9, 3, _is_choosing_a_row), pressing("j")),
    "watch-delayed": Scene(_watch_late, _deal_again),
    "watched": Scene(_watched),
    "log-and-talk": Scene(_talking, _talk),
    "results-round": Scene(_after_a_round),
    "results-night": Scene(_after_games),
    "help": Scene(_take_it_row, pressing("question_mark", "space")),
    "leave": Scene(_take_that_twins, pressing("q")),
    "too-small": Scene(_take_that_twins, size=(58, 18)),
    "host-lost": Scene(_take_that_twins, _lose_host),
    "host-lost-countdown": Scene(_guest_of_many, lost("expected", heir=key_of(1), seconds=2.0)),
    "host-lost-taking-over": Scene(_guest_of_many, lost("trying", heir=key_of(3))),
    "host-lost-too-few": Scene(_guest_of_many, lost("short", here=1, of=4, lacking=1)),
    "host-lost-of-two": Scene(_guest_of_two, lost("alone", can_restart=True)),
    "home-cut-off": Scene(_home_of_a_survivor, _lose_patience),
    "sent-away": Scene(_take_that_twins, _end),
    "linen": Scene(lambda: _at(StagedTable("take-that", 3, seed=5), _has_twin, theme="linen")),
    "ascii": Scene(lambda: _at(StagedTable("take-a-number", 3, seed=2), _choosing, ascii=True)),
    "ascii-take-that": Scene(lambda: _at(StagedTable("take-that", 3, seed=5), _has_twin, ascii=True)),
    "ascii-take-it": Scene(lambda: _at(StagedTable("take-it", 3, seed=21), _has_used_up_takes, ascii=True)),
    "ascii-talk": Scene(lambda: _at(StagedTable("take-that", 2, seed=9), _has_line, ascii=True), _talk),
    "home-address": Scene(_home, pressing("a")),
    "ascii-address": Scene(lambda: staged_app(None, StagedDoors(), ascii=True), pressing("a", *"10.0.0.7")),
    "no-color": Scene(lambda: _at(StagedTable("take-that", 3, seed=5), _has_twin, depth="none")),
    "sixteen-colours": Scene(
        lambda: _at(StagedTable("take-it", 4, seed=3), lambda view: len(view.row) >= 6, depth="ansi")
    ),
}


def sizes_of(scene: Scene) -> list[tuple[int, int]]:
    """Tell in which sizes a scene is looked at."""
    return [SMALL, LARGE] if scene.size is None else [scene.size]
