"""Every screen looks as it was last looked at."""

import pytest
from msgspec.structs import replace

from tests.ui.app.pictures import draw, picture
from tests.ui.app.playing import text_of
from tests.ui.app.scenes import LARGE, SCENES, SMALL, sizes_of

CASES = [(name, size) for name, scene in SCENES.items() for size in sizes_of(scene)]


@pytest.mark.parametrize("name", SCENES)
async def test_every_screen_can_do_with_plain_characters(name: str) -> None:
    """With --ascii nothing is drawn that a terminal without line drawing has not got: not a single box."""
    app = SCENES[name].make()
    app.change(replace(app.settings, ascii=True))
    async with app.run_test(size=LARGE if name == "log-and-talk" else SMALL) as pilot:
        await pilot.pause()
        await SCENES[name].act(pilot)
        await pilot.pause()
        assert text_of(pilot).isascii(), [sign for sign in text_of(pilot) if not sign.isascii()]


@pytest.mark.parametrize(("name", "size"), CASES, ids=[f"{name}-{size[0]}" for name, size in CASES])
async def test_a_screen_looks_like_its_picture(name: str, size: tuple[int, int]) -> None:
    """A change of looks is deliberate: run ``make pictures``, look at what changed, commit it."""
    drawn = await draw(SCENES[name], size)
    assert drawn == picture(name, size).read_text(encoding="utf-8"), "run `make pictures` and look"
