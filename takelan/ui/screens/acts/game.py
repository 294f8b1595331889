"""While cards are on the table."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.timer import Timer

from takelan.language import translate as _
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import GAMES, game_of
from takelan.ui import onlooking, sentences
from takelan.ui.counsel import Counsel, think
from takelan.ui.frames import Frame
from takelan.ui.motion import LAST_LOOK, PACE
from takelan.ui.screens.acts.act import Act
from takelan.ui.widgets.boards.board import Board
from takelan.ui.widgets.boards.take_a_number import TakeANumberBoard
from takelan.ui.widgets.boards.take_it import TakeItBoard
from takelan.ui.widgets.boards.take_that import TakeThatBoard
from takelan.ui.widgets.faces import take_a_number_face, take_that_face
from takelan.ui.widgets.hand import Hand, height_of
from takelan.ui.widgets.keys import Offer
from takelan.ui.widgets.players import Players

if TYPE_CHECKING:
    from takelan.ui.screens.table import TableScreen

BOARDS: dict[type, type[Board]] = {
    take_that.View: TakeThatBoard,
    take_it.View: TakeItBoard,
    take_a_number.View: TakeANumberBoard,
}


_POINTING = frozenset(("left", "right", "up", "down", *"0123456789"))


class GameAct(Act):
    """Watch what happens, choose what to do."""

    NAME = "game"

    def __init__(self, screen: "TableScreen") -> None:
        super().__init__(screen)
        self._had_choice = False
        self._advice = ""
        #: What was to be decided when advice was asked for.
        self._advised: Any = None
        self._timer: Timer | None = None
        #: Whether the last picture of a round is still being looked at.
        self.is_lingering = False

    @property
    def board(self) -> Board | None:
        """The board of the game that is shown."""
        frame = self.sitting.frame
        return None if frame is None else self.screen.query_one(BOARDS[type(frame.view)])

    @property
    def hand(self) -> Hand:
        """The cards one holds."""
        return self.screen.query_one(Hand)

    @property
    def moves(self) -> list[Any]:
        """The moves that can be made now: none while earlier events are shown or no table would hear them."""
        is_heard = self.sitting.link.kind == "seated"
        return self.sitting.outlook.moves if is_heard and not self.sitting.is_watching else []

    @property
    def is_showing(self) -> bool:
        """Whether the results still have to wait."""
        return self.sitting.is_watching or self.is_lingering

    def heard_step(self) -> None:
        """Take in what a step brought, one picture after the other."""
        self.screen.takelan.settle()
        self.objection = ""
        if self._advised != self._question():
            self._advice, self._advised = "", None
        if self._pace == 0:
            self.sitting.projector.skip()
        if self._timer is None or self.is_lingering:
            self._step_on()

    @property
    def _pace(self) -> float:
        return PACE[self.screen.takelan.motion]

    def _tick(self) -> None:
        self._step_on()
        self.screen.show()

    def _skip(self) -> None:
        self.sitting.projector.skip()
        self._wait_on()
        self.screen.show()

    def _step_on(self) -> None:
        """Take the next picture; whoever asked draws it, once."""
        self.sitting.projector.advance()
        self._wait_on()

    def _wait_on(self) -> None:
        """Wait for the next picture, or look at the last one of a round for a while."""
        self._stop_timer()
        if self.sitting.is_watching:
            self._timer = self.screen.set_timer(self._pace, self._tick)
        elif self._is_round_over() and self._pace:
            self.is_lingering = True
            self._timer = self.screen.set_timer(LAST_LOOK, self._stop_lingering)

    def _stop_timer(self) -> None:
        self.is_lingering = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _stop_lingering(self) -> None:
        self._stop_timer()
        self.screen.show()

    def _is_round_over(self) -> bool:
        table = self.sitting.outlook.table
        frame = self.sitting.frame
        view = None if frame is None else frame.view
        if isinstance(view, take_a_number.View):
            return view.is_round_over
        has_ended = isinstance(view, take_that.View | take_it.View) and bool(view.scored_cards)
        return has_ended or (table is not None and table.stage in ("resting", "over"))

    def show(self) -> None:
        """Draw players, board, hand and what to do now."""
        frame, outlook = self.sitting.frame, self.sitting.outlook
        table = outlook.table
        if frame is None or table is None:
            return
        moves = self.moves
        seats, trips = outlook.seats_in_game, self.sitting.trips_in_game
        self.screen.query_one(Players).show(seats, frame.view, frame.view.seat, trips)
        for game in GAMES.values():
            self.screen.set_class(game is game_of(frame.view), f"-{game.name}")
        board = self.screen.query_one(BOARDS[type(frame.view)])
        board.show(frame, outlook.names_in_game, moves)
        self._show_hand(board, frame, moves)
        self._show_words(frame, moves)
        self._call(moves)

    def _show_hand(self, board: Board, frame: Frame, moves: Sequence[Any]) -> None:
        view, size = frame.view, board.card_size
        self.hand.styles.height = height_of(size)
        if isinstance(view, take_that.View):
            playable = {move.card for move in moves if not isinstance(move, take_that.TakeLine)}
            faces = [take_that_face(card) for card in view.hand]
            self.hand.show(view.hand, faces, playable, size=size, fresh=frame.fresh)
        elif isinstance(view, take_a_number.View):
            is_choosing = board.chosen() is None
            playable = {move.card for move in moves} if is_choosing else set()
            faces = [take_a_number_face(card) for card in view.hand]
            self.hand.show(view.hand, faces, playable, chosen=view.chosen, size=size, is_awake=is_choosing)

    def _show_words(self, frame: Frame, moves: Sequence[Any]) -> None:
        outlook = self.sitting.outlook
        view, game = frame.view, game_of(frame.view)
        rounds = _("round {round} of {rounds}").format(round=view.round, rounds=view.options.rounds)
        table = "" if outlook.table is None else sentences.whose_table(outlook.table)
        middle = f"{rounds} · {onlooking.beside(table, outlook)}"
        self.screen.banner.show(game.title, middle, self.screen.clock_words())
        now = "" if self.sitting.is_watching else sentences.what_now(outlook)
        if self.sitting.projector.is_looking_back:
            now = _("Looking back at the last turn.")
        hint = "" if outlook.is_onlooker else self.screen.takelan.coach.hint(game.name, view, moves)
        happened = self.sitting.news or frame.told
        self.screen.say(happened, now, objection=self.objection, advice=self._advice, hint=hint)

    def _call(self, moves: Sequence[Any]) -> None:
        """Ring when it is this player's turn to decide, which in a race it never is."""
        frame = self.sitting.frame
        is_race = frame is not None and game_of(frame.view).is_race
        has_choice = bool(moves) and not is_race and not self._has_decided()
        if has_choice != self._had_choice:
            self._had_choice = has_choice
            self.screen.takelan.call_player(is_turn=has_choice)

    def _has_decided(self) -> bool:
        view = self.sitting.outlook.view
        return isinstance(view, take_a_number.View) and view.chosen is not None

    def offers(self) -> Sequence[Offer]:
        """Offer the moves of the moment."""
        if self.sitting.is_watching:
            return [Offer(".", _("skip"), "full_stop")]
        frame = self.sitting.frame
        if frame is None:
            return []
        offers = list(self._move_offers(frame.view, self.moves))
        if self.sitting.counsel is not None and self.moves:
            offers.append(Offer("i", _("hint"), "i"))
        if self.sitting.projector.can_look_back:
            offers.append(Offer(",", _("last turn"), "comma"))
        coach = self.screen.takelan.coach
        is_coached = coach.is_wanted and not self.sitting.outlook.is_onlooker
        if is_coached and game_of(frame.view).name not in coach.met:
            offers.append(Offer("c", _("no more hints"), "c"))
        return offers

    def _move_offers(self, view: Any, moves: Sequence[Any]) -> Sequence[Offer]:
        if isinstance(view, take_it.View):
            return _race_offers(moves)
        if not moves:
            return []
        if isinstance(view, take_that.View):
            return self._line_offers(moves)
        board = self.board
        if board is not None and board.chosen() is not None:
            return [Offer("Enter", _("take this one"), "enter"), Offer("←→↑↓", _("choose"), "right")]
        other = Offer("←→", _("other card"), "right")
        if view.chosen == self.hand.card:
            return [other]
        words = _("choose {card}") if view.chosen is None else _("change to {card}")
        return [Offer("Enter", words.format(card=self.hand.card), "enter"), other]

    def _line_offers(self, moves: Sequence[Any]) -> Sequence[Offer]:
        card, offers = self.hand.card, []
        if card is not None and take_that.Lay(card) in moves:
            offers.append(Offer("Enter", _("lay {card}").format(card=card), "enter"))
        if any(isinstance(move, take_that.Twist) for move in moves):
            offers.append(Offer("w", _("twist"), "w"))
        if take_that.TakeLine() in moves:
            offers.append(Offer("k", _("take the line"), "k"))
        return [*offers, Offer("←→", _("other card"), "right")]

    def press(self, key: str) -> None:
        """React to a key; pointing elsewhere draws no more than what is pointed at."""
        had_objection, self.objection = bool(self.objection), ""
        if self.sitting.is_watching:
            self._press_while_watching(key)
        elif self.is_lingering and key in ("enter", "full_stop"):
            self._stop_lingering()
        elif key.isdigit():
            self._point((int(key) - 1) % 10)
        elif key in self._presses():
            self._presses()[key]()
        if key not in _POINTING or had_objection:
            self.screen.show()

    def _presses(self) -> dict[str, Callable[[], None]]:
        return {
            "left": lambda: self._move(-1, 0),
            "right": lambda: self._move(1, 0),
            "up": lambda: self._move(0, -1),
            "down": lambda: self._move(0, 1),
            "enter": self._enter,
            "space": self._grab,
            "k": lambda: self.try_move(take_that.TakeLine(), take_that.View),
            "w": self._twist,
            "comma": self._look_back,
            "c": self.screen.takelan.dismiss_coach,
            "i": self._ask,
        }

    def _ask(self) -> None:
        """Ask for advice where that is fair, and go on while it is being thought of."""
        counsel = self.sitting.counsel
        is_new = self._advised != self._question()
        if counsel is not None and self.moves and is_new:
            self._advice, self._advised = _("Thinking …"), self._question()
            self.screen.run_worker(self._take_advice(counsel), group="advice", exclusive=True)

    async def _take_advice(self, counsel: Counsel) -> None:
        question, outlook = self._question(), self.sitting.outlook
        advice = await self.screen.takelan.mind.ask(think, counsel.pages, outlook.view, outlook.moves)
        if question != self._advised:
            return
        self._advice = advice or _("Nothing came to mind: i asks again.")
        if advice is None:
            self._advised = None
        self.screen.show()

    def _question(self) -> Any:
        """Tell what is to be decided; that others have chosen their cards meanwhile changes nothing."""
        outlook = self.sitting.outlook
        view = outlook.view
        seen = (getattr(view, name, None) for name in ("round", "row", "chosen"))
        return (*seen, *outlook.moves)

    def _press_while_watching(self, key: str) -> None:
        if key in ("full_stop", "enter"):
            self._skip()
        elif key in ("left", "right"):
            self._move(-1 if key == "left" else 1, 0)

    def try_move(self, move: Any, kind: type | None = None) -> None:
        """Make a move if it is allowed; if not, say why and send nothing."""
        if kind is not None and not isinstance(self.sitting.outlook.view, kind):
            return
        objection = self.sitting.outlook.objection(move)
        if objection is None:
            self.sitting.play(move)
        else:
            self.objection = objection

    def _enter(self) -> None:
        view, board = self.sitting.outlook.view, self.board
        if board is not None and (move := board.chosen()) is not None:
            self.try_move(move)
        elif isinstance(view, take_it.View):
            self.try_move(take_it.Flip())
        elif self.hand.card is not None:
            self.pick(self.hand.card)

    def pick(self, card: int) -> None:
        """Play a card of the hand in the way it can be played."""
        if isinstance(self.sitting.outlook.view, take_a_number.View):
            self.try_move(take_a_number.ChooseCard(card))
        elif take_that.Lay(card) not in self.moves and take_that.Twist(card) in self.moves:
            self.try_move(take_that.Twist(card))
        else:
            self.try_move(take_that.Lay(card), take_that.View)

    def _grab(self) -> None:
        view = self.sitting.outlook.view
        if isinstance(view, take_it.View):
            self.try_move(take_it.Grab(view.row_number))

    def _twist(self) -> None:
        twists = [move for move in self.moves if isinstance(move, take_that.Twist)]
        chosen = [move for move in twists if move.card == self.hand.card]
        if chosen or len(twists) == 1:
            self.try_move((chosen or twists)[0])
        elif twists:
            self.hand.move_to(self.hand.cards.index(twists[0].card))
            words = _("You hold several twins: w twists with {card}, or choose another of {cards}.")
            cards = ", ".join(str(move.card) for move in twists)
            self.objection = words.format(card=twists[0].card, cards=cards)
        elif self.hand.card is not None:
            self.try_move(take_that.Twist(self.hand.card), take_that.View)

    def _point(self, index: int) -> None:
        board = self.board
        if isinstance(board, TakeANumberBoard) and board.chosen() is not None:
            board.choose(index)
        else:
            self.hand.move_to(index)

    def _move(self, across: int, down: int) -> None:
        board = self.board
        if board is not None and board.chosen() is not None:
            board.move(across, down)
        elif across:
            self.hand.move(across)

    def _look_back(self) -> None:
        if self.sitting.projector.can_look_back:
            self.sitting.projector.look_back()
            self._tick()


def _race_offers(moves: Sequence[Any]) -> list[Offer]:
    offers = []
    if any(isinstance(move, take_it.Grab) for move in moves):
        offers.append(Offer("Space", _("grab"), "space"))
    if any(isinstance(move, take_it.Flip) for move in moves):
        offers.append(Offer("Enter", _("turn over"), "enter"))
    return offers
