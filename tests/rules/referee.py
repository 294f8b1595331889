"""A second opinion on whole games, written from the rulings alone.

Rule 1: a referee reads plain events, as a transcript tells them, and re-derives everything they claim:
what was possible, what was drawn, who was next, when it ended, the scores, the totals and the winners.
Rule 2: it shares no code with takelan.rules and is written differently: it keeps one place for every
card, and asks where a card is instead of moving lists around.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

Event = Mapping[str, Any]


class FoulError(AssertionError):
    """A transcript tells something the rules do not allow."""


def demand(claim: object, event: Event, reason: str) -> None:
    """Stop at the first thing that cannot be."""
    if not claim:
        raise FoulError(f"{reason}: {dict(event)}")


class Referee:
    """What the three games have in common: rounds, scores, totals, winners."""

    #: TT10, TI10: the highest total wins, except where TN11 says otherwise.
    is_lowest_best = False

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        self.options = options
        self.seats = seats
        self.rounds: list[list[int]] = []
        self.first_dealer: int | None = None
        self.is_playing = False
        self.is_finished = False
        #: Set when the round cannot go on: the next event must be its scores.
        self.is_scoring = False

    def watch(self, events: Iterable[Event]) -> None:
        """Judge a whole game."""
        for event in events:
            self.judge(event)
        demand(self.is_finished, {}, "the game has no end")

    def judge(self, event: Event) -> None:
        """Judge the next event."""
        demand(not self.is_finished, event, "the game is over")
        kind = event["event"]
        if kind == "round_started":
            self.judge_deal(event)
        elif kind == "round_ended":
            self.judge_scores(event)
        elif kind == "game_ended":
            self.judge_outcome(event)
        else:
            demand(self.is_playing and not self.is_scoring, event, "no round is being played")
            demand(kind in self.kinds(), event, "not an event of this game")
            getattr(self, "judge_" + kind)(event)

    def kinds(self) -> set[str]:
        """Name the events that are this game's own."""
        raise NotImplementedError

    def judge_deal(self, event: Event) -> None:
        """See that the deal is the next one, by the right dealer (TT3)."""
        number = len(self.rounds) + 1
        demand(not self.is_playing, event, "a round is being played")
        demand(event["round"] == number <= self.options["rounds"], event, "not the next round")
        if self.first_dealer is None:
            self.first_dealer = event["dealer"]
        demand(0 <= self.first_dealer < self.seats, event, "no such dealer")
        demand(event["dealer"] == (self.first_dealer + number - 1) % self.seats, event, "the wrong dealer")
        self.is_playing, self.is_scoring = True, False
        self.lay_out(event)

    def lay_out(self, event: Event) -> None:
        """Take note of where every card lies."""
        raise NotImplementedError

    def judge_scores(self, event: Event) -> None:
        """See that the round had to end here, and that it is worth what it claims."""
        demand(self.is_playing and self.is_scoring, event, "the round is not over")
        scores = [self.points_of(seat) for seat in range(self.seats)]
        demand(list(event["scores"]) == scores, event, f"the scores are {scores}")
        self.rounds.append(scores)
        self.is_playing = False

    def points_of(self, seat: int) -> int:
        """Value a round for one seat."""
        raise NotImplementedError

    def judge_outcome(self, event: Event) -> None:
        """See that the game had to end here, and who won."""
        demand(not self.is_playing, event, "a round is being played")
        demand(len(self.rounds) == self.options["rounds"], event, "the game is not over")
        totals = [sum(column) for column in zip(*self.rounds, strict=True)]
        demand(list(event["totals"]) == totals, event, f"the totals are {totals}")
        best = sorted(totals)[0 if self.is_lowest_best else -1]
        winners = [seat for seat in range(self.seats) if totals[seat] == best]
        demand(list(event["winners"]) == winners, event, f"the winners are {winners}")
        self.is_finished = True


