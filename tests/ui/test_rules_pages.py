"""Pages of rules in the reader's language."""

from pathlib import Path

import pytest

from takelan.language import languages
from takelan.rules.catalog import GAMES
from takelan.ui.rules_pages import page_in, rules_text


@pytest.mark.parametrize(
    ("environ", "read"),
    [
        ({}, []),
        ({"LANG": "C.UTF-8"}, ["C"]),
        ({"LANG": "de_AT.UTF-8"}, ["de_AT", "de"]),
        ({"LC_ALL": "sr_RS@latin", "LANG": "en_GB"}, ["sr_RS", "sr"]),
        ({"LANGUAGE": "fr:de_CH", "LANG": "en_GB"}, ["fr", "de_CH", "de"]),
        ({"LANG": "../../etc"}, []),
    ],
)
def test_languages_are_those_of_the_environment(environ: dict[str, str], read: list[str]) -> None:
    """In gettext's order, each with its country before it without; nothing that could lead elsewhere."""
    assert languages(environ) == read


def test_rules_are_read_in_ones_own_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where that page is missing the English one is read."""
    (tmp_path / "rules.md").write_text("Rules", encoding="utf-8")
    (tmp_path / "rules.de.md").write_text("Regeln", encoding="utf-8")
    for language, page in ("de_AT.UTF-8", "Regeln"), ("fr_FR.UTF-8", "Rules"):
        monkeypatch.setenv("LANGUAGE", language)
        assert page_in(tmp_path) == page
        assert all(map(rules_text, GAMES.values()))
