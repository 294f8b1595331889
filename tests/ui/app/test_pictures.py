"""Every screen looks as it was last looked at."""

import pytest

from tests.ui.app.pictures import draw, picture
from tests.ui.app.scenes import SCENES, sizes_of

CASES = [(name, size) for name, scene in SCENES.items() for size in sizes_of(scene)]


@pytest.mark.parametrize(("name", "size"), CASES, ids=[f"{name}-{size[0]}" for name, size in CASES])
async def test_a_screen_looks_like_its_picture(name: str, size: tuple[int, int]) -> None:
    """A change of looks is deliberate: run ``make pictures``, look at what changed, commit it."""
    drawn = await draw(SCENES[name], size)
    assert drawn == picture(name, size).read_text(encoding="utf-8"), "run `make pictures` and look"
