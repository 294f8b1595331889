"""Who hears whom, and who reaches whom, as far as this machine was told.

Rule 1: nothing is made up: what nobody told is a question mark.
"""

from typing import Literal, NamedTuple

from takelan.language import translate as _
from takelan.net.doctor.findings import Colleague, Findings, HeardTable, Knock

#: Hearing and reaching, each known or not.
Relation = tuple[bool | None, bool | None]
Cell = Literal["-", "?", "no", "hears", "reaches", "both"]

_UNKNOWN: Relation = (None, None)
_IN_VAIN = ("silent", "unreachable", "refused")


class Matrix(NamedTuple):
    """One row and one column for each machine; a row tells whom its machine hears and reaches."""

    names: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]


def matrix_of(findings: Findings) -> Matrix | None:
    """Write the matrix; None where there is nobody else."""
    colleagues, tables = list(findings.colleagues), _tables(findings)
    others = [one.doctor for one in colleagues] + [one.table for one in tables]
    if not others:
        return None
    rows = [_own_row(colleagues, tables)]
    rows += [[_told(one, other) for other in (findings.doctor, *others)] for one in colleagues]
    # A table that is heard has answered our question, so it has heard us; it connects to nobody.
    rows += [[(one.is_heard or None, None), *[_UNKNOWN] * len(others)] for one in tables]
    names = [_("this machine"), *map(_name_of_doctor, colleagues), *map(_name_of_table, tables)]
    cells = [
        tuple("-" if row == column else _cell(relation) for column, relation in enumerate(relations))
        for row, relations in enumerate(rows)
    ]
    return Matrix(tuple(names), tuple(cells))


def _tables(findings: Findings) -> list[HeardTable]:
    """List the tables that were heard or tried, and the one that was asked for."""
    tables = list(findings.tables)
    asked = findings.target.knock if findings.target else None
    if asked is not None and asked.table and asked.table not in {one.table for one in tables}:
        tables.append(HeardTable(table=asked.table, is_heard=False, knock=asked))
    return tables


def _own_row(colleagues: list[Colleague], tables: list[HeardTable]) -> list[Relation]:
    return [
        _UNKNOWN,
        *((one.is_heard, one.is_reached) for one in colleagues),
        *((one.is_heard, _is_reached(one.knock)) for one in tables),
    ]


def _is_reached(knock: Knock | None) -> bool | None:
    return None if knock is None else knock.outcome not in _IN_VAIN


def _told(colleague: Colleague, other: str) -> Relation:
    """Tell what another doctor says of somebody."""
    if colleague.hears is None:
        return _UNKNOWN
    reaches = True if other in (colleague.reaches or ()) else None
    return other in colleague.hears, False if other in (colleague.misses or ()) else reaches


def _cell(relation: Relation) -> Cell:
    match relation:
        case (True, True):
            return "both"
        case (True, _):
            return "hears"
        case (_, True):
            return "reaches"
        case (None, None):
            return "?"
    return "no"


def _name_of_doctor(colleague: Colleague) -> str:
    return _("doctor at {address}").format(address=colleague.address or "?")


def _name_of_table(table: HeardTable) -> str:
    if table.knock is None:
        return _("a table")
    return _("table at {address}").format(address=table.knock.address)
