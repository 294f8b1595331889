"""After a round or a game: the scores, and how to go on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from takelan.language import translate as _
from takelan.rules.catalog import GAMES
from takelan.ui import onlooking, sentences
from takelan.ui.counsel import Counsel, Remark, look_back
from takelan.ui.screens.acts.act import Act
from takelan.ui.widgets.keys import Offer
from takelan.ui.widgets.results import Results
from takelan.wire import to_host

if TYPE_CHECKING:
    from takelan.ui.screens.table import TableScreen


class ResultsAct(Act):
    """Look at the scores, then go on."""

    NAME = "results"

    def __init__(self, screen: "TableScreen") -> None:
        super().__init__(screen)
        self._review: Sequence[Remark] = ()
        #: The deal that the review is about.
        self._reviewed: int | None = None

    def show(self) -> None:
        """Draw the scores."""
        outlook = self.sitting.outlook
        table = outlook.table
        if table is None:
            return
        if self.sitting.counsel is not None:
            self._ask_for_review(self.sitting.counsel)
        is_over = table.stage == "over"
        verdict = self.sitting.verdict if is_over else ""
        self.screen.query_one(Results).show(outlook, self._review, verdict)
        middle = onlooking.beside(sentences.whose_table(table), outlook)
        if outlook.waits_for_round:
            self.screen.banner.show(_("The round before"), middle)
        else:
            self.screen.banner.show(_("Game over") if is_over else _("Between rounds"), middle)
        happened = self.sitting.news
        if is_over:
            happened = happened or _("Next: {game}.").format(game=GAMES[table.game].title)
        self.screen.say(happened, sentences.what_now(outlook), objection=self.objection)

    def _ask_for_review(self, counsel: Counsel) -> None:
        if self._reviewed != counsel.deal:
            self._reviewed, self._review = counsel.deal, ()
            self.screen.run_worker(self._look_back(counsel), group="review", exclusive=True)

    async def _look_back(self, counsel: Counsel) -> None:
        deal = counsel.deal
        review = await self.screen.takelan.mind.ask(look_back, counsel.pages)
        if deal == counsel.deal:
            self._review = review or ()
            self.screen.show()

    def offers(self) -> Sequence[Offer]:
        """Offer the next round, a rematch, or another game."""
        outlook = self.sitting.outlook
        table = outlook.table
        if table is None:
            return []
        if table.stage == "resting":
            return [] if outlook.is_ready else [Offer("Enter", _("next round"), "enter")]
        saving = [Offer("s", _("save"), "s")] if self.sitting.can_save else []
        if not outlook.is_owner:
            words = _("not ready") if outlook.is_ready else _("ready for more")
            return [Offer("Enter", words, "enter"), *saving]
        offers = [Offer("1 2 3", _("another game"), "next_game"), Offer("o", _("options"), "o")]
        if table.missing is None:
            offers.insert(0, Offer("Enter", self._begin_words(), "enter"))
        return [*offers, *saving, Offer("b", _("add a bot"), "b"), Offer("B", _("remove"), "B")]

    def press(self, key: str) -> None:
        """React to a key; what the lobby understands is understood here too."""
        self.objection = ""
        outlook = self.sitting.outlook
        if outlook.table is None:
            return
        if outlook.table.stage == "resting":
            if key == "enter":
                self.sitting.send(to_host.Ready())
            return
        if key == "s" and self.sitting.can_save:
            self.sitting.save()
            self.screen.show()
        elif key in ("enter", "1", "2", "3", "next_game", "o", "b", "B", "n"):
            lobby = self.screen.lobby_act
            lobby.objection = ""
            lobby.press(key)
            if lobby.objection:
                self.object(lobby.objection)

    def _begin_words(self) -> str:
        return _("rematch") if self.sitting.outlook.is_same_game else _("begin")
