"""What a player reads about the fairness of deals, and the file a finished game is saved in."""

from collections.abc import Sequence
from pathlib import Path

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.telling import tell_names
from takelan.store.failures import CannotWriteError
from takelan.store.transcripts.saving import save_game
from takelan.store.transcripts.writing import Provenance
from takelan.table.fairness.eyes import Eyes
from takelan.ui.outlook import Outlook


def alarm(witness: Eyes | None, foul: str) -> str:
    """Say the first thing that does not hold; empty while all is well."""
    found = "" if witness is None or witness.finding is None else witness.finding.text
    return found or foul


def verdict(witness: Eyes | None, names: Sequence[str]) -> str:
    """Say who has verified the game that is over, and how often a shuffle was begun anew."""
    if witness is None or witness.checked is None or not witness.signers:
        return ""
    told = _n(
        "Deal verified by {signers} of {players} player.",
        "Deal verified by {signers} of {players} players.",
        witness.players,
    ).format(signers=witness.signers, players=witness.players)
    if witness.objecting:
        doubters = tell_names([names[seat] for seat in witness.objecting if seat < len(names)] or ["?"])
        told = _("{told} It does not hold for {names}.").format(told=told, names=doubters)
    if witness.redeals:
        again = _n("{count} shuffle was begun anew.", "{count} shuffles were begun anew.", witness.redeals)
        told = f"{told} {again.format(count=witness.redeals)}"
    return told


def save(witness: Eyes | None) -> str:
    """Write the game that is over beside wherever takelan was started, and say where it is."""
    checked = None if witness is None else witness.checked
    if checked is None:
        return _("There is no whole game to save: play one to its end.")
    provenance = Provenance(checked.table, checked.deals, checked.signed)
    name = f"{checked.game.name}-{checked.table[:8]}-{checked.number}.jsonl"
    try:
        save_game(Path(name), checked.game, checked.names, checked.options, checked.events, provenance)
    except CannotWriteError as error:
        return str(error)
    return _("Saved as {file}: check it with `takelan verify {file}`.").format(file=name)


class Bulletin:
    """Tells each piece of news about fairness once, for a client that prints lines."""

    def __init__(self) -> None:
        self._alarm = ""
        self._verdict = ""

    def news(self, witness: Eyes | None, outlook: Outlook) -> list[str]:
        """Tell what was not told yet."""
        lines = []
        if (warning := alarm(witness, outlook.foul)) != self._alarm:
            self._alarm = warning
            lines.append(_("WARNING: {alarm}").format(alarm=warning))
        told = verdict(witness, outlook.names_in_game)
        if told != self._verdict and (not told or self._is_all(witness, outlook)):
            self._verdict = told
            lines += [told] if told else []
        return lines

    def _is_all(self, witness: Eyes | None, outlook: Outlook) -> bool:
        """Tell whether everybody who is still here has said what they found."""
        if witness is None or outlook.table is None:
            return False
        here = sum(seat.bot is None and not seat.is_away for seat in outlook.table.seats)
        return witness.signers + len(witness.objecting) >= min(here, witness.players)
