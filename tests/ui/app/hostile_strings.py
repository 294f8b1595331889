"""Strings that want to steer a terminal, run an action, break markup or shift a column."""

import random
from collections.abc import Iterator

_PIECES = (
    *(
        "\x1b[2J",
        "\x1b]0;owned\x07",
        "\x1b]52;c;aGk=\x07",
        "\x1bP+q\x1b\\",
        "\x1b[?1049l",
        "\x1b[6n",
        "\x1bc",
    ),
    *(
        "\x9b31m",
        "\x9d0;x\x9c",
        "\x90q\x9c",
        "\x07",
        "\x08",
        "\x00",
        "\x7f",
        "\r",
        "\n",
        "\t",
        "\x0e",
        "\x85",
    ),
    *("\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u2028", "\u2029", "\u00ad", "\ufe0f", "\u20e3"),
    *(
        "[@click=app.quit]Ann[/]",
        "[/red]",
        "[red]",
        "[bold",
        "[link=http://x]y[/link]",
        "[[",
        "\\[",
        "$x",
        "{0}",
    ),
    *(
        "\U0001f600",
        "\U0001f1e9\U0001f1ea",
        "\U0001f468\u200d\U0001f469",
        "a" + "\u0301" * 9,
        "\u0489",
        "\ud83d",
    ),
    *("漢字", "한글", "नमस्ते", "שלום", "العربية", "İstanbul", "ß", "Ａ", "\U000e0041", "\U0010ffff", "\u3164"),
    *(
        "%s%n",
        "'; DROP TABLE",
        "<script>",
        "../../etc",
        "Ada",
        "Ben",
        "   ",
        "x" * 90,
        "q",
        "\u1160",
        "\u0e33",
    ),
)


def hostile_strings(seed: int, count: int) -> Iterator[str]:
    """Make strings out of what is known to hurt."""
    chance = random.Random(seed)
    for _ in range(count):
        yield "".join(chance.choice(_PIECES) for _ in range(chance.randint(1, 6)))
