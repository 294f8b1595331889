"""The doctor on the screen: offered where no table is found, live, and never in the way."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from textual import events
from textual.pilot import Pilot

from takelan.net.doctor.findings import Terminal
from takelan.ui.round_trip import WHERE_IS_THE_CURSOR
from takelan.ui.screens.doctor import DoctorScreen
from takelan.ui.screens.home import HomeScreen
from takelan.ui.screens.table import TableScreen
from takelan.ui.widgets.doctor import DoctorSheet
from takelan.ui.widgets.keys import Keys
from tests.net.doctor.cases import UFW, healthy, heard
from tests.ui.app.playing import click, painted, text_of
from tests.ui.app.scenes import TRIED
from tests.ui.app.staging import StagedDoors, staged_app


def _doors(*findings: Any) -> StagedDoors:
    doors = StagedDoors()
    doors.findings = list(findings)
    return doors


async def _call_doctor(pilot: Pilot[Any]) -> None:
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, HomeScreen)
    screen.tell_tried(TRIED)
    await pilot.press("d")
    await pilot.pause()
    await pilot.pause()
    assert isinstance(pilot.app.screen, DoctorScreen)


async def test_the_doctor_is_offered_only_where_nothing_was_found() -> None:
    """Before anything was tried in vain, d is no key and no word of it is on the screen."""
    async with staged_app(None, _doors()).run_test() as pilot:
        await pilot.pause()
        assert "d" not in [offer.key for offer in pilot.app.screen.query_one(Keys).offers]
        await pilot.press("d")
        assert len(pilot.app.screen_stack) == 1
        home: Any = pilot.app.screen
        home.tell_tried(TRIED)
        await pilot.pause()
        assert "d" in [offer.key for offer in pilot.app.screen.query_one(Keys).offers]
        await click(pilot, "Ask the doctor with d")
        assert isinstance(pilot.app.screen, DoctorScreen)


async def test_the_verdict_comes_first_and_esc_leads_back() -> None:
    """The verdict is the first line; leaving ends the examination."""
    doors = _doors(healthy())
    async with staged_app(None, doors).run_test() as pilot:
        await _call_doctor(pilot)
        lines = painted(pilot, DoctorSheet).split("\n")
        assert lines[1].strip().startswith("Everything works here, but no table is announced")
        assert doors.is_examining
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        assert not doors.is_examining


async def test_findings_are_drawn_as_they_come() -> None:
    """While it is not complete nothing is concluded; what comes later changes the verdict on the screen."""
    doors = _doors(healthy(is_complete=False))
    async with staged_app(None, doors).run_test() as pilot:
        await _call_doctor(pilot)
        assert "Examining" in painted(pilot, DoctorSheet)
        screen = pilot.app.screen
        assert isinstance(screen, DoctorScreen)
        screen.show(healthy(tables=(heard("silent"),), firewalls=(UFW,)))
        await pilot.pause()
        assert "nothing gets through to its" in painted(pilot, DoctorSheet)


async def test_it_scrolls_and_examines_again() -> None:
    """Arrows, pages and the wheel move the account below the verdict; r begins anew."""
    doors = _doors(healthy(firewalls=(UFW,)))
    async with staged_app(None, doors).run_test(size=(80, 24)) as pilot:
        await _call_doctor(pilot)
        assert "The folder for keys" not in text_of(pilot)
        await pilot.press("end")
        assert "The folder for keys" in text_of(pilot)
        await pilot.press("home", "down")
        assert "wlan0 leads to a network" in text_of(pilot)
        assert "Networks" not in text_of(pilot)
        doors.findings = [healthy(tables=(heard(),))]
        await pilot.press("r")
        await pilot.pause()
        await pilot.pause()
        assert "Everything works, and a table answers." in text_of(pilot)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_a_long_account_fits_every_size(size: tuple[int, int]) -> None:
    """Nothing is cut off at the right: every word of the verdict is there."""
    doors = _doors(replace(healthy(firewalls=(UFW,)), interfaces=()))
    async with staged_app(None, doors).run_test(size=size) as pilot:
        await _call_doctor(pilot)
        words = " ".join(text_of(pilot).split())
        assert "Connect to the others' Wi-Fi or plug in a cable; until then `takelan solo`" in words


async def test_a_table_that_is_called_meanwhile_is_sat_down_at() -> None:
    """A slow address that answers while the doctor is open leads to the table, not to a screen below."""
    doors = _doors(healthy())
    async with staged_app(None, doors).run_test() as pilot:
        await _call_doctor(pilot)
        pilot.app.sit_down(doors.staged.chair())  # type: ignore[attr-defined] # the app is ours
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert len(pilot.app.screen_stack) == 1


async def test_the_terminal_is_timed_by_its_own_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app asks for the cursor and times the answer; a terminal that is silent is let be."""
    async with staged_app(None, _doors()).run_test() as pilot:
        app: Any = pilot.app
        assert await app.measure_terminal() is None

        def answer(text: str) -> None:
            if WHERE_IS_THE_CURSOR in text:
                app.post_message(events.CursorPosition(3, 4))

        with monkeypatch.context() as patched:
            patched.setattr(type(app), "is_headless", False)
            patched.setattr(app._driver, "write", answer)
            trip = await asyncio.wait_for(app.measure_terminal(), 10)
        assert trip is not None
        assert trip >= 0


async def test_what_the_terminal_is_reaches_the_examination() -> None:
    """The doctor is told about the very terminal it is read on."""
    doors = _doors(healthy())
    async with staged_app(None, doors).run_test() as pilot:
        await _call_doctor(pilot)
        assert isinstance(doors.terminal, Terminal)
