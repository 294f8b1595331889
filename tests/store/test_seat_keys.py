"""Seat keys on disk: one process, one key; the same player, the same key."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from takelan.store.seat_keys import MAX_SLOTS, SeatKey, new_seat_key, open_seat_key, remembered, waiting

TABLE = "0123456789abcdef"
OTHER_TABLE = "fedcba9876543210"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a state folder of its own."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path))
    return tmp_path / "seats"


def files(folder: Path) -> list[str]:
    """List the key files."""
    return sorted(path.name for path in folder.iterdir())


def reopened(name: str, table: str = TABLE) -> bytes:
    """Open a key as a new process would, and let go of it."""
    key = open_seat_key(table, name)
    key.close()
    return key.secret


def test_a_player_who_comes_back_has_the_same_key(folder: Path) -> None:
    """Once the first process is gone."""
    assert reopened("Ann") == reopened("Ann")
    assert files(folder) == [f"{TABLE}-0.key"]


def test_two_copies_of_the_program_have_two_keys(folder: Path) -> None:
    """Also under one name."""
    first, second = open_seat_key(TABLE, "Ann"), open_seat_key(TABLE, "Ann")
    assert first.secret != second.secret
    assert files(folder) == [f"{TABLE}-0.key", f"{TABLE}-1.key"]


def test_the_key_of_the_same_name_is_preferred(folder: Path) -> None:
    """Ann and Ben on one machine come back to their own seats in any order."""
    ann, ben = open_seat_key(TABLE, "Ann"), open_seat_key(TABLE, "Ben")
    ann.close()
    ben.close()
    assert reopened("Ben") == ben.secret
    assert reopened("Ann") == ann.secret


def test_another_name_takes_the_first_free_key(folder: Path) -> None:
    """A player who calls themselves otherwise still has their seat, and its key has the new name."""
    old = reopened("Ann")
    assert reopened("Anna") == old
    assert [seat.name for seat in remembered()] == ["Anna"]


def test_every_table_has_keys_of_its_own(folder: Path) -> None:
    """A key says nothing at another table."""
    assert reopened("Ann") != reopened("Ann", OTHER_TABLE)


def test_a_killed_process_lets_go_of_its_key(folder: Path) -> None:
    """After kill -9 the same key is there for whoever comes next; before it is not."""
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from takelan.store.seat_keys import open_seat_key;"
            f"key = open_seat_key('{TABLE}', 'Ann'); print(key.secret.hex(), flush=True); sys.stdin.read()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout is not None
        held = bytes.fromhex(holder.stdout.readline())
        assert reopened("Ann") != held
        holder.kill()
        holder.wait()
    assert reopened("Ann") == held


def test_keys_are_private(folder: Path) -> None:
    """Nobody else on the machine can read them."""
    open_seat_key(TABLE, "Ann")
    assert (folder.stat().st_mode & 0o777, (folder / f"{TABLE}-0.key").stat().st_mode & 0o777) == (
        0o700,
        0o600,
    )


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\xff" * 100, b'{"secret": "AAAA", "name": "Ann"}', b"x" * 9000]
)
def test_a_damaged_file_becomes_a_new_key(folder: Path, content: bytes) -> None:
    """What is no key is replaced by one, which then stays."""
    folder.mkdir()
    (folder / f"{TABLE}-0.key").write_bytes(content)
    assert reopened("Ann") == reopened("Ann")
    assert files(folder) == [f"{TABLE}-0.key"]


def test_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    """A file elsewhere is neither read nor written."""
    folder.mkdir()
    elsewhere = tmp_path / "elsewhere"
    (folder / f"{TABLE}-0.key").symlink_to(elsewhere)
    assert open_seat_key(TABLE, "Ann").is_kept
    assert not elsewhere.exists()


def test_without_a_folder_a_key_lives_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to write to is no reason not to play."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path / "file"))
    key = open_seat_key(TABLE, "Ann")
    assert (len(key.secret), key.is_kept, remembered()) == (32, False, [])
    key.forget()


def test_when_all_keys_are_in_use_the_next_lives_in_memory(folder: Path) -> None:
    """The number of files has an end."""
    held: list[SeatKey] = [open_seat_key(TABLE, "Ann") for _ in range(MAX_SLOTS)]
    assert all(key.is_kept for key in held)
    assert not open_seat_key(TABLE, "Ann").is_kept
    assert len(files(folder)) == MAX_SLOTS


def test_a_forgotten_key_is_gone(folder: Path) -> None:
    """Whoever leaves for good does not come back as the same."""
    key = open_seat_key(TABLE, "Ann")
    key.forget()
    assert files(folder) == []
    assert reopened("Ann") != key.secret


def test_a_key_without_a_seat_is_kept_and_leads_nowhere(folder: Path) -> None:
    """Whoever was sent away is the same to the table, by any name, and is offered no seat."""
    key = open_seat_key(TABLE, "Ann")
    key.give_up()
    assert (reopened("Ann"), reopened("Anna"), remembered()) == (key.secret, key.secret, [])


def test_a_seat_that_somebody_sits_in_does_not_wait(folder: Path) -> None:
    """A game in another terminal is none to come back to until its process ends; one given up never is."""
    key = open_seat_key(TABLE, "Ann")
    open_seat_key(OTHER_TABLE, "Ann").give_up()
    assert waiting() == set()
    key.close()
    assert waiting() == {TABLE}


def test_tables_with_a_key_are_remembered_newest_first(folder: Path) -> None:
    """With the name last used there."""
    reopened("Ann")
    reopened("Ben", OTHER_TABLE)
    os.utime(folder / f"{TABLE}-0.key", (1000, 2000))
    os.utime(folder / f"{OTHER_TABLE}-0.key", (1000, 3000))
    (folder / "note.txt").write_text("not a key")
    assert [(seat.table, seat.name, seat.last_used) for seat in remembered()] == [
        (OTHER_TABLE, "Ben", 3000.0),
        (TABLE, "Ann", 2000.0),
    ]


def test_using_a_key_makes_it_the_newest(folder: Path) -> None:
    """The time of the last use is that of the file."""
    reopened("Ann")
    os.utime(folder / f"{TABLE}-0.key", (1000, 2000))
    reopened("Ann")
    assert time.time() - remembered()[0].last_used < 60


def test_keys_of_evenings_long_past_are_thrown_away(folder: Path) -> None:
    """After a month nobody comes back, and what bound the key binds nobody."""
    key = open_seat_key(TABLE, "Ann")
    assert key.note(b"promise")
    key.close()
    os.utime(folder / f"{TABLE}-0.key", (1000, time.time() - 31 * 24 * 3600))
    reopened("Ann", OTHER_TABLE)
    assert files(folder) == [f"{OTHER_TABLE}-0.key"]


def test_new_keys_differ() -> None:
    """Keys come from the system's own chance."""
    assert len({new_seat_key().secret for _ in range(100)}) == 100


def test_a_promise_that_cannot_be_written_is_said_not_to_be(folder: Path) -> None:
    """The one before it stays; a key that lives in memory keeps its promises there."""
    key = open_seat_key(TABLE, "Ann")
    assert key.note(b"first")
    (folder / f"{TABLE}-0.draft").mkdir()
    assert not key.note(b"second")
    assert key.noted() == b"first"
    assert new_seat_key().note(b"anything")


def test_a_promise_is_on_the_disk_along_with_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose new name is lost in a power cut is the old promise."""
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    assert open_seat_key(TABLE, "Ann").note(b"promise")
    promise = folder / f"{TABLE}-0.promise"
    assert synced == [promise.stat().st_ino, folder.stat().st_ino]
