"""A journal outlives its host and belongs to one process at a time."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from takelan.store import journals
from takelan.store.journals import Page, open_journal, unfinished

TABLE = "0123456789abcdef"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep journals in a folder of the test's own."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path))
    return tmp_path


def page(table: str = TABLE, written: float = 1.0) -> Page:
    """Make a page."""
    return Page(
        table=table,
        game="take-that",
        names=("Ann", "Ben"),
        term=1,
        port=18253,
        bind=None,
        identity=b"key",
        snapshot=b"cards",
        written=written,
    )


def test_a_page_is_found_when_its_process_is_gone() -> None:
    """While a host lives its game is not unfinished; afterwards it is."""
    journal = open_journal(TABLE)
    assert journal is not None
    journal.write(page())
    assert unfinished() == []
    journal.close()
    assert unfinished() == [page()]


def test_only_one_process_keeps_a_journal() -> None:
    """A second host for the same table gets none."""
    first = open_journal(TABLE)
    assert first is not None
    assert open_journal(TABLE) is None
    first.close()
    assert open_journal(TABLE) is not None


def test_a_killed_process_leaves_its_journal_to_the_next(state: Path) -> None:
    """The lock ends with the process, even with kill -9."""
    script = (
        "import os, signal; from takelan.store.journals import open_journal; from tests.store.test_journals "
        f"import page; open_journal('{TABLE}').write(page()); os.kill(os.getpid(), signal.SIGKILL)"
    )
    root = Path(journals.__file__).parents[2]
    environment = {**os.environ, "TAKELAN_STATE_DIR": str(state), "PYTHONPATH": str(root)}
    subprocess.run([sys.executable, "-c", script], env=environment, check=False, cwd=root)
    assert unfinished() == [page()]


def test_a_journal_is_for_its_owner_alone(state: Path) -> None:
    """Hands lie in it: nobody else on the machine may read them."""
    journal = open_journal(TABLE)
    assert journal is not None
    journal.write(page())
    for path in (state / "journals").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_erased_page_is_gone_and_leaves_nothing(state: Path) -> None:
    """A game that ended is not offered again."""
    journal = open_journal(TABLE)
    assert journal is not None
    journal.write(page())
    journal.erase()
    journal.close()
    assert unfinished() == []
    assert list((state / "journals").iterdir()) == []


def test_a_page_that_cannot_be_put_in_place_is_not_left_behind(state: Path) -> None:
    """Nor is the one that was being written when its process was killed: both hold hands."""
    journal = open_journal(TABLE)
    assert journal is not None
    in_the_way, draft = (state / "journals" / f"{TABLE}{suffix}" for suffix in (".journal", ".new"))
    in_the_way.mkdir()
    journal.write(page())
    assert not draft.exists()
    in_the_way.rmdir()
    draft.write_bytes(b"half a page")
    journal.erase()
    journal.close()
    assert list((state / "journals").iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"\x80", b"not a page", b"\xff" * 2_000_000])
def test_a_file_that_is_no_page_is_passed_over(state: Path, content: bytes) -> None:
    """What is on the disk is typed like what comes from the network."""
    journal = open_journal(TABLE)
    assert journal is not None
    journal.write(page())
    journal.close()
    (state / "journals" / f"{TABLE}.journal").write_bytes(content)
    assert unfinished() == []


def test_the_most_recent_game_comes_first() -> None:
    """The game of tonight is offered before that of last week."""
    for table, written in (("0" * 16, 5.0), ("1" * 16, 9.0), ("2" * 16, 7.0)):
        journal = open_journal(table)
        assert journal is not None
        journal.write(page(table, written))
        journal.close()
    assert [one.written for one in unfinished()] == [9.0, 7.0, 5.0]