class TakeThatReferee(Referee):
    """Judges Take That: every card has a place, and the line and the pile are orders of places."""

    def kinds(self) -> set[str]:
        """Name the events of Take That."""
        return {"laid", "twisted", "took_line", "drew"}

    def lay_out(self, event: Event) -> None:
        """Note the hands, the pile and who begins (TT1, TT2, TT3)."""
        size = {2: 9, 3: 9, 4: 8}[self.seats]
        demand([len(hand) for hand in event["hands"]] == [size] * self.seats, event, "hands of another size")
        numbers = [
            f"{ten}{one}"
            for ten in range(1, 10)
            for one in range(1, 10)
            if (ten, one) not in {(1, 1), (9, 9)}
        ]
        dealt = [str(card) for hand in event["hands"] for card in hand] + [
            str(card) for card in event["pile"]
        ]
        demand(sorted(dealt) == sorted(numbers), event, "not the deck")
        self.place = {card: ("hand", seat) for seat, hand in enumerate(event["hands"]) for card in hand}
        self.place.update(dict.fromkeys(event["pile"], ("pile", -1)))
        self.pile = deque(event["pile"])
        self.line: list[int] = []
        self.on_turn: int = (event["dealer"] + 1) % self.seats
        self.must_draw = False

    def act(self, event: Event) -> int:
        """See that the seat may act at all, and return it."""
        demand(not self.must_draw, event, "a card must be drawn first")
        demand(event["seat"] == self.on_turn, event, "not this seat's turn")
        return self.on_turn

    def judge_laid(self, event: Event) -> None:
        """See that a lay is within ten, or opens a line (TT4, TT5, TT6)."""
        seat, card = self.act(event), event["card"]
        demand(self.place.get(card) == ("hand", seat), event, "not in the hand")
        if self.line:
            demand(card - self.line[-1] in range(-10, 11), event, "too far away")
        self.place[card] = ("line", -1)
        self.line = [*self.line, card]
        self.follow(seat)

    def judge_twisted(self, event: Event) -> None:
        """See that a twist joins two mirrored cards, one from the hand and one from the line (TT4)."""
        seat, card, target = self.act(event), event["card"], event["target"]
        demand(self.place.get(card) == ("hand", seat), event, "not in the hand")
        demand(self.place.get(target) == ("line", -1), event, "not in the line")
        demand(str(card) == str(target)[::-1] and card != target, event, "not twins")
        self.place[card] = self.place[target] = ("twisted", seat)
        self.line = [other for other in self.line if other != target]
        self.follow(seat)

    def judge_took_line(self, event: Event) -> None:
        """See that a take is the whole line, and in the advanced game perhaps one card more (TT4, TT9)."""
        seat = self.act(event)
        demand(self.line and list(event["cards"]) == self.line, event, "not the line")
        has_extra = self.options["advanced"] and len(self.line) == 1 and len(self.pile) > 0
        demand(event["extra"] == (self.pile[0] if has_extra else None), event, "not the extra card")
        if has_extra:
            self.place[self.pile.popleft()] = ("taken", seat)
        for card in self.line:
            self.place[card] = ("taken", seat)
        self.line = []
        self.is_scoring = not self.pile  # TT7; otherwise TT5: the same seat opens a new line.

    def judge_drew(self, event: Event) -> None:
        """See that a draw follows a lay or a twist and is the top of the pile (TT4)."""
        demand(self.must_draw and event["seat"] == self.on_turn, event, "nobody draws now")
        demand(event["card"] == self.pile[0], event, "not the top of the pile")
        self.place[self.pile.popleft()] = ("hand", self.on_turn)
        self.must_draw = False
        self.pass_on()

    def follow(self, seat: int) -> None:
        """Demand a draw if there is a pile, else go on."""
        self.must_draw = bool(self.pile)
        if not self.must_draw:
            self.pass_on()

    def pass_on(self) -> None:
        """End the round without pile and line (TT7), else pass the turn."""
        self.is_scoring = not self.pile and not self.line
        self.on_turn = (self.on_turn + 1) % self.seats

    def points_of(self, seat: int) -> int:
        """Value twisted and taken cards by their digits (TT10)."""
        points = 0
        for card, place in self.place.items():
            if place == ("twisted", seat):
                points += 1
            elif place == ("taken", seat):
                points -= 5 if card % 11 == 0 else 1
        return points


