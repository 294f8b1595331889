"""Whoever leaves in peace: a holder with its vote, a host with its table."""

from collections.abc import Sequence

import msgspec
import pytest

from takelan.rules.catalog import find_game
from takelan.rules.chance import Chance
from takelan.table.letters import Letter
from takelan.table.pace import Pace
from takelan.table.setup import Setup
from takelan.table.succession.charges import Promise
from takelan.table.succession.holder import Holder
from takelan.table.succession.keeper import House, Keeper
from takelan.table.succession.outcomes import Outcome, Tell, Write
from takelan.table.succession.passing import SERVE_WITHIN, Passing, open_bequest
from takelan.table.succession.people import Person
from takelan.table.succession.resignations import is_genuine, voters_who_left
from takelan.table.succession.statements import resignation_statement
from takelan.table.table import Table
from takelan.wire import succession as words
from takelan.wire import to_host
from takelan.wire.peer_text import PlayerName, TableName
from takelan.wire.to_peer import Inherit
from tests.simulation.craft import CheapCraft

ANN, BEN, HOST, HEIR = (bytes([number]) * 32 for number in (1, 2, 3, 4))
TABLE = "0" * 16


def offer_of(key: bytes) -> words.Offer:
    """Make what a host process offers."""
    return words.Offer(key, key, words.Where(("10.0.0.1",), 4000, "0" * 64))


def table_of_two() -> Keeper:
    """Seat Ann, who owns the table, and Ben, and deal: nobody holds shares."""
    game = find_game("take-a-number")
    setup = Setup(
        table=TABLE,
        name=TableName("Kitchen"),
        host_name=PlayerName("Ann"),
        game=game,
        options=game.options_type(),
        pace=Pace(),
        levels=("random",),
        owner=ANN,
    )
    house = House(ANN, offer_of(HOST), lambda message: message[:64].ljust(64), bytes, CheapCraft())
    keeper = Keeper(Table(setup, Chance(b"seed")), house, 0.0)
    for peer, key in ((1, ANN), (2, BEN)):
        keeper.receive(peer, to_host.Join(PlayerName(f"P{peer}"), key, bytes(64), None), 0.0)
    for peer in (1, 2):
        keeper.receive(peer, to_host.Ready(), 0.0)
    return keeper


def hand_over(keeper: Keeper) -> tuple[Passing, list[Letter]]:
    """Ask Ben to take over, and let him stand by."""
    passing = Passing(keeper, CheapCraft(), 2, BEN, 1.0)
    passing.begin()
    return passing, passing.hear(2, to_host.Standby(offer_of(HEIR)), 1.0)


@pytest.mark.parametrize(("promised", "is_enough"), [(1, True), (2, False)])
def test_a_holder_that_left_counts_unless_it_has_voted_for_a_later_term(
    promised: int, is_enough: bool
) -> None:
    """Its vote may still make a host, who does not have what is shown here."""
    person = Person(BEN, promised=promised, has_resigned=True)
    assert person.keeps(words.Epoch(1, 1), 5) is is_enough
    assert person.knows(words.Epoch(1, 2)) is is_enough


def test_a_holder_that_leaves_tells_of_its_vote_first() -> None:
    """The host would otherwise take it for one that has given none."""
    record = msgspec.msgpack.encode(Promise(2, bytes(32), words.Epoch(1, 1)))
    holder = Holder(TABLE, BEN, lambda message: message, CheapCraft(), 0.0, record)
    assert holder.resign() == [Tell(words.Superseded(2, 1)), Tell(words.Resigned())]


def test_a_table_is_handed_over_in_the_next_term() -> None:
    """Where nobody else could be asked, its successor has the table as soon as it stands by."""
    keeper = table_of_two()
    passing, letters = hand_over(keeper)
    (sealed,) = [letter.message.sealed for letter in letters if isinstance(letter.message, Inherit)]
    rebuilt = open_bequest(sealed, BEN, HEIR, CheapCraft(), 2.0)
    assert passing.is_frozen
    assert rebuilt.legacy.term == keeper.term + 1
    assert rebuilt.table.keys() == {ANN, BEN}


def test_a_table_given_away_without_votes_is_not_taken_back() -> None:
    """Nobody could tell the two hosts apart otherwise."""
    passing, _ = hand_over(table_of_two())
    passing.due(1.0 + SERVE_WITHIN)
    assert passing.is_over
    assert passing.is_given_away
    assert passing.is_frozen


def test_a_successor_that_is_gone_before_it_is_given_anything_leaves_the_table_here() -> None:
    """Then nothing has happened, and play goes on."""
    passing = Passing(table_of_two(), CheapCraft(), 2, BEN, 1.0)
    passing.begin()
    passing.lose(2, 1.1)
    assert passing.is_over
    assert not passing.is_frozen


def test_a_resignation_counts_for_the_host_that_was_left_and_for_nobody_else() -> None:
    """Only in terms the voter was never bound in; others could count it as well otherwise."""
    craft = CheapCraft()
    signature = craft.sign(BEN, resignation_statement(TABLE, HOST, 2))
    resignation = words.Resignation(BEN, 2, signature)

    def counted(term: int, host: bytes) -> set[bytes]:
        candidacy = words.Candidacy(TABLE, term, ANN, words.Epoch(1, 1), 0, (), offer_of(host))
        return voters_who_left(words.Certificate(candidacy, (), (resignation,)), craft)

    assert counted(3, HOST) == {BEN}
    assert counted(2, HOST) == set()
    assert counted(3, HEIR) == set()


def entrusted_holder(record: bytes | None = None) -> Holder:
    """Make a player that holds a share of the first epoch."""
    craft = CheapCraft()
    holder = Holder(TABLE, BEN, lambda message: craft.sign(BEN, message), craft, 0.0, record)
    config = words.Config(words.Epoch(1, 1), (BEN, HEIR), 2, (ANN, BEN, HEIR))
    holder.hear(words.Entrust(config, (), (), HOST, words.Share(1, bytes(16)), None), 0.0)
    return holder


def resignation_in(outcomes: Sequence[Outcome]) -> words.Resignation:
    """Find what is told of leaving."""
    tells = [one.message for one in outcomes if isinstance(one, Tell)]
    (resignation,) = [one.resignation for one in tells if isinstance(one, words.Resigned)]
    assert resignation is not None
    return resignation


@pytest.mark.parametrize(("here", "favoured"), [(1, HOST), (2, HEIR)])
def test_whoever_leaves_right_after_a_hand_over_resigns_for_the_host_that_is_there(
    here: int, favoured: bytes
) -> None:
    """It was voted for, and may not have entrusted anybody with anything yet."""
    craft = CheapCraft()
    holder = entrusted_holder()
    call = words.Call(words.Candidacy(TABLE, 2, ANN, words.Epoch(1, 1), 0, (), offer_of(HEIR)))
    assert holder.hear(call, 1.0)
    holder.meet(here)
    resignation = resignation_in(holder.resign())
    for host in (HOST, HEIR):
        assert is_genuine(resignation, TABLE, host, craft) is (host == favoured)


def test_whoever_has_resigned_answers_no_call_even_after_a_restart() -> None:
    """The vote was given up for good, on disk before anybody heard of it."""
    holder = entrusted_holder()
    written, told = holder.resign()
    assert isinstance(written, Write)
    assert isinstance(told, Tell)
    call = words.Call(words.Candidacy(TABLE, 5, ANN, words.Epoch(1, 1), 0, (), offer_of(HOST)))
    assert holder.hear(call, 1.0) == []
    assert entrusted_holder(written.record).hear(call, 1.0) == []
    assert entrusted_holder().hear(call, 1.0) != []
