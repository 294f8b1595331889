"""``takelan list``: the tables on this network that answer."""

import click
import msgspec

from takelan.cli import front
from takelan.cli.finding import LOOK_FOR, command_for, describe, looking
from takelan.language import translate as _
from takelan.net.discovery.browse import Browser
from takelan.net.discovery.found import FoundTable

# A question on the network and its answer are each held back for a tenth of a second at most.
_LOOK_AT_LEAST = 0.28
_QUIET = 0.05


@click.command("list", short_help="List the tables on this network.")
@click.option("is_json", "--json", is_flag=True, help="Print JSON Lines, one table a line.")
@click.option("--watch", is_flag=True, help="Go on, and tell tables that appear and disappear.")
def list_tables(is_json: bool, watch: bool) -> None:
    """List the tables that answer on this network and on this machine.

    With --json and --watch every change is one line with all tables, as a list.
    """
    front.run(lambda: _watch(is_json) if watch else _list(is_json))


async def _list(is_json: bool) -> int:
    async with looking() as browser:
        tables = await browser.settle(_LOOK_AT_LEAST, _QUIET, LOOK_FOR)
        for found in tables or await browser.wait_for_first(LOOK_FOR):
            click.echo(_json([found])[1:-1] if is_json else _line(found))
        if not browser.tables():
            _say_nothing_found(browser, is_json=is_json)
    return 0


def _say_nothing_found(browser: Browser, *, is_json: bool) -> None:
    if not is_json:
        click.echo(_("No table answers."))
        for sentence in browser.tried:
            click.echo(sentence)
        click.echo(_("Open one with `takelan host`, or type the address: `takelan join ADDRESS`."))
        click.echo(_("`takelan doctor` finds out why none is seen."))


async def _watch(is_json: bool) -> int:
    async with looking() as browser:
        before: dict[str, FoundTable] = {}
        while True:
            now = {found.advert.table: found for found in browser.tables()}
            if is_json:
                click.echo(_json(list(now.values())))
            else:
                _tell_changes(before, now)
            before = now
            while not await browser.next_change(3600.0):
                pass


def _tell_changes(before: dict[str, FoundTable], now: dict[str, FoundTable]) -> None:
    for table in before.keys() - now.keys():
        click.echo(_("Gone: {table}").format(table=describe(before[table])))
    for table, found in now.items():
        if before.get(table) != found:
            click.echo(_line(found))


def _line(found: FoundTable) -> str:
    return f"{describe(found)}. {command_for(found)}"


def _json(tables: list[FoundTable]) -> str:
    return msgspec.json.encode([_plain(found) for found in tables]).decode()


def _plain(found: FoundTable) -> dict[str, object]:
    advert = found.advert
    return {
        "table": advert.table,
        "name": str(advert.name),
        "host": str(advert.host),
        "game": advert.game,
        "taken": advert.taken,
        "seats": advert.seats,
        "phase": advert.phase,
        "protocol": advert.protocol,
        "private": advert.private,
        "watchable": advert.watchable,
        "address": found.address,
        "port": found.port,
        "fingerprint": found.fingerprint,
        "source": found.source,
    }
