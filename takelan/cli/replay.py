"""``takelan replay``: a transcript played again by the rules, and told."""

import sys
from pathlib import Path

import click

from takelan.store.failures import NoSuchFileError
from takelan.store.transcripts.printing import as_lines, as_sentences
from takelan.store.transcripts.reading import Recording, read_recordings


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--jsonl", is_flag=True, help="Print the transcript again instead of telling it.")
def replay(file: Path, jsonl: bool) -> None:
    """Play the games recorded in FILE again and tell them in sentences.

    FILE is a transcript, as `simulate --jsonl` writes it; - is the standard input. Every line is checked
    against the rules, and the first that does not follow from them is named.
    """
    # Everything is read and checked before the first word is printed.
    recordings = _read(file)
    for place, recording in enumerate(recordings):
        if place and not jsonl:
            click.echo()
        for line in as_lines(recording) if jsonl else as_sentences(recording):
            click.echo(line)


def _read(file: Path) -> list[Recording]:
    if str(file) == "-":
        return read_recordings(sys.stdin.buffer, "stdin")
    try:
        with file.open("rb") as stream:
            return read_recordings(stream, file.name)
    except OSError as error:
        raise NoSuchFileError(file=file, why=error.strerror or error) from error
