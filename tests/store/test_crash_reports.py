"""A report of a crash tells where, never what was in whose hand."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.store.crash_reports import describe, save_report

_MOMENT = "2026-01-31 09:30:00Z"


def _fail(hand: str) -> None:
    table = {"hand": hand}
    try:
        raise KeyError(hand)
    except KeyError as error:
        error.add_note(hand)
        raise ExceptionGroup(hand, [ValueError(hand), RuntimeError(table)]) from error


def _failure(hand: str) -> Exception:
    try:
        _fail(hand)
    except Exception as error:
        return error
    raise AssertionError


@given(st.integers(10**6, 10**9).map(lambda number: f"secret{number}"))
def test_a_report_holds_no_value_of_the_program(secret: str) -> None:
    """Neither locals nor messages nor notes nor parts of a group get into it."""
    report = describe(_failure(secret), "join", _MOMENT, {"TERM": "xterm", "TAKELAN_CODE": secret})
    assert secret not in report
    assert "TERM=xterm" in report


def test_a_report_tells_the_way_to_the_failure() -> None:
    """Every exception of the chain is named, with the lines that led to it."""
    report = describe(_failure("x"), "join", _MOMENT, {})
    for name in ("ExceptionGroup", "caused by KeyError", "a part of it: ValueError", "RuntimeError"):
        assert name in report
    assert "in _fail" in report
    assert "raise KeyError(hand)" in report


def test_a_report_names_no_folder_of_its_owner() -> None:
    """Files are named from their package on."""
    report = describe(_failure("x"), "join", _MOMENT, {})
    assert str(Path(__file__).parent) not in report
    assert Path(__file__).name in report


def test_only_the_newest_reports_are_kept_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten of them, each 0600."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path))
    written = [save_report(_failure("x"), "join", f"2026-01-{day:02} 09:30:00Z") for day in range(1, 14)]
    kept = sorted((tmp_path / "crashes").iterdir())
    assert kept == written[-10:]
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}


def test_two_reports_of_one_moment_are_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake that was caught and the crash behind it may be told within a second."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path))
    written = {save_report(_failure("x"), "join", _MOMENT) for _ in range(3)}
    assert len(written) == 3
    assert written == set((tmp_path / "crashes").iterdir())


def test_without_a_folder_there_is_no_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing about a crash is ever another crash."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path / "file"))
    assert save_report(_failure("x"), "join", _MOMENT) is None
