"""The reference of all messages, written from their types by ``python -m tests.docs.messages``.

The words about a message are its docstring, those about a field the comment above it; so the page says what
the code says.
"""

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from takelan.wire.peer_text import PeerText
from takelan.wire.phases import NEXT_PHASE
from takelan.wire.succession import AnyBetweenPlayers
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
_BEGIN, _END = "<!-- reference: begin -->", "<!-- reference: end -->"

_FIELD = re.compile(r"\s+(\w+): ")
_NOTE = re.compile(r"\s+#: (.*)")


def page() -> str:
    """Write the page as it should be: its own words, and the reference between the marks."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return "".join([before, _BEGIN, "\n\n", _reference(), "\n", _END, after])


def _reference() -> str:
    parts = _Parts()
    sections = {
        "### What a peer says to a host": get_args(AnyToHost),
        "### What a host says to a peer": get_args(AnyToPeer),
        "### What one player says to another": get_args(AnyBetweenPlayers),
    }
    lines: list[str] = ["### Phases", "", *_phases(), ""]
    for title, kinds in sections.items():
        lines += [title, "", *(line for kind in kinds for line in parts.message(kind))]
    lines += ["### Parts of messages", "", *parts.rest()]
    return "\n".join(lines)


def _phases() -> Iterator[str]:
    yield "| phase | a host may be told | then |"
    yield "|---|---|---|"
    for phase, following in NEXT_PHASE.items():
        for after in dict.fromkeys(following.values()):
            tags = (_tag(kind) for kind, then in following.items() if then is after)
            yield f"| {phase.value} | {', '.join(f'`{tag}`' for tag in tags)} | {after.value} |"


def _tag(kind: Any) -> Any:
    return kind.__struct_config__.tag


class _Parts:
    """Collects the structs that messages are made of, to be explained after them."""

    def __init__(self) -> None:
        self._waiting: dict[str, type] = {}
        self._told: set[str] = set()

    def message(self, kind: type) -> Iterator[str]:
        """Explain one message."""
        yield f"**`{_tag(kind)}`** {_first_sentence(kind)}"
        yield from self._fields(kind)
        yield ""

    def rest(self) -> Iterator[str]:
        """Explain the parts, and their parts."""
        while fresh := [name for name in self._waiting if name not in self._told]:
            for name in fresh:
                self._told.add(name)
                kind = self._waiting[name]
                marks = kind.__struct_config__  # type: ignore[attr-defined]  # every struct has one
                tag = f" (`{marks.tag_field}`: `{marks.tag}`)" if marks.tag else ""
                yield f"**{name}**{tag}: {_first_sentence(kind)}"
                yield from self._fields(kind)
                yield ""

    def _fields(self, kind: type) -> Iterator[str]:
        notes = dict(_notes(kind))
        if fields := msgspec.structs.fields(kind):
            yield ""
        for field in fields:
            told = f"- `{field.encode_name}`: {self.words(field.type)}"
            told += "" if field.required else ", may be left out"
            yield told + (f". {notes[field.name]}" if field.name in notes else "")

    def words(self, kind: Any) -> str:
        """Say in words what a field holds."""
        return self._shape(msgspec.inspect.type_info(kind))

    def _shape(self, shape: Any) -> str:
        name = type(shape).__name__.removesuffix("Type")
        writer = getattr(self, f"_{name.lower()}", None)
        return str(writer(shape)) if writer else name.lower()

    def _int(self, shape: msgspec.inspect.IntType) -> str:
        if shape.ge is None or shape.le is None:
            return "a whole number"
        return f"a whole number from {_power(shape.ge)} to {_power(shape.le)}"

    def _bool(self, shape: Any) -> str:
        return "true or false"

    def _none(self, shape: Any) -> str:
        return "nil"

    def _str(self, shape: msgspec.inspect.StrType) -> str:
        return f"text like `{_plain(shape.pattern)}`" if shape.pattern else "text"

    def _bytes(self, shape: msgspec.inspect.BytesType) -> str:
        if shape.min_length == shape.max_length:
            return f"{shape.max_length} bytes"
        return f"{shape.min_length or 0} to {shape.max_length} bytes" if shape.max_length else "bytes"

    def _literal(self, shape: msgspec.inspect.LiteralType) -> str:
        return " or ".join(f"`{value}`" for value in shape.values)

    def _union(self, shape: msgspec.inspect.UnionType) -> str:
        return " or ".join(dict.fromkeys(map(self._shape, shape.types)))

    def _dict(self, shape: msgspec.inspect.DictType) -> str:
        return f"a map from {self._shape(shape.key_type)} to {self._shape(shape.value_type)}"

    def _vartuple(self, shape: msgspec.inspect.VarTupleType) -> str:
        most = f", at most {shape.max_length}" if shape.max_length else ""
        return f"a list{most}, of {self._shape(shape.item_type)}"

    def _tuple(self, shape: msgspec.inspect.TupleType) -> str:
        return f"a list of {', '.join(map(self._shape, shape.item_types))}"

    def _struct(self, shape: msgspec.inspect.StructType) -> str:
        module = shape.cls.__module__.split(".")
        # The games use the same names for what is not the same.
        name = shape.cls.__name__ + (f" of {module[2]}" if module[1] == "rules" and len(module) > 3 else "")
        self._waiting.setdefault(name.replace("_", "-"), shape.cls)
        return f"**{name.replace('_', '-')}**"

    def _custom(self, shape: msgspec.inspect.CustomType) -> str:
        if issubclass(shape.cls, PeerText):
            return f"clean text, at most {shape.cls.MAX_CELLS} cells wide"
        return shape.cls.__name__


def _first_sentence(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split())


def _notes(kind: type) -> Iterator[tuple[str, str]]:
    """Read the comments above fields."""
    for one in reversed([each for each in kind.__mro__ if each.__module__.startswith("takelan")]):
        pending: list[str] = []
        for line in _source(one):
            if note := _NOTE.match(line):
                pending.append(note[1])
            elif (field := _FIELD.match(line)) and pending:
                yield field[1], " ".join(pending)
                pending = []


def _source(kind: type) -> Iterable[str]:
    return inspect.getsource(kind).splitlines()


def _plain(pattern: str) -> str:
    return pattern.removeprefix(r"\A").removesuffix(r"\Z").replace("|", "\\|")


def _power(number: float) -> str:
    for power in (31, 32, 40, 53):
        if number == 2**power:
            return f"2^{power}"
    return f"{int(number)}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
