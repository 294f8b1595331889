"""A box with a title, for dialogs."""

from takelan.ui.widgets.canvas import Canvas


def draw_frame(canvas: Canvas, title: str) -> None:
    """Draw a box around everything, with a title on its upper edge."""
    edge, width = canvas.palette.gold, canvas.width
    canvas.write(0, 0, "╭" + "─" * (width - 2) + "╮", edge)
    for y in range(1, canvas.height - 1):
        canvas.write(0, y, "│", edge)
        canvas.write(width - 1, y, "│", edge)
    canvas.write(0, canvas.height - 1, "╰" + "─" * (width - 2) + "╯", edge)
    canvas.write(2, 0, f" {title} ", edge)
