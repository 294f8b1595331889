"""Judges what one seat was told, by the rulings alone.

Rule 1: it reads plain JSON and shares no code with takelan. From the transcript, which tells all secrets, it
works out what a seat may hear of each event and what its view may hold; anything else is a leak.
Rule 2: what is not expected is not allowed: an unknown key is as bad as a wrong card.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Plain = dict[str, Any]

_HARMLESS = {
    "challenge": {"protocol", "version", "table", "term", "nonce"},
    "prompt": {"nonce", "element"},
    # For the owner alone: how the door stands, and what to compare with whoever came in.
    "doorway": {"code", "is_locked", "checks"},
    "welcome": {"name", "occupant", "is_return"},
    "table": {
        *("stage", "table", "name", "game", "options", "seats", "seat_limit", "you", "owner"),
        *("first_dealer", "missing", "deals_in", "successor", "onlookers", "host", "is_local"),
    },
    "night": {"games"},
    "photo_finish": {"winner", "loser", "row", "margin"},
    "notice": {"kind", "name", "level"},
    "refused": {"code", "text"},
    "farewell": {"code"},
    "ping": {"number", "trips"},
    "counted": {"number"},
    "alive": {"term", "active", "is_waiting", "here", "lacking"},
    # One share opens nothing, and without enough of them a deposit is noise.
    "entrust": {"config", "bases", "members", "host_key", "share", "certificate"},
    "deposit": {"state"},
    # Commitments and keys; a commitment shows nothing of its card while the salt is secret.
    "shuffle": {"terms", "host"},
    "pledges": {"number", "players"},
    "bound": {"number", "cards"},
    "attested": {"game", "signed", "objecting"},
}
# What a transcript tells of an event beside the event.
_BESIDE = ("at", "deal", "signed")
_STEP = {"say", "revision", "by", "is_catch_up", "left", "hearings", "view"}


class LeakError(AssertionError):
    """A seat was told something it may not know."""


def demand(claim: object, reason: str, *shown: object) -> None:
    """Stop at the first thing that must not be."""
    if not claim:
        raise LeakError(f"{reason}: {shown}")


def judge(log: Sequence[Plain], header: Plain, events: Sequence[Plain]) -> int:
    """Judge everything a seat was told of one game, and return which seat it was."""
    steps = [message for message in log if message["say"] == header["game"]]
    demand(steps, "the seat was told nothing")
    seat: int = steps[0]["view"]["seat"]
    overlook = _OVERLOOKS[header["game"]](header, seat)
    truth = iter(events)
    proven: list[Any] = []
    for message in log:
        if message["say"] == header["game"]:
            _judge_step(message, overlook, truth)
            demand(_is_within(proven, overlook.shown), "a card was proven before it was shown", proven)
        elif message["say"] == "proofs":
            demand(message.keys() == {"say", "number", "proofs"}, "an unexpected key", message)
            proven += [proof["card"] for proof in message["proofs"]]
        elif message["say"] == "opened":
            demand(overlook.is_over and overlook.is_last, "a deal was opened too early", message)
        else:
            _judge_other(message)
    demand(next(truth, None) is None, "the seat did not hear everything")
    return seat


def _is_within(proven: Sequence[Any], shown: Sequence[Any]) -> bool:
    """Tell whether no card was proven more often than it was shown."""
    return not Counter(proven) - Counter(shown)


def _judge_other(message: Plain) -> None:
    kind = message["say"]
    demand(kind in _HARMLESS, "an unexpected message", message)
    demand(message.keys() <= {"say", *_HARMLESS[kind]}, "an unexpected key", message)
    if kind == "entrust":
        holders, needed = len(message["config"]["holders"]), message["config"]["threshold"]
        demand(holders == 0 or needed > 1, "one share alone would open the state", message)


def _judge_step(step: Plain, overlook: "Overlook", truth: Any) -> None:
    demand(step.keys() == _STEP, "an unexpected key", step.keys())
    for hearing in step["hearings"]:
        event = {key: value for key, value in next(truth).items() if key not in _BESIDE}
        overlook.follow(event)
        heard = overlook.heard(event)
        demand(hearing == heard, "more was heard than may be", hearing, event)
        overlook.shown += _cards_in(heard)
    overlook.compare(step["view"])


class Overlook:
    """Follows a game by its transcript and knows what one seat may know of it."""

    #: What may stand in a view and holds no card: numbers, flags and the options.
    plain_keys: frozenset[str] = frozenset()

    def __init__(self, header: Plain, seat: int) -> None:
        self.header = header
        self.me = seat
        self.seats = range(len(header["seats"]))
        self.is_over = False
        self.is_last = False
        #: Every card that the seat was shown, as often as it was.
        self.shown: list[Any] = []
        self.scores: list[list[int]] = []

    def heard(self, event: Plain) -> Plain:
        """Tell what the seat may hear of an event."""
        return event

    def follow(self, event: Plain) -> None:
        """Take in one event."""
        if event["event"] == "round_ended":
            self.is_over = True
            self.scores.append(event["scores"])
        elif event["event"] == "round_started":
            self.is_over = False
            self.deal(event)
        elif event["event"] != "game_ended":
            self.play(event)
        else:
            self.is_last = True

    def deal(self, event: Plain) -> None:
        """Take in what was dealt."""
        raise NotImplementedError

    def play(self, event: Plain) -> None:
        """Take in a move."""
        raise NotImplementedError

    def cards(self) -> Plain:
        """Tell every part of the view that holds cards or counts them."""
        raise NotImplementedError

    def compare(self, view: Plain) -> None:
        """Compare a view with what the seat may know now."""
        expected = {
            "game": self.header["game"],
            "seat": self.me,
            "options": self.header["options"],
            "round_scores": self.scores,
            **self.cards(),
        }
        demand(view.keys() == expected.keys() | self.plain_keys, "an unexpected key", view.keys())
        for key, value in expected.items():
            demand(
                _sorted(key, view[key]) == _sorted(key, value), f"'{key}' is not as it may be", view, value
            )
        for key in self.plain_keys:
            demand(_is_plain(view[key]), f"'{key}' should be plain", view[key])


class TakeThatOverlook(Overlook):
    """TT11: twisted pairs are open, taken cards are only counted, also for their owner."""

    plain_keys = frozenset({"round", "dealer", "turn"})

    def deal(self, event: Plain) -> None:
        """Note where the cards lie."""
        self.hands = [list(hand) for hand in event["hands"]]
        self.pile = len(event["pile"])
        self.line: list[int] = []
        self.twisted: list[list[int]] = [[] for _ in self.seats]
        self.taken: list[list[int]] = [[] for _ in self.seats]

    def heard(self, event: Plain) -> Plain:
        """Leave out what is hidden."""
        kind = event["event"]
        if kind == "round_started":
            return _dealt(event, hand=sorted(event["hands"][self.me]), pile_size=len(event["pile"]))
        if kind == "took_line":
            count, has_extra = len(event["cards"]), event["extra"] is not None
            return {"event": "line_gone", "seat": event["seat"], "count": count, "has_extra": has_extra}
        if kind == "drew" and event["seat"] != self.me:
            return {"event": "drew_unseen", "seat": event["seat"]}
        return event

    def play(self, event: Plain) -> None:
        """Move the cards."""
        seat, kind = event["seat"], event["event"]
        if kind == "laid":
            self.hands[seat].remove(event["card"])
            self.line.append(event["card"])
        elif kind == "twisted":
            self.hands[seat].remove(event["card"])
            self.line.remove(event["target"])
            self.twisted[seat] += [event["card"], event["target"]]
        elif kind == "drew":
            self.hands[seat].append(event["card"])
            self.pile -= 1
        else:
            extra = [] if event["extra"] is None else [event["extra"]]
            self.pile -= len(extra)
            self.taken[seat] += [*self.line, *extra]
            self.line = []

    def cards(self) -> Plain:
        """Tell what lies open, and the seat's own."""
        return {
            "hand": self.hands[self.me],
            "hand_sizes": [len(hand) for hand in self.hands],
            "pile_size": self.pile,
            "line": self.line,
            "twisted": self.twisted,
            "taken_sizes": [len(cards) for cards in self.taken],
            "scored_cards": self.taken if self.is_over else [],
        }


