"""Enough of two games to make a legal move, and to tell a round from its deck and what was heard."""

from collections.abc import Iterator

from tests.docs.stranger.wire import Said, check


class TakeThat:
    """Enough of the rules to move, and to tell a game from its decks and what was heard."""

    def cards(self) -> list[int]:
        """Lay out the deck before it is shuffled."""
        return [card for card in range(12, 99) if card % 10]

    def move(self, view: Said) -> Said | None:
        """Choose a legal move; None while it is not this seat's turn."""
        if view["turn"] != view["seat"]:
            return None
        hand, line = view["hand"], view["line"]
        for card in hand:
            twin = card % 10 * 10 + card // 10
            if twin != card and twin in line:
                return {"move": "twist", "card": card}
        for card in hand:
            if not line or abs(card - line[-1]) <= 10:
                return {"move": "lay", "card": card}
        return {"move": "take_line"}

    def tell(self, hearings: list[Said], order: list[int], dealer: int, options: Said) -> Iterator[Said]:
        """Tell a round as a transcript does."""
        dealt, *others = hearings
        seats = next(len(one["scores"]) for one in hearings if one["event"] == "round_ended")
        size = 8 if seats == 4 else 9
        pile = order[seats * size :]
        hands = [order[seat * size : seat * size + size] for seat in range(seats)]
        check(sorted(dealt["hand"]) in [sorted(hand) for hand in hands], "my hand is not in the deck")
        yield {
            "event": "round_started",
            "round": dealt["round"],
            "dealer": dealer,
            "hands": hands,
            "pile": list(pile),
        }
        line: list[int] = []
        for heard in others:
            match heard["event"]:
                case "laid":
                    line.append(heard["card"])
                case "twisted":
                    line.remove(heard["target"])
                case "line_gone":
                    check(heard["count"] == len(line), "a line of another length")
                    extra = pile.pop(0) if heard["has_extra"] else None
                    yield {"event": "took_line", "seat": heard["seat"], "cards": line, "extra": extra}
                    line = []
                    continue
                case "drew" | "drew_unseen":
                    card = pile.pop(0)
                    check(heard.get("card", card) == card, "I drew another card")
                    yield {"event": "drew", "seat": heard["seat"], "card": card}
                    continue
            yield heard


class TakeANumber:
    """The same for Take A Number."""

    def cards(self) -> list[int]:
        """Lay out the deck before it is shuffled."""
        return list(range(1, 101))

    def move(self, view: Said) -> Said | None:
        """Choose a legal move; None while there is nothing to decide."""
        decision, seat = view["decision"], view["seat"]
        if decision is not None:
            if decision["seat"] != seat:
                return None
            if decision["about"] == "row":
                return {"move": "choose_row", "row": 0}
            return {"move": "keep_card", "card": view["rows"][decision["row"]][-1]}
        if view["is_round_over"] or view["to_place"] or view["has_chosen"][seat]:
            return None
        return {"move": "choose_card", "card": view["hand"][0]}

    def tell(self, hearings: list[Said], order: list[int], dealer: int, options: Said) -> Iterator[Said]:
        """Tell a round as a transcript does."""
        dealt, *others = hearings
        seats = len(dealt["number_rows"])
        rows, rest = [[card] for card in order[:3]], order[3:]
        number_rows: list[list[int]] = [[] for _ in range(seats)]
        if options["number_row"] == "dealt":
            number_rows, rest = [[card] for card in rest[:seats]], rest[seats:]
        hands = [rest[8 * seat : 8 * seat + 8] for seat in range(seats)]
        check(sorted(dealt["hand"]) in [sorted(hand) for hand in hands], "my hand is not in the deck")
        check(dealt["rows"] == rows and dealt["number_rows"] == number_rows, "other rows than in the deck")
        yield {
            "event": "round_started",
            "round": dealt["round"],
            "dealer": dealer,
            "hands": hands,
            "rows": rows,
            "number_rows": number_rows,
        }
        yield from others


GAMES: dict[str, TakeThat | TakeANumber] = {"take-that": TakeThat(), "take-a-number": TakeANumber()}
