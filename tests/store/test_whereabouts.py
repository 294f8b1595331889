"""Tables on this machine and hosts met before are found again, and nothing in a file can hurt."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from takelan.store import whereabouts
from takelan.store.whereabouts import SameBox

TABLE = "0123456789abcdef"
OTHER = "fedcba9876543210"
FINGERPRINT = "ab" * 32


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every file of a test in a folder of its own."""
    monkeypatch.setenv("TAKELAN_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path / "state"))
    return tmp_path


def dead_pid() -> int:
    """Return the id of a process that has just ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_a_published_table_is_found_until_it_is_withdrawn() -> None:
    """The whole life of a file."""
    whereabouts.publish(TABLE, 4000, os.getpid(), FINGERPRINT)
    assert whereabouts.published() == [
        SameBox(table=TABLE, port=4000, pid=os.getpid(), fingerprint=FINGERPRINT)
    ]
    whereabouts.withdraw(TABLE, os.getpid())
    assert whereabouts.published() == []


def test_publishing_again_replaces(folders: Path) -> None:
    """A table that moved to another port is there once, and no half-written file stays behind."""
    whereabouts.publish(TABLE, 4000, os.getpid())
    whereabouts.publish(TABLE, 4001, os.getpid())
    assert [table.port for table in whereabouts.published()] == [4001]
    assert len(list((folders / "runtime").iterdir())) == 1


def test_files_and_folders_are_for_their_owner_only(folders: Path) -> None:
    """Nobody else on the machine reads or writes them."""
    whereabouts.publish(TABLE, 4000, os.getpid())
    whereabouts.remember("192.168.7.5", 4000)
    for folder in (folders / "runtime", folders / "state"):
        assert folder.stat().st_mode & 0o777 == 0o700
        assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o600]


def test_the_file_of_a_dead_process_is_cleared_away(folders: Path) -> None:
    """A host that was killed leaves nothing for long."""
    whereabouts.publish(TABLE, 4000, dead_pid())
    whereabouts.publish(OTHER, 4001, os.getpid())
    assert [table.table for table in whereabouts.published()] == [OTHER]
    assert [path.name for path in (folders / "runtime").iterdir()] == [f"{OTHER}.table"]


@pytest.mark.parametrize("table", ["../escaped", "0123456789ABCDEF", "", TABLE + "\n"])
def test_only_an_id_names_a_file(table: str, folders: Path) -> None:
    """Text never becomes a path."""
    with pytest.raises(ValueError, match="regex"):
        whereabouts.publish(table, 4000, os.getpid())
    with pytest.raises(ValueError, match="regex"):
        whereabouts.withdraw(table, os.getpid())
    assert not (folders / "escaped.table").exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        json.dumps({"table": TABLE, "port": 0, "pid": 1}).encode(),
        json.dumps({"table": TABLE, "port": 4000, "pid": -1}).encode(),
        json.dumps({"table": TABLE, "port": 4000, "pid": 10**30}).encode(),
        json.dumps({"table": OTHER, "port": 4000, "pid": "ours"}).encode(),
        json.dumps({"table": TABLE, "port": 4000, "pid": "ours", "fingerprint": "x"}).encode(),
        json.dumps({"table": TABLE, "port": 4000, "pid": "ours"}).encode() + b" " * 10_000 + b"x",
        b"[" * 8000,
    ],
)
def test_a_malformed_file_is_no_table(content: bytes, folders: Path) -> None:
    """Whatever lies in the folder, the tables beside it are still found."""
    whereabouts.publish(OTHER, 4001, os.getpid())
    # A living process, named only here: parallel test runs must collect the same parameters.
    alive = content.replace(b'"ours"', str(os.getpid()).encode())
    (folders / "runtime" / f"{TABLE}.table").write_bytes(alive)
    assert [table.table for table in whereabouts.published()] == [OTHER]


def test_links_and_pipes_are_not_read(folders: Path) -> None:
    """A link could lead anywhere, and a pipe would never end."""
    whereabouts.publish(TABLE, 4000, os.getpid())
    runtime = folders / "runtime"
    (runtime / f"{TABLE}.table").rename(folders / "elsewhere")
    (runtime / f"{TABLE}.table").symlink_to(folders / "elsewhere")
    os.mkfifo(runtime / f"{OTHER}.table")
    assert whereabouts.published() == []


def test_thousands_of_files_are_bounded(folders: Path) -> None:
    """A folder full of tables costs no more than a few dozen."""
    for number in range(whereabouts.MAX_SAME_BOX + 20):
        whereabouts.publish(f"{number:016x}", 4000, os.getpid())
    assert len(whereabouts.published()) == whereabouts.MAX_SAME_BOX


def test_hosts_are_remembered_most_recent_first() -> None:
    """Meeting a host again moves it to the top."""
    for address in ("10.0.0.1", "fe80::1%eth0", "box.local"):
        whereabouts.remember(address, 4000)
    whereabouts.remember("10.0.0.1", 4000)
    assert whereabouts.known() == [("10.0.0.1", 4000), ("box.local", 4000), ("fe80::1%eth0", 4000)]


def test_only_the_last_hosts_are_remembered() -> None:
    """The list never grows beyond its limit."""
    for number in range(40):
        whereabouts.remember(f"10.0.0.{number}", 4000)
    assert whereabouts.known() == [(f"10.0.0.{number}", 4000) for number in range(39, 23, -1)]


@pytest.mark.parametrize(
    ("address", "port"), [("a b", 1), ("", 1), ("x" * 300, 1), ("10.0.0.1", 0), ("\x1b", 1)]
)
def test_what_cannot_be_an_address_is_not_remembered(address: str, port: int) -> None:
    """A strange address is dropped rather than kept for later."""
    whereabouts.remember("10.0.0.1", 4000)
    whereabouts.remember(address, port)
    assert whereabouts.known() == [("10.0.0.1", 4000)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary() | st.recursive(st.integers() | st.text(), st.lists).map(lambda v: json.dumps(v).encode()))
def test_a_malformed_list_of_hosts_is_an_empty_one(folders: Path, content: bytes) -> None:
    """No content of the file is an error, and the next host starts a good one."""
    (folders / "state").mkdir(mode=0o700, exist_ok=True)
    (folders / "state" / "known-hosts.json").write_bytes(content)
    assert whereabouts.known() == []
    whereabouts.remember("10.0.0.1", 4000)
    assert whereabouts.known() == [("10.0.0.1", 4000)]


def use_nothing() -> None:
    """Do all there is to do and expect nothing of it."""
    whereabouts.publish(TABLE, 4000, os.getpid())
    whereabouts.withdraw(TABLE, os.getpid())
    whereabouts.remember("10.0.0.1", 4000)
    assert whereabouts.published() == []
    assert whereabouts.known() == []


def test_without_any_folder_there_is_nothing_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only or missing disk is no reason not to play."""
    monkeypatch.setenv("TAKELAN_RUNTIME_DIR", "/dev/null/runtime")
    monkeypatch.setenv("TAKELAN_STATE_DIR", "/dev/null/state")
    assert whereabouts.runtime_folder() is None
    assert whereabouts.state_folder() is None
    use_nothing()


def test_a_folder_others_can_write_to_is_not_used(folders: Path) -> None:
    """Somebody else could plant a table there."""
    for name in ("runtime", "state"):
        (folders / name).mkdir()
        (folders / name).chmod(0o777)
    use_nothing()


def test_a_linked_folder_is_not_used(folders: Path) -> None:
    """In a shared place the link could be somebody else's."""
    (folders / "real").mkdir(mode=0o700)
    for name in ("runtime", "state"):
        (folders / name).symlink_to(folders / "real")
    use_nothing()


@pytest.mark.parametrize("is_refused", [True, False])
def test_the_state_folder_stands_in_for_the_runtime_folder(
    is_refused: bool, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system offers no private runtime folder, tables on one machine still meet."""

    def unusable(_app: str) -> Path:
        if is_refused:
            raise PermissionError
        return Path("/dev/null/runtime")

    monkeypatch.delenv("TAKELAN_RUNTIME_DIR")
    monkeypatch.setattr("platformdirs.user_runtime_path", unusable)
    assert whereabouts.runtime_folder() == folders / "state" / "runtime"
    whereabouts.publish(TABLE, 4000, os.getpid())
    assert [table.table for table in whereabouts.published()] == [TABLE]