class TakeItOverlook(Overlook):
    """TI11: the row is open, piles are only counted, also for their owner."""

    plain_keys = frozenset({"round", "dealer", "is_dealer_for_good", "row_number", "takes_left"})

    def deal(self, event: Plain) -> None:
        """Note where the cards lie."""
        self.stack = len(event["pile"])
        self.row: list[str] = []
        self.piles: list[list[list[str]]] = [[] for _ in self.seats]

    def heard(self, event: Plain) -> Plain:
        """Leave out what is hidden."""
        kind = event["event"]
        if kind == "round_started":
            return _dealt(event, stack_size=len(event["pile"]))
        if kind in ("grabbed", "remainder"):
            heard_as = {"grabbed": "row_gone", "remainder": "rest_gone"}[kind]
            return {"event": heard_as, "seat": event["seat"], "count": len(event["cards"])}
        return event

    def play(self, event: Plain) -> None:
        """Move the cards."""
        if event["event"] == "flipped":
            self.row.append(event["card"])
            self.stack -= 1
            return
        self.piles[event["seat"]].append(event["cards"])
        if event["event"] == "grabbed":
            self.row = []
        else:
            self.stack = 0

    def cards(self) -> Plain:
        """Tell what lies open."""
        held = [[card for pile in piles for card in pile] for piles in self.piles]
        return {
            "stack_size": self.stack,
            "row": self.row,
            "pile_sizes": [[len(pile) for pile in piles] for piles in self.piles],
            "scored_cards": held if self.is_over else [],
        }


