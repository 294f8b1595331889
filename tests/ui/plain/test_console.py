"""The console between a player and the line client."""

import asyncio
import io
import os
from pathlib import Path

from takelan.ui.plain.console import Console


async def lines_from(source: int) -> list[str]:
    """Read to the end of input."""
    console = Console(source, io.StringIO())
    console.open()
    lines: list[str] = []
    async with asyncio.timeout(30):
        while (line := await console.line()) is not None:
            lines.append(line)
    return lines


async def test_a_pipe_is_read_line_by_line_to_its_end() -> None:
    """Lines arrive whole, however they were cut; a last line needs no line break."""
    reading, writing = os.pipe()
    for piece in (b"one\ntw", b"o\n\xc3", b"\xa9\n", b"last"):
        os.write(writing, piece)
    os.close(writing)
    assert await lines_from(reading) == ["one", "two", "é", "last"]
    os.close(reading)


async def test_a_file_is_read_as_well(tmp_path: Path) -> None:
    """Files cannot be waited for by a selector, and are read all the same."""
    path = tmp_path / "moves"
    path.write_text("1\r\n\r\n2\n", encoding="utf-8")
    with path.open("rb") as file:
        assert await lines_from(file.fileno()) == ["1", "", "2"]


async def test_a_line_without_an_end_does_not_grow_without_an_end() -> None:
    """A program that pours bytes into the client fills neither its memory nor its screen."""
    reading, writing = os.pipe()
    os.write(writing, b"x" * 60_000)
    os.close(writing)
    (line,) = await lines_from(reading)
    assert len(line) == 1000
    os.close(reading)


async def test_an_output_nobody_reads_ends_the_input() -> None:
    """A reader who has had enough is a player who leaves."""
    out_reading, out_writing = os.pipe()
    in_reading, in_writing = os.pipe()
    os.close(out_reading)
    with os.fdopen(out_writing, "w") as out:
        console = Console(in_reading, out)
        console.say("Is anybody there?")
        async with asyncio.timeout(30):
            assert await console.line() is None
    os.close(in_reading)
    os.close(in_writing)
