"""``takelan doctor``: why somebody cannot see a table, the verdict first."""

import os

import click
import msgspec

from takelan.cli import front
from takelan.cli.parameters import Number
from takelan.net.doctor.account import account_for
from takelan.net.doctor.examination import Examination
from takelan.net.doctor.findings import Findings
from takelan.net.doctor.judgement import Verdict, judge
from takelan.net.doctor.matrix import matrix_of
from takelan.ui.round_trip import measure_round_trip
from takelan.ui.shown import wrap
from takelan.ui.terminal import look_at_terminal

_WIDTH = 100


@click.command(short_help="Find out why a table cannot be seen.")
@click.argument("address", required=False)
@click.option("is_json", "--json", is_flag=True, help="Print everything as one JSON object.")
@click.option(
    "--wait",
    type=Number(0, 3600),
    default=0.0,
    metavar="SECONDS",
    help="Stay so much longer, for a doctor on the other machine to come.",
)
def doctor(address: str | None, is_json: bool, wait: float) -> None:
    """Find out why a table cannot be seen or joined.

    The first line is the verdict: what is wrong, and what to type next. With ADDRESS the way to that table
    is examined as well. Run it on both machines at once, and each shows who hears whom.

    The exit code is 0 if nothing is wrong, and 1 if something is.
    """
    front.run(lambda: _examine(address, wait, is_json=is_json))


async def _examine(address: str | None, wait: float, *, is_json: bool) -> int:
    terminal = look_at_terminal(os.environ, measure_round_trip())
    findings = await Examination(address, terminal).run(wait)
    verdict = judge(findings)
    click.echo(_json(verdict, findings) if is_json else "\n".join(_lines(verdict, findings)))
    return 0 if verdict.is_healthy else 1


def _lines(verdict: Verdict, findings: Findings) -> list[str]:
    """Write the verdict on one line, however long, and everything else below it."""
    lines = [_printable(str(verdict))]
    for section in account_for(findings):
        lines += ["", section.title]
        for sentence in section.lines:
            lines += _indented(_printable(sentence))
    return lines


def _indented(sentence: str) -> list[str]:
    # What has to be typed, and what stands in columns, is left as it is.
    if sentence.startswith(" ") or "   " in sentence:
        return [f"  {sentence}"]
    first, *rest = wrap(sentence, _WIDTH) or [""]
    return [f"  {first}", *(f"    {line}" for line in rest)]


def _json(verdict: Verdict, findings: Findings) -> str:
    matrix = matrix_of(findings)
    return msgspec.json.encode(
        {
            "verdict": verdict,
            "findings": findings,
            "matrix": None if matrix is None else {"names": matrix.names, "cells": matrix.cells},
        }
    ).decode()


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "�" for letter in text)
