"""Round trips do not flicker."""

from takelan.ui.trips import in_short, in_words, steady


def test_a_trip_is_rounded_up_to_a_step() -> None:
    """Nobody needs to know whether it is 12 or 13 milliseconds."""
    assert steady((), (0, 12, 99, 9000, None)) == (5, 20, 100, 5000, None)
    assert in_words(20) == "<20 ms"
    assert in_words(None) == ""


def test_in_a_narrow_strip_a_trip_has_four_letters() -> None:
    """Ten strips side by side have no room for more."""
    trips = (None, *steady((), (1, 40, 150, 900, 9000)))
    assert [in_short(trip) for trip in trips] == ["", "<5", "<50", "<200", "<1 s", "<5 s"]


def test_a_shown_trip_stays_while_it_is_nearly_true() -> None:
    """It changes when the line becomes slower, or clearly faster."""
    shown = steady((), (12,))
    assert steady(shown, (19,)) == shown
    assert steady(shown, (7,)) == shown
    assert steady(shown, (6,)) == (10,)
    assert steady(shown, (21,)) == (50,)
