"""What is said while a host is lost, and about who runs the table."""

import msgspec
import pytest

from takelan.net.link_state import LinkState, Rescue
from takelan.ui import rescue, sentences
from takelan.ui.doors import CutOff
from takelan.ui.outlook import Outlook
from takelan.wire import to_host, to_peer
from tests.table.room import Room, key_of


def at_table(*others: str) -> tuple[Room, Outlook, to_peer.TableState]:
    """Sit down as Cleo, with others, at a table that Ann runs."""
    room = Room("take-a-number", owner=key_of("Ann"))
    ann, *_ = [room.join(name) for name in ("Ann", *others)]
    cleo = room.join("Cleo")
    room.say(ann, to_host.Start())
    outlook = Outlook()
    for message in room.told[cleo]:
        outlook.hear(message)
    assert outlook.table is not None
    return room, outlook, outlook.table


def said(outlook: Outlook, foreseen: Rescue, seconds: int = 0) -> str:
    """Tell what a lost host's banner says."""
    return rescue.tell(LinkState("lost", "It broke.", rescue=foreseen), outlook, seconds)


@pytest.mark.parametrize(
    ("foreseen", "seconds", "sentence"),
    [
        (Rescue("expected", key_of("Ben"), 1.4), 2, "Ann does not answer. Ben takes over in 2 s."),
        (Rescue("expected", key_of("Cleo"), 1.4), 1, "Ann does not answer. You take over in 1 s."),
        (Rescue("expected", key_of("Ben")), 0, "Ann does not answer. Ben is taking over …"),
        (Rescue("trying", key_of("Ben")), 0, "Ann does not answer. Ben is taking over …"),
        (Rescue("trying", key_of("Cleo")), 0, "Ann does not answer. You are taking over the table …"),
        (Rescue("trying", key_of("Zoe")), 0, "Ann does not answer. Another player is taking over …"),
        (
            Rescue("short", here=2, of=4, lacking=2),
            0,
            "Ann does not answer. Waiting for 2 more players: 2 of 4 are here.",
        ),
        (
            Rescue("short", here=1, of=3, lacking=1),
            0,
            "Ann does not answer. Waiting for 1 more player: 1 of 3 is here.",
        ),
        (Rescue("alone"), 0, "Ann does not answer. Your seat is kept: waiting …"),
        (
            Rescue("alone", seconds=3.2),
            4,
            "Ann does not answer. Your seat is kept. In 4 s you may begin the round anew.",
        ),
        (
            Rescue("alone", seconds=0.4),
            0,
            "Ann does not answer. Your seat is kept. In 1 s you may begin the round anew.",
        ),
    ],
)
def test_a_lost_host_is_one_sentence_with_names(foreseen: Rescue, seconds: int, sentence: str) -> None:
    """Who takes over, when, and whom the table waits for."""
    _, outlook, _ = at_table("Ben")
    assert said(outlook, foreseen, seconds) == sentence


def test_the_offer_to_begin_anew_names_both_ways_and_the_key() -> None:
    """Waiting comes first."""
    _, outlook, _ = at_table()
    told = said(outlook, Rescue("alone", can_restart=True))
    assert told == (
        "Ann does not answer. Wait (your seat is kept), or press r to deal this round anew here: totals "
        "stay, a stand-in plays."
    )
    assert rescue.can_restart(LinkState("lost", rescue=Rescue("alone", can_restart=True)))
    assert not rescue.can_restart(LinkState("lost", rescue=Rescue("alone")))


def test_a_host_that_waits_is_not_said_to_be_gone() -> None:
    """On the small side the host lives; the players are missing."""
    _, outlook, _ = at_table("Ben")
    waiting = LinkState("seated", rescue=Rescue("short", here=2, of=4, lacking=1))
    assert rescue.tell(waiting, outlook, 0) == "Waiting for 1 more player: 2 of 4 are here."


def test_a_new_host_is_one_line_in_the_log() -> None:
    """It is told once, by name, and to the new host as such."""
    _, outlook, table = at_table("Ben")
    assert [line.text for line in outlook.hear(table)] == []
    moved = msgspec.structs.replace(table, host=1)
    assert [line.text for line in outlook.hear(moved)] == ["Ben runs the table now."]
    assert [line.text for line in outlook.hear(moved)] == []
    own = msgspec.structs.replace(table, host=table.you)
    assert [line.text for line in outlook.hear(own)] == ["You run the table now."]


def test_the_successor_is_named_beforehand_once_there_is_something_to_take_over() -> None:
    """In the lobby a table whose host leaves just closes."""
    _, _, table = at_table("Ben")
    assert sentences.whose_table(table) == "Kitchen · Ann hosts, then Ben"
    assert sentences.whose_table(msgspec.structs.replace(table, stage="lobby")) == "Kitchen"
    assert sentences.whose_table(msgspec.structs.replace(table, successor=None)) == "Kitchen"


def test_a_game_that_was_cut_off_is_offered_in_words() -> None:
    """One's own is resumed, another's is begun anew."""
    assert rescue.about_cut_off(None) == ""
    own, other = CutOff("0" * 16, "take-it"), CutOff("0" * 16, "take-it", "Ann")
    assert rescue.about_cut_off(own) == "go on with your game of Take It! that was cut off"
    assert rescue.about_cut_off(other) == "Ann's table is gone: begin the round of Take It! anew"