class TakeItReferee(Referee):
    """Judges Take It!: the stack is one list, and every card of it belongs to a row or a rest."""

    def kinds(self) -> set[str]:
        """Name the events of Take It!."""
        return {"flipped", "grabbed", "remainder"}

    def lay_out(self, event: Event) -> None:
        """Note the stack, which must be the deck (TI1)."""
        demand(Counter(event["pile"]) == Counter(self.deck()), event, "not the deck")
        self.stack = list(event["pile"])
        self.turned = 0
        self.row_begins = 0
        self.owned: list[list[str]] = [[] for _ in range(self.seats)]
        self.takes = [0] * self.seats
        self.dealer = event["dealer"]
        self.heir: int | None = None
        self.limit = {2: 4, 3: 4, 4: 3, 5: 3}[self.seats]  # TI6

    def deck(self) -> dict[str, int]:
        """Name the cards in play, by the options or by TI1."""
        if self.options["deck"] != "takelan":
            return dict(self.options["deck"])
        ours = "+1 +2 +3 +4 +5 +6 +7 +8 +9 +10 -1 -2 -3 -4 -5 -6 -7 -8 "
        ours += "2x+3 2x+4 2x+5 2x+6 2x+7 2x+8 2x+10 2x-2 2x-3 2x-4 2x-5 2x-6"
        return {**dict.fromkeys(ours.split(), 2), "joker": 6, "10": 11}

    def judge_flipped(self, event: Event) -> None:
        """See that the dealer turns over the next card (TI3); the last one ends it all (TI8a)."""
        demand(self.heir is None, event, "the rest must be handed out")
        demand(event["seat"] == self.dealer, event, "not the dealer")
        demand(event["card"] == self.stack[self.turned], event, "not the top of the stack")
        self.turned += 1
        self.is_scoring = self.turned == len(self.stack)

    def judge_grabbed(self, event: Event) -> None:
        """See that a grab is the whole row, by somebody under the limit (TI4, TI6, TI7)."""
        seat = event["seat"]
        row = self.stack[self.row_begins : self.turned]
        demand(self.heir is None, event, "the rest must be handed out")
        demand(seat in range(self.seats) and self.takes[seat] < self.limit, event, "over the limit")
        demand(row and list(event["cards"]) == row, event, "not the row")
        if max(self.takes) < 3:  # TI7: nobody deals for good yet.
            self.dealer = seat
        self.owned[seat].extend(row)
        self.takes[seat] += 1
        self.row_begins = self.turned
        under = [other for other in range(self.seats) if self.takes[other] != self.limit]
        if len(under) == 1:  # TI8b
            self.heir = under[0]

    def judge_remainder(self, event: Event) -> None:
        """See that the rest goes to the only one left, whole (TI8b)."""
        demand(event["seat"] == self.heir, event, "nobody inherits, or somebody else")
        demand(list(event["cards"]) == self.stack[self.turned :], event, "not the rest")
        self.owned[event["seat"]].extend(event["cards"])
        self.is_scoring = True

    def points_of(self, seat: int) -> int:
        """Value cards one by one: a card is worth a half of what it makes with its partner (TI9)."""
        cards = self.owned[seat]
        full = sum(int(card) for card in cards if card != "10" and card[0] in "+-")
        points = Fraction(full)
        singles: list[int] = []
        for kind in {card for card in cards if card.startswith("2x")}:
            halves = cards.count(kind)
            if halves % 2:
                singles.append(int(kind[2:]))
                halves -= 1
            points += Fraction(halves * int(kind[2:]), 2)
        for _ in range(cards.count("joker")):
            good = [single for single in singles if single > 0]
            if singles:
                chosen = max(good) if good else min(singles, key=abs)
                singles.remove(chosen)
                points += chosen
        tens = [owned.count("10") for owned in self.owned]
        points += 10 if tens[seat] and not any(count > tens[seat] for count in tens) else 0
        return int(points)