class TakeANumberOverlook(Overlook):
    """TN12: rows and #-Rows are open, hands and #-Piles are only counted, choices are face down."""

    plain_keys = frozenset({"round", "dealer", "has_chosen"})

    def deal(self, event: Plain) -> None:
        """Note where the cards lie."""
        self.hands = [set(hand) for hand in event["hands"]]
        self.rows = [list(row) for row in event["rows"]]
        self.number_rows = [list(row) for row in event["number_rows"]]
        self.number_piles: list[list[int]] = [[] for _ in self.seats]
        self.revealed: list[list[int]] = []

    def heard(self, event: Plain) -> Plain:
        """Leave out what is hidden."""
        if event["event"] == "round_started":
            open_rows = {"rows": event["rows"], "number_rows": event["number_rows"]}
            return _dealt(event, hand=sorted(event["hands"][self.me]), **open_rows)
        return event

    def play(self, event: Plain) -> None:
        """Move the cards."""
        if event["event"] == "revealed":
            self.revealed = sorted([card, seat] for seat, card in enumerate(event["cards"]))
            for card, seat in self.revealed:
                self.hands[seat].remove(card)
            return
        self.revealed.remove([event["card"], event["seat"]])
        if event["event"] == "placed":
            self.rows[event["row"]].append(event["card"])
        else:
            self._take_row(event)

    def _take_row(self, event: Plain) -> None:
        seat, kept = event["seat"], event["kept"]
        self.rows[event["row"]] = [event["card"]]
        self.hands[seat] |= set(event["cards"]) - {kept}
        if self.number_rows[seat] and kept < self.number_rows[seat][-1]:  # TN9
            self.number_piles[seat] += self.number_rows[seat]
            self.number_rows[seat] = []
        self.number_rows[seat].append(kept)

    def cards(self) -> Plain:
        """Tell what lies open, and the seat's own."""
        return {
            "hand": sorted(self.hands[self.me]),
            "hand_sizes": [len(hand) for hand in self.hands],
            "rows": self.rows,
            "number_rows": self.number_rows,
            "number_pile_sizes": [len(pile) for pile in self.number_piles],
            "to_place": self.revealed,
            "is_round_over": self.is_over,
            "scored_hands": [sorted(hand) for hand in self.hands] if self.is_over else [],
            "scored_piles": self.number_piles if self.is_over else [],
        }

    def compare(self, view: Plain) -> None:
        """Compare, and see that a choice is one's own and a decision about what lies open."""
        view = dict(view)
        chosen, decision = view.pop("chosen"), view.pop("decision")
        demand(chosen is None or chosen in self.hands[self.me], "a choice that is not one's own", chosen)
        if decision is not None:
            card, seat = self.revealed[0]
            demand((decision["card"], decision["seat"]) == (card, seat), "not what is decided", decision)
            demand(decision.keys() == {"seat", "card", "about", "row"}, "an unexpected key", decision)
        super().compare(view)


_OVERLOOKS: Mapping[str, Callable[[Plain, int], Overlook]] = {
    "take-that": TakeThatOverlook,
    "take-it": TakeItOverlook,
    "take-a-number": TakeANumberOverlook,
}


def _dealt(event: Plain, **told: Any) -> Plain:
    return {"event": "dealt", "round": event["round"], "dealer": event["dealer"], **told}


def _cards_in(heard: Plain) -> list[Any]:
    """List the cards that an event shows whoever hears it."""
    heaps = (
        heard.get("hand", []),
        heard.get("cards", []),
        *heard.get("rows", []),
        *heard.get("number_rows", []),
    )
    one = [heard["card"]] if "card" in heard else []
    return [*one, *(card for heap in heaps for card in heap)]


def _sorted(key: str, value: Any) -> Any:
    """Forget the order in which cards lie that have none: a hand, a heap turned over for scoring."""
    if key == "hand":
        return sorted(value)
    if key in ("twisted", "scored_cards", "scored_hands", "scored_piles"):
        return [sorted(cards) for cards in value]
    return value


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, int)
