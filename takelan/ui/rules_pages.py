"""The rules of the games as pages to read, in the reader's language where there is one."""

from importlib import resources
from importlib.resources.abc import Traversable

from takelan.language import languages
from takelan.rules.game import AnyGame


def rules_text(game: AnyGame) -> str:
    """Read the rules of a game from the package."""
    return page_in(resources.files("takelan.rules") / game.name.replace("-", "_")).rstrip()


def page_in(folder: Traversable) -> str:
    """Read the page of rules in a folder: ``rules.de.md`` for readers of German, else ``rules.md``."""
    translated = (folder / f"rules.{language}.md" for language in languages())
    page = next((page for page in translated if page.is_file()), folder / "rules.md")
    return page.read_text(encoding="utf-8")
