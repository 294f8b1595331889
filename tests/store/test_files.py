"""A file is written whole or not at all."""

import os
import threading
from pathlib import Path

import pytest

from takelan.store.files import write_whole


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    """Until the end the old content stands there."""
    target = tmp_path / "games"
    target.write_bytes(b"old")
    with write_whole(target) as stream:
        stream.write(b"new")
        stream.flush()
        assert target.read_bytes() == b"old"
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_what_was_there_before(failure: type[BaseException], tmp_path: Path) -> None:
    """Neither half a file nor a draft stays behind, whatever interrupted the writing."""
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    for target in (old, new):
        with pytest.raises(failure), write_whole(target) as stream:
            stream.write(b"half")
            raise failure
    assert list(tmp_path.iterdir()) == [old]
    assert old.read_bytes() == b"old"


def test_a_new_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    """Its permissions are those of every file the player makes."""
    (tmp_path / "ordinary").touch()
    with write_whole(tmp_path / "games"):
        pass
    assert (tmp_path / "games").stat().st_mode == (tmp_path / "ordinary").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """What is written lies where the link leads."""
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with write_whole(tmp_path / "link") as stream:
        stream.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """Another program waits at the other end."""
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    with write_whole(pipe) as stream:
        stream.write(b"new")
    reader.join(timeout=10)
    assert read == [b"new"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("target", [".", "missing/games"])
def test_a_place_for_no_file_is_an_error(target: str, tmp_path: Path) -> None:
    """A folder, or a file in a folder that is not there, cannot be written."""
    with pytest.raises(OSError), write_whole(tmp_path / target):
        pass
    assert list(tmp_path.iterdir()) == []
