"""What a line client says, and when: pure, so that a whole evening can be read in a test.

Rule 1: every public event is one sentence, and nothing is said twice because it was sent twice.
Rule 2: what there is to decide is told once, when it changes.
"""

from typing import Any

from takelan.language import translate as _
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.game import GameEnded, RoundEnded
from takelan.ui import onlooking, sentences
from takelan.ui.outlook import LogLine, Outlook
from takelan.ui.plain import boards, door, lobby
from takelan.ui.plain.choices import Choice, choices, role_choices, tell_choices
from takelan.wire import to_peer
from takelan.wire.admission import Doorway
from takelan.wire.to_peer import AnyToPeer

#: Keeps the parts of one choice on one line.
TIE = "\N{NO-BREAK SPACE}"


class Narrator:
    """Tells one seat's evening."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._lobby: tuple[object, ...] = ()
        self._decision: object = None
        self._comment = ""
        self._stage = ""
        self._chosen: int | None = None
        self._onlookers = ""

    def hear(self, message: AnyToPeer) -> list[str]:
        """Take in what the host says and tell what is new in it."""
        before = self._outlook.doorway
        lines = self._outlook.hear(message)
        if isinstance(message, Doorway):
            return door.tell_changes(before, message, self._outlook)
        if isinstance(message, to_peer.Welcome):
            return [sentences.welcome(message)]
        if isinstance(message, to_peer.Watching):
            self._comment = ""
            return [onlooking.greet(self._outlook)]
        if isinstance(message, to_peer.Step):
            return [*self._tell_step(message, lines), *self._tell_choice()]
        return [*(line.text for line in lines), *self._tell_onlookers()]

    def ask(self) -> list[str]:
        """Tell what there is to decide, if that is new."""
        table = self._outlook.table
        if table is None:
            return []
        has_moved_on, self._stage = table.stage != self._stage, table.stage
        if table.stage == "playing":
            return self._ask_in_game()
        self._decision = None
        result = self._tell_result() if has_moved_on and table.stage != "lobby" else []
        return [*result, *self._tell_lobby(), *self._comment_on_it()]

    def repeat(self) -> list[str]:
        """Tell again what there is to decide, however often it was told."""
        self._decision = None
        self._comment = ""
        return self.ask() or self.wait()

    def wait(self) -> list[str]:
        """Tell whom everybody waits for, if that is new; a race waits for nobody."""
        is_race = self._outlook.game is not None and self._outlook.game.is_race
        return [] if is_race and self._stage == "playing" else self._comment_on_it()

    @property
    def is_asking(self) -> bool:
        """Whether everybody waits for this seat, as far as it knows."""
        view = self._outlook.view
        table = self._outlook.table
        if table is None or view is None or table.stage != "playing":
            return False
        if isinstance(view, take_it.View):
            return bool(view.dealer == view.seat)
        return bool(self._outlook.moves) and getattr(view, "chosen", None) is None

    def _tell_step(self, step: Any, lines: list[LogLine]) -> list[str]:
        """Tell what was done in one line, and each result in a line of its own."""
        told = [line.text for line in lines]
        ending = sum(isinstance(hearing, RoundEnded | GameEnded) for hearing in step.hearings)
        done, results = " ".join(told[: len(told) - ending]), told[len(told) - ending :]
        if done and step.is_catch_up:
            done = _("Meanwhile: {events}").format(events=done)
        if any(isinstance(hearing, take_it.types.Flipped) for hearing in step.hearings) and step.view.row:
            done = f"{done} {boards.glance(step.view)[0]}"
        return [*([done] if done else []), *results]

    def _tell_choice(self) -> list[str]:
        """Confirm a card that lies face down."""
        view = self._outlook.view
        chosen = view.chosen if isinstance(view, take_a_number.View) else None
        has_changed, self._chosen = chosen != self._chosen, chosen
        if not has_changed or chosen is None:
            return []
        return [_("You chose {card}; another card replaces it until all have chosen.").format(card=chosen)]

    def _ask_in_game(self) -> list[str]:
        view = self._outlook.view
        if self._outlook.waits_for_round:
            return self._comment_on_it()
        if view is None:
            return []
        decision = _decision_in(view)
        is_new, self._decision = decision != self._decision, decision
        if not is_new or decision is None:
            return []
        return self._tell_decision(view)

    def _tell_decision(self, view: Any) -> list[str]:
        self._comment = sentences.what_now(self._outlook)
        if isinstance(view, take_it.View):
            return [self._comment, *_list(role_choices(view))]
        return ["", *_surroundings(view), self._comment, *_list(choices(view))]

    def _tell_result(self) -> list[str]:
        view, names = self._outlook.view, self._outlook.names_in_game
        if view is None:
            return []
        totals = boards.scores(view, names) if len(view.round_scores) > 1 else []
        return [*boards.turned_over(view, names), *totals, *self._tell_night()]

    def _tell_night(self) -> list[str]:
        is_over = self._outlook.table is not None and self._outlook.table.stage == "over"
        return sentences.night(self._outlook) if is_over and len(self._outlook.night) > 1 else []

    def _tell_lobby(self) -> list[str]:
        before, self._lobby = self._lobby, lobby.what_is_set(self._outlook)
        if self._lobby == before or (self._outlook.table and self._outlook.table.stage == "resting"):
            return []
        self._comment = ""
        if not before:
            is_new = self._outlook.is_gathering
            return lobby.describe(self._outlook) if is_new else []
        return lobby.changes(self._outlook, before)

    def _tell_onlookers(self) -> list[str]:
        """Tell how many look on, if that is new; that the last of them has gone is told too."""
        before, self._onlookers = self._onlookers, onlooking.how_many(self._outlook)
        if before == self._onlookers:
            return []
        return [_("Looking on: {onlookers}.").format(onlookers=self._onlookers or _("nobody any more"))]

    def _comment_on_it(self) -> list[str]:
        comment = sentences.what_now(self._outlook)
        if not comment or comment == self._comment:
            return []
        self._comment = comment
        return [comment]


def _decision_in(view: Any) -> object:
    """Give what a decision is about, for telling whether it is a new one; None when there is none."""
    if isinstance(view, take_it.View):
        # A card more in the row is no new decision: the row is told anyhow.
        return None if view.dealer is None else (view.round, view.dealer, view.takes_left)
    offered = choices(view)
    if not offered or getattr(view, "chosen", None) is not None:
        return None
    return (view.round, boards.glance(view), offered)


def _surroundings(view: Any) -> list[str]:
    """Tell what a decision needs and its list does not show: the list is often the hand, or the rows."""
    if isinstance(view, take_that.View):
        return [*boards.glance(view), boards.hand(view)]
    if view.decision is None:
        return boards.glance(view)
    return [boards.hand(view)]


def _list(offered: list[Choice]) -> list[str]:
    """Write the choices in one line that breaks only between them."""
    told = [text.replace(" ", TIE) for text in tell_choices(offered)]
    return ["  ".join(told)] if told else []
