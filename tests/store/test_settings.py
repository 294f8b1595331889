"""Settings survive, and damaged ones are not fatal."""

from pathlib import Path

import pytest

from takelan.store.settings import Settings, load, save

CHANGED = Settings(
    name='Zoë "the" Great\\',
    theme="linen",
    motion="off",
    ascii=True,
    bell=False,
    title=False,
    coach=False,
    stand_in="hard",
    met=("take-it",),
    last_game="take-a-number",
    last_options={"take-a-number": {"rounds": "3"}},
)


def test_settings_come_back_as_they_were(tmp_path: Path) -> None:
    """Every field is written and read, quotes and backslashes included."""
    save(CHANGED, tmp_path / "folder" / "settings.toml")
    assert load(tmp_path / "folder" / "settings.toml") == CHANGED


def test_a_missing_file_is_the_defaults(tmp_path: Path) -> None:
    """Nobody has to set anything."""
    assert load(tmp_path / "nothing") == Settings()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("theme = ", Settings()),
        ("theme = 3\nbell = false", Settings(bell=False)),
        ("motion = 'sideways'\nname = 'Ada'", Settings(name="Ada")),
        ("unknown = 1\n[x]\ny = 2", Settings()),
        ("stand_in = 'genius'\nbell = false", Settings(bell=False)),
        ("last_game = '../../etc'", Settings()),
        ("x" * 20_000, Settings()),
    ],
)
def test_a_damaged_file_keeps_what_can_be_read(text: str, expected: Settings, tmp_path: Path) -> None:
    """A field that makes no sense keeps its default, and the others count."""
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    assert load(path) == expected


def test_settings_that_cannot_be_written_are_no_error(tmp_path: Path) -> None:
    """They last until the end of the program."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    save(CHANGED, blocked / "settings.toml")
