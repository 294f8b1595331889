"""The public format of transcripts, written down a second time, to the letter.

Rule 1: no code of takelan is used here, only the format's own page and the referee.
"""

import json
from collections.abc import Callable
from typing import Any

from tests.rules.referee import referee_for

NUMBERS = {"take-that": range(12, 99), "take-a-number": range(1, 101)}

OPTIONS = {
    "take-that": {"rounds", "advanced"},
    "take-it": {"rounds", "deck"},
    "take-a-number": {"rounds", "number_row"},
}
SET_UP = {
    "take-that": {"hands", "pile"},
    "take-it": {"pile"},
    "take-a-number": {"hands", "rows", "number_rows"},
}
EVENTS = {
    "take-that": {
        "laid": {"seat", "card"},
        "twisted": {"seat", "card", "target"},
        "took_line": {"seat", "cards", "extra"},
        "drew": {"seat", "card"},
    },
    "take-it": {
        "flipped": {"seat", "card"},
        "grabbed": {"seat", "cards"},
        "remainder": {"seat", "cards"},
    },
    "take-a-number": {
        "revealed": {"cards"},
        "placed": {"seat", "card", "row"},
        "took_row": {"seat", "card", "row", "cards", "reason", "kept"},
    },
}
EVERY_GAME = {"round_ended": {"scores"}, "game_ended": {"totals", "winners"}}


def keys_of(game: str, event: str) -> set[str]:
    """Name the keys an event has beside its name."""
    if event == "round_started":
        return {"round", "dealer"} | SET_UP[game]
    return {**EVENTS[game], **EVERY_GAME}[event]


def split_games(text: bytes) -> list[list[dict[str, Any]]]:
    """Read a stream line by line and split it where a header begins the next game."""
    assert text.endswith(b"\n")
    games: list[list[dict[str, Any]]] = []
    for line in text.decode().splitlines():
        fields = json.loads(line)
        assert isinstance(fields, dict)
        if "transcript" in fields:
            games.append([])
        games[-1].append(fields)
    return games


def judge_stream(text: bytes) -> list[list[dict[str, Any]]]:
    """See that every game of a stream follows the format to the letter and the rules to the end."""
    games = split_games(text)
    for header, *events in games:
        judge_header(header)
        name, seats = header["game"], len(header["seats"])
        for event in events:
            judge_event(name, seats, event)
        referee_for(name, header["options"], seats).watch(events)
    return games


def judge_header(header: dict[str, Any]) -> None:
    """See that a header has its keys, and every option in force."""
    assert set(header) == {"transcript", "game", "seats", "options"}
    assert header["transcript"] == 1
    assert all(isinstance(name, str) and name for name in header["seats"])
    assert set(header["options"]) == OPTIONS[header["game"]]


def judge_event(game: str, seats: int, event: dict[str, Any]) -> None:
    """See that an event has exactly its keys, and values of the right kind."""
    fields = dict(event)
    assert set(fields) - {"event"} == keys_of(game, fields.pop("event"))
    for key, value in fields.items():
        assert KINDS[key](game, seats, value), event


def _is_number(value: object) -> bool:
    return type(value) is int


def _is_card(game: str, seats: int, value: object) -> bool:
    if game == "take-it":
        return isinstance(value, str)
    return type(value) is int and value in NUMBERS[game]


def _is_seat(game: str, seats: int, value: object) -> bool:
    return type(value) is int and 0 <= value < seats


def _are_cards(game: str, seats: int, value: Any) -> bool:
    return isinstance(value, list) and all(_is_card(game, seats, card) for card in value)


def _are_heaps(game: str, seats: int, value: Any) -> bool:
    return isinstance(value, list) and all(_are_cards(game, seats, heap) for heap in value)


def _are_points(game: str, seats: int, value: Any) -> bool:
    return len(value) == seats and all(map(_is_number, value))


KINDS: dict[str, Callable[[str, int, Any], bool]] = {
    "card": _is_card,
    "target": _is_card,
    "kept": _is_card,
    "extra": lambda game, seats, value: value is None or _is_card(game, seats, value),
    "seat": _is_seat,
    "dealer": _is_seat,
    "winners": lambda game, seats, value: all(_is_seat(game, seats, seat) for seat in value),
    "cards": _are_cards,
    "pile": _are_cards,
    "hands": _are_heaps,
    "rows": _are_heaps,
    "number_rows": _are_heaps,
    "scores": _are_points,
    "totals": _are_points,
    "round": lambda game, seats, value: _is_number(value) and value >= 1,
    "row": lambda game, seats, value: _is_number(value) and value in (0, 1, 2),
    "reason": lambda game, seats, value: value in ("full", "low"),
}
