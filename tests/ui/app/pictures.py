"""Draw every screen into docs/pictures: ``make pictures``."""

import asyncio
import os
import tempfile
from pathlib import Path

from tests.ui.app.drawing import draw_svg
from tests.ui.app.scenes import SCENES, Scene, sizes_of

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"


def picture(name: str, size: tuple[int, int]) -> Path:
    """Tell where the picture of a scene is kept."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.svg"


async def draw(scene: Scene, size: tuple[int, int]) -> str:
    """Draw a scene as SVG."""
    app = scene.make()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await scene.act(pilot)
        await pilot.pause()
        return draw_svg(app)


def main() -> None:
    """Draw all scenes in all their sizes."""
    # What is drawn must not depend on the settings of whoever draws it.
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TAKELAN_CONFIG_DIR"] = folder
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in FOLDER.glob("*.svg"):
            old.unlink()
        for name, scene in SCENES.items():
            for columns, rows in sizes_of(scene):
                svg = asyncio.run(draw(scene, (columns, rows)))
                picture(name, (columns, rows)).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
