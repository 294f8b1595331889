"""``takelan host``: open a table at once, and sit down at it."""

from typing import Any

import click

from takelan.cli import front
from takelan.cli.opening import Opening, default_game, new_table_id, opening_options
from takelan.cli.parameters import game_argument
from takelan.language import translate as _
from takelan.rules.game import AnyGame

#: How long a host whose table is empty may take to say its goodbyes.
_END_WITHIN = 4.0


@click.command()
@game_argument(required=False)
@opening_options(with_seats=True)
@click.option("--headless", is_flag=True, help="Only hold the table: no terminal, no player.")
@click.option("is_json", "--json", is_flag=True, help="With --headless: print where the table is as JSON.")
@click.option("exits", "--exit", type=click.Choice(["after-game"]), help="With --headless: when to end.")
@click.option("--table-id", hidden=True)
@click.option("--owner", hidden=True, help="The public key of the player who opened the table.")
@click.option("--with-parent", is_flag=True, hidden=True, help="End when stdin ends and nobody is left.")
@click.option("is_heir", "--inherit", is_flag=True, hidden=True, help="Wait for a table on stdin.")
@click.option("--term", type=click.IntRange(1), default=1, hidden=True, help="Which host of it this is.")
@click.option("--merges", is_flag=True, hidden=True, help="Join an earlier table met before dealing.")
@click.option("--haste", type=float, default=1.0, hidden=True, help="Shorten or stretch the time of bots.")
def host(
    game: AnyGame | None,
    plain: bool,
    headless: bool,
    is_json: bool,
    exits: str | None,
    table_id: str | None,
    owner: str | None,
    with_parent: bool,
    is_heir: bool,
    term: int,
    haste: float,
    bots: tuple[str, ...] | None,
    **wishes: Any,
) -> None:
    """Open a table for GAME and sit down at it; others on the network find it with 'takelan join'."""
    opening = Opening(game=game or default_game(), bots=bots or (), **wishes)
    if not headless:
        open_and_play(opening, plain=plain, haste=haste, exits=exits)
        return
    from takelan.cli.headless import Manner, inherit, serve

    manner = Manner(
        is_json=is_json,
        is_for_one_game=exits == "after-game",
        has_parent=with_parent,
        transcript=opening.transcript,
        bind=opening.bind,
        port=opening.port,
        haste=haste,
    )
    key = bytes.fromhex(owner) if owner else None
    if is_heir and key is not None:
        inherit(key, term, manner)
    else:
        serve(opening.setup(table_id or new_table_id(), key), manner)


def open_and_play(
    opening: Opening,
    *,
    plain: bool,
    haste: float = 1.0,
    exits: str | None = None,
    table_id: str | None = None,
) -> None:
    """Start a host of our own and sit down at its table as its owner."""
    table = table_id or new_table_id()
    # Whatever is wrong with the wishes is said before a process is started for them.
    setup = opening.setup(table, None)

    async def playing() -> int:
        from takelan.cli.headless import guest_command
        from takelan.net.child import start_host
        from takelan.net.proofs import public_key
        from takelan.store.seat_keys import open_seat_key

        key = open_seat_key(table, str(setup.host_name))
        owner = public_key(key.secret).hex()
        manner = [f"--table-id={table}", f"--owner={owner}", f"--haste={haste}"]
        manner += [f"--exit={exits}"] if exits else []
        child = await start_host([*opening.arguments(), *manner], opening.bind)
        try:
            visit = front.Visit(
                place=child.place,
                name=setup.host_name,
                key=key,
                guest_command=guest_command(child.addresses, child.port),
            )
            return await front.play(visit, plain=plain)
        finally:
            if not await child.release(_END_WITHIN):
                click.echo(_("The others play on; the table closes when the last of them leaves."))

    front.run(playing)
