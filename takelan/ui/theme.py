"""How takelan looks: its own two themes, what a terminal can show, and the styles that cards are drawn with.

Rule 1: nothing is told by colour alone; a terminal without colours shows the same in bold, dim and reverse.
Rule 2: the theme is chosen before the app is built: Textual picks its colour filters only then.
"""

from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from rich.color import Color as RichColor
from rich.console import Console
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

Depth: TypeAlias = Literal["none", "ansi", "full"]
Tone: TypeAlias = Literal["plain", "minus", "toad", "double", "joker", "ten"]

FELT = Theme(
    name="felt",
    dark=True,
    primary="#e6b94d",
    secondary="#7fb69a",
    accent="#f0cd72",
    warning="#f0a24b",
    error="#ff8a78",
    success="#9fd67f",
    foreground="#e9ead8",
    background="#0d3326",
    surface="#124031",
    panel="#184c3b",
    variables={"muted": "#8fb3a1", "card": "#f5eed9", "ink": "#1c2b24", "back": "#7c2f33"},
)

LINEN = Theme(
    name="linen",
    dark=False,
    primary="#8a5a00",
    secondary="#4d6b5a",
    accent="#a06800",
    warning="#a35200",
    error="#b3261e",
    success="#2f6b1e",
    foreground="#2b2a24",
    background="#e4dcc6",
    surface="#eee8d7",
    panel="#d6ccb0",
    variables={"muted": "#6f6a57", "card": "#fffdf6", "ink": "#22211c", "back": "#3f6b57"},
)

#: For NO_COLOR and for terminals with 16 colours: whatever the terminal calls its own.
TERMINAL = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="terminal",
    primary="ansi_yellow",
    variables={
        **BUILTIN_THEMES["ansi-dark"].variables,
        "input-cursor-foreground": "ansi_default",
        "input-cursor-background": "ansi_default",
        "input-cursor-text-style": "reverse",
    },
)

OWN_THEMES = (FELT, LINEN, TERMINAL)


class Palette(NamedTuple):
    """Every style that is drawn with; all but the tones lie on the felt."""

    felt: Style
    quiet: Style
    strong: Style
    gold: Style
    line: Style
    good: Style
    bad: Style
    bar: Style
    bar_key: Style
    bar_quiet: Style
    button: Style
    alert: Style
    back: Style
    slot: Style
    asleep: Style
    asleep_edge: Style
    edge: Style
    cursor_edge: Style
    fresh_edge: Style
    tones: dict[Tone, Style]


def depth_of_terminal(*, has_no_color: bool) -> Depth:
    """Tell how many colours the terminal shows."""
    if has_no_color:
        return "none"
    system = Console().color_system
    return "ansi" if system in (None, "standard", "windows") else "full"


def palette_of(theme: Theme, depth: Depth) -> Palette:
    """Make the styles for a theme."""
    if depth == "none":
        return _without_colours()
    if depth == "ansi" or theme.ansi:
        return _with_sixteen()
    return _from_theme({**theme.to_color_system().generate(), **theme.variables})


def _from_theme(colours: dict[str, str]) -> Palette:
    felt = Color.parse(colours["background"])
    text = Color.parse(colours["foreground"])
    is_dark = felt.brightness < text.brightness
    muted = _parse(colours.get("muted"), felt.blend(text, 0.6))
    card = _parse(colours.get("card"), Color(244, 240, 228) if is_dark else Color(255, 255, 255))
    ink = _parse(colours.get("ink"), Color(28, 30, 34))
    back = _parse(colours.get("back"), Color.parse(colours["primary"]).darken(0.15))
    gold = Color.parse(colours["primary"])
    panel = Color.parse(colours["panel"])
    asleep = felt.blend(card, 0.16 if is_dark else 0.35)
    return Palette(
        felt=_style(text, felt),
        quiet=_style(muted, felt),
        strong=_style(text, felt, bold=True),
        gold=_style(gold, felt, bold=True),
        line=_style(felt.blend(text, 0.28), felt),
        good=_style(Color.parse(colours["success"]), felt, bold=True),
        bad=_style(Color.parse(colours["error"]), felt, bold=True),
        bar=_style(text, panel),
        bar_key=_style(gold, panel, bold=True),
        bar_quiet=_style(panel.blend(text, 0.6), panel),
        button=_style(felt if is_dark else card, gold, bold=True),
        alert=_style(Color(255, 255, 255), Color(140, 38, 38), bold=True),
        back=_style(back.blend(Color(255, 255, 255), 0.35), back),
        slot=_style(felt.blend(text, 0.45), felt),
        asleep=_style(felt.blend(text, 0.62), asleep),
        asleep_edge=_style(felt.blend(text, 0.36), asleep),
        edge=_style(card.blend(ink, 0.38), card),
        cursor_edge=_style(Color(122, 74, 0), Color(255, 224, 130), bold=True),
        fresh_edge=_style(Color(150, 92, 0), card, bold=True),
        tones=_tones(card, ink),
    )


