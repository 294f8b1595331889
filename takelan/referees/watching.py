"""One seat's or onlooker's referee for a whole evening: a fresh one for each game; the first foul stays."""

from typing import Any, TypeAlias

from takelan.referees.fouls import Foul, FoulError
from takelan.referees.take_a_number import TakeANumberReferee
from takelan.referees.take_it import TakeItReferee
from takelan.referees.take_that import TakeThatReferee
from takelan.rules import take_a_number, take_it, take_that

Referee: TypeAlias = TakeThatReferee | TakeItReferee | TakeANumberReferee

_REFEREES: dict[type, Any] = {
    take_that.View: TakeThatReferee,
    take_it.View: TakeItReferee,
    take_a_number.View: TakeANumberReferee,
}
# Whatever a lying host tells, looking it up fails in one of these ways.
_NONSENSE = (IndexError, KeyError, ValueError, TypeError)


class Watch:
    """Judges every step that a seat, or an onlooker, is told."""

    def __init__(self) -> None:
        self._referee: Referee | None = None
        self._view_type: type | None = None
        #: Whether the next step may be the first of a game that began without this seat.
        self._has_just_come = False
        #: The first thing that does not follow; None while all is well.
        self.foul: Foul | None = None

    def arrive(self) -> None:
        """Note that an onlooker has got a seat, perhaps between two rounds of a game."""
        self._has_just_come = True
        # What followed the table from the gallery knows nothing of a hand.
        self._referee = None

    def restart(self) -> None:
        """Expect a round to be dealt again, which everybody is told; what was found before stays."""
        self._referee, self._has_just_come = None, True

    def hear(self, step: Any) -> None:
        """Judge a step."""
        if self.foul is not None:
            return
        judged = None
        has_just_come, self._has_just_come = self._has_just_come and not _begins(step), False
        try:
            referee = self._referee_for(step)
            if step.is_catch_up or has_just_come:
                referee.adopt(step.view)
                return
            for judged in step.hearings:
                referee.hear(judged, step.view)
            judged = None
            referee.look(step.view)
        except FoulError as error:
            self.foul = Foul(judged, str(error))
        except _NONSENSE:
            self.foul = Foul(judged, "")

    def _referee_for(self, step: Any) -> Referee:
        is_new = _begins(step)
        if self._referee is None or self._view_type is not type(step.view) or is_new:
            self._view_type = type(step.view)
            referee: Referee = _REFEREES[self._view_type](step.view)
            self._referee = referee
            if is_new:
                referee.begin()
        return self._referee


def _begins(step: Any) -> bool:
    """Tell whether a step is the first of a game."""
    return any(getattr(hearing, "round", None) == 1 for hearing in step.hearings)