class TakeANumberReferee(Referee):
    """Judges Take A Number: hands are sets, rows are tuples, and revealed cards wait in a set."""

    is_lowest_best = True

    def kinds(self) -> set[str]:
        """Name the events of Take A Number."""
        return {"revealed", "placed", "took_row"}

    def lay_out(self, event: Event) -> None:
        """Note hands, rows and #-Rows (TN3)."""
        own = {"dealt": 1, "empty": 0}[self.options["number_row"]]
        demand([len(hand) for hand in event["hands"]] == [8] * self.seats, event, "hands of another size")
        demand([len(row) for row in event["rows"]] == [1, 1, 1], event, "rows of another size")
        demand(
            [len(row) for row in event["number_rows"]] == [own] * self.seats, event, "#-Rows of another size"
        )
        heaps = (*event["hands"], *event["rows"], *event["number_rows"])
        counted = Counter(card for heap in heaps for card in heap)
        demand(set(counted.values()) == {1} and set(counted) <= set(range(1, 101)), event, "not one deck")
        self.hands = [set(hand) for hand in event["hands"]]
        self.rows = [tuple(row) for row in event["rows"]]
        self.number_rows = [tuple(row) for row in event["number_rows"]]
        self.face_down: list[set[int]] = [set() for _ in range(self.seats)]
        self.waiting: dict[int, int] = {}

    def judge_revealed(self, event: Event) -> None:
        """Everybody reveals one card of the hand (TN4)."""
        demand(not self.waiting and len(event["cards"]) == self.seats, event, "not the time to reveal")
        for seat, card in enumerate(event["cards"]):
            demand(card in self.hands[seat], event, "not in the hand")
            self.hands[seat].discard(card)
            self.waiting[card] = seat

    def next_card(self, event: Event) -> int:
        """See that the lowest card is the next one (TN5), and return it."""
        demand(self.waiting, event, "there is nothing to place")
        card = min(self.waiting)
        demand((event["card"], event["seat"]) == (card, self.waiting[card]), event, "not the lowest card")
        del self.waiting[card]
        return card

    def row_for(self, card: int) -> int | None:
        """Find the row with the least difference to a card (TN5); None when it is too low (TN7)."""
        gaps = {card - self.rows[row][-1]: row for row in range(3) if self.rows[row][-1] < card}
        return gaps[min(gaps)] if gaps else None

    def judge_placed(self, event: Event) -> None:
        """See that a card joins the row it belongs to, while that row has room (TN5, TN6)."""
        card = self.next_card(event)
        row = self.row_for(card)
        demand(row is not None and event["row"] == row, event, "not the row it belongs to")
        self.rows[event["row"]] += (card,)
        demand(len(self.rows[event["row"]]) < event["row"] + 3, event, "that row is full")
        self.go_on()

    def judge_took_row(self, event: Event) -> None:
        """See that a row is taken because it is full or the card is low (TN6, TN7, TN8)."""
        card, seat, row = self.next_card(event), event["seat"], event["row"]
        belongs = self.row_for(card)
        demand(row in (0, 1, 2), event, "no such row")
        demand(event["reason"] == ("low" if belongs is None else "full"), event, "not the reason")
        if belongs is not None:
            demand(row == belongs and len(self.rows[row]) + 1 == row + 3, event, "that row is not full")
        demand(tuple(event["cards"]) == self.rows[row], event, "not the cards of that row")
        demand(event["kept"] in event["cards"], event, "not one of the cards taken")
        self.hands[seat] |= set(event["cards"]) - {event["kept"]}
        self.rows[row] = (card,)
        self.keep(seat, event["kept"])
        self.go_on()

    def keep(self, seat: int, kept: int) -> None:
        """Let a #-Row ascend, or turn it face down first (TN9)."""
        longer = (*self.number_rows[seat], kept)
        if list(longer) != sorted(longer):
            self.face_down[seat] |= set(self.number_rows[seat])
            longer = (kept,)
        self.number_rows[seat] = longer

    def go_on(self) -> None:
        """End the round when all cards are placed and a hand is empty (TN10)."""
        self.is_scoring = not self.waiting and set() in self.hands

    def points_of(self, seat: int) -> int:
        """Count bullheads in the hand once and in the #-Pile twice (TN11)."""
        return sum(map(bullheads, self.hands[seat])) + sum(
            2 * bullheads(card) for card in self.face_down[seat]
        )


def bullheads(card: int) -> int:
    """Count the bullheads of a card by its digits (TN1)."""
    if card == 55:
        return 7
    text = str(card)
    if len(text) == 2 and text[0] == text[1]:
        return 5
    return {"0": 3, "5": 2}.get(text[-1], 1)


REFEREES: dict[str, type[Referee]] = {
    "take-that": TakeThatReferee,
    "take-it": TakeItReferee,
    "take-a-number": TakeANumberReferee,
}


def referee_for(game: str, options: Mapping[str, Any], seats: int) -> Referee:
    """Find the referee of a game."""
    return REFEREES[game](options, seats)