def _tones(card: Color, ink: Color) -> dict[Tone, Style]:
    """Colour the faces; each kind also has its own shape and letter."""
    tint: dict[Tone, tuple[Color | None, Color]] = {
        "plain": (None, ink),
        "minus": (None, Color(166, 30, 30)),
        "toad": (Color(140, 190, 90), Color(32, 66, 16)),
        "double": (Color(110, 170, 230), Color(16, 54, 102)),
        "joker": (Color(190, 140, 230), Color(78, 26, 110)),
        "ten": (Color(240, 190, 80), Color(92, 54, 0)),
    }
    return {
        tone: _style(letters, card.blend(wash, 0.42) if wash else card, bold=True)
        for tone, (wash, letters) in tint.items()
    }


def _with_sixteen() -> Palette:
    """Draw on the terminal's own background, with cards in black on white."""
    felt = Style.parse("default on default")
    card = Style.parse("black on white")
    tones: dict[Tone, str] = {
        "plain": "bold black on white",
        "minus": "bold red on white",
        "toad": "bold black on green",
        "double": "bold black on cyan",
        "joker": "bold black on magenta",
        "ten": "bold black on yellow",
    }
    return Palette(
        felt=felt,
        quiet=Style.parse("dim default on default"),
        strong=Style.parse("bold default on default"),
        gold=Style.parse("bold yellow on default"),
        line=Style.parse("green on default"),
        good=Style.parse("bold green on default"),
        bad=Style.parse("bold red on default"),
        bar=Style.parse("black on green"),
        bar_key=Style.parse("bold white on green"),
        bar_quiet=Style.parse("black on green"),
        button=Style.parse("bold black on yellow"),
        alert=Style.parse("bold white on red"),
        back=Style.parse("white on red"),
        slot=Style.parse("green on default"),
        asleep=Style.parse("default on default"),
        asleep_edge=Style.parse("green on default"),
        edge=card,
        cursor_edge=Style.parse("bold black on yellow"),
        fresh_edge=Style.parse("bold red on white"),
        tones={tone: Style.parse(words) for tone, words in tones.items()},
    )


def _without_colours() -> Palette:
    """Tell everything in bold, dim and reverse."""
    plain, dim, bold, reverse = (Style.parse(words) for words in ("none", "dim", "bold", "bold reverse"))
    tones: dict[Tone, Style] = dict.fromkeys(("plain", "minus", "toad", "double", "joker", "ten"), bold)
    return Palette(
        felt=plain,
        quiet=dim,
        strong=bold,
        gold=bold,
        line=dim,
        good=bold,
        bad=bold,
        bar=Style.parse("reverse"),
        bar_key=reverse,
        bar_quiet=Style.parse("reverse"),
        button=reverse,
        alert=reverse,
        back=plain,
        slot=dim,
        asleep=dim,
        asleep_edge=dim,
        edge=plain,
        cursor_edge=reverse,
        fresh_edge=bold,
        tones=tones,
    )


def _parse(colour: str | None, otherwise: Color) -> Color:
    return Color.parse(colour) if colour else otherwise


def _style(letters: Color, ground: Color, *, bold: bool = False) -> Style:
    return Style(color=_rich(letters), bgcolor=_rich(ground), bold=bold or None)


def _rich(colour: Color) -> RichColor:
    return RichColor.from_rgb(colour.r, colour.g, colour.b)
