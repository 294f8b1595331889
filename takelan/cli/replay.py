"""``takelan replay``: a transcript played again by the rules, and told."""

from pathlib import Path

import click

from takelan.cli.recordings import read_file
from takelan.store.transcripts.printing import as_lines, as_sentences


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--jsonl", is_flag=True, help="Print the transcript again instead of telling it.")
def replay(file: Path, jsonl: bool) -> None:
    """Play the games recorded in FILE again and tell them in sentences.

    FILE is a transcript, as `simulate --jsonl` writes it; - is the standard input. Every line is checked
    against the rules, and the first that does not follow from them is named.
    """
    # Everything is read and checked before the first word is printed.
    recordings = read_file(file)
    for place, recording in enumerate(recordings):
        if place and not jsonl:
            click.echo()
        for line in as_lines(recording) if jsonl else as_sentences(recording):
            click.echo(line)
