"""Leaving in peace: a vote in every later term for the host that is left, so that it is not held up.

Rule 1: a resignation counts for that very host process alone, and only while it asks for votes for itself: it
asks once a term, so that nobody's resignation ever makes two hosts of one term.
Rule 2: whoever has resigned votes no more until a host has entrusted it with a newer epoch.
"""

from collections.abc import Iterable

from takelan.table.succession.craft import Craft
from takelan.table.succession.house import House
from takelan.table.succession.people import Person
from takelan.table.succession.statements import resignation_statement
from takelan.wire.succession import Certificate, Resignation


def accept(person: Person, given: Resignation | None, table: str, house: House) -> None:
    """Let somebody go in peace, and keep what makes that worth a vote here."""
    person.has_resigned = True
    if given is not None and given.voter == person.key:
        is_ours = is_genuine(given, table, house.offer.host_key, house.craft)
        person.resignation = given if is_ours else None


def is_genuine(resignation: Resignation, table: str, host_key: bytes, craft: Craft) -> bool:
    """Tell whether its voter has resigned in favour of a host."""
    text = resignation_statement(table, host_key, resignation.term)
    return craft.verify(resignation.voter, text, resignation.signature)


def counting(resignations: Iterable[Resignation], term: int) -> tuple[Resignation, ...]:
    """Pick those that are worth a vote in a term."""
    return tuple(one for one in resignations if one.term < term)


def voters_who_left(certificate: Certificate, craft: Craft) -> set[bytes]:
    """Name those whose resignation counts for the host that a certificate makes."""
    candidacy = certificate.candidacy
    host_key = candidacy.offer.host_key
    return {
        one.voter
        for one in counting(certificate.resignations, candidacy.term)
        if is_genuine(one, candidacy.table, host_key, craft)
    }
