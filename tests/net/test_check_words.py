"""Check words: the same on both screens, unless somebody sits in between, code or no code."""

from unittest.mock import patch

from takelan.net.discovery.found import Place
from takelan.store.seat_keys import new_seat_key
from takelan.wire.admission import Doorway
from takelan.wire.words import CheckWords
from tests.net.break_in import CODE
from tests.net.hosting import Open, Seat, hosting, join, setup
from tests.net.man_in_the_middle import relaying
from tests.net.test_break_in import claim_without, switched_off


async def _owner(table: Open) -> Seat:
    ann = join(table.place, "Ann", code=CODE if table.host.advert.private else None)
    await ann.until_link("seated")
    return ann


def _checks(owner: Seat) -> list[CheckWords]:
    """Read all check words on the owner's screen."""
    doorways = [one for one in owner.messages if isinstance(one, Doorway)]
    return [check.words for check in doorways[-1].checks] if doorways else []


async def _words_on_both_screens(ann: Seat, place: Place) -> tuple[CheckWords | None, CheckWords]:
    """Let Ben sit down at a place, and read his words on his screen and on Ann's."""
    ben = join(place, "Ben", code=CODE)
    await ben.until_link("seated")
    await ann.until(lambda seat: bool(_checks(seat)))
    own, [told] = ben.links[-1].check_words, _checks(ann)
    await ben.client.leave()
    await ann.until(lambda seat: not _checks(seat))
    return own, told


async def test_both_screens_show_the_same_words() -> None:
    """Ben computes what Ann is told of him; another connection has other words."""
    async with hosting(setup(code=CODE)) as table:
        ann = await _owner(table)
        first, told = await _words_on_both_screens(ann, table.place)
        again, told_again = await _words_on_both_screens(ann, table.place)
        assert (first, again) == (told, told_again)
        assert first != again
        await ann.client.close()


async def test_a_man_in_the_middle_who_knows_the_code_gets_different_words_on_the_two_screens() -> None:
    """He proves the code to both sides and passes everything on; only the words give him away."""
    async with hosting(setup(code=CODE)) as table:
        ann = await _owner(table)
        for _ in range(5):
            async with relaying(table.place, code=CODE) as middle:
                own, told = await _words_on_both_screens(ann, middle.place)
                assert middle.was_welcome or own is not None
                assert own != told
        await ann.client.close()


async def test_he_would_get_the_same_words_if_they_were_bound_to_less() -> None:
    """Passing on the player's own part works once words ignore keys and certificates."""
    weak = {
        **claim_without("certificate", "key"),
        "takelan.net.greeting.is_proven": lambda *parts: True,
    }
    with switched_off(weak):
        async with hosting(setup(code=CODE)) as table:
            ann = await _owner(table)
            async with relaying(table.place, code=CODE, echoes=True) as middle:
                own, told = await _words_on_both_screens(ann, middle.place)
                assert own == told
            await ann.client.close()


async def test_words_are_kept_over_a_lost_connection() -> None:
    """Whoever comes back to the same host is not asked to compare again."""
    async with hosting(setup()) as table:
        ann = await _owner(table)
        ben = join(table.place, "Ben", new_seat_key())
        await ben.until_link("seated")
        words = ben.links[-1].check_words
        seated = len(ben.links)
        visit = ben.client._visit
        assert visit is not None
        visit.cut()
        await ben.until(lambda seat: len(seat.links) > seated and seat.links[-1].kind == "seated")
        assert ben.links[-1].check_words == words is not None
        # A host that has forgotten them, as one resumed from a journal has, gives new ones.
        with patch.object(table.host._table.door, "_words", {}):
            visit = ben.client._visit
            assert visit is not None
            visit.cut()
            seated = len(ben.links)
            await ben.until(lambda seat: len(seat.links) > seated and seat.links[-1].kind == "seated")
            assert ben.links[-1].check_words not in (None, words)
        await ben.client.close()
        await ann.client.close()
