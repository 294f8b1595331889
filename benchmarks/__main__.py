"""Run every benchmark of this package, or those named, and print what they measured."""

import argparse
import importlib
import json
import pkgutil
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import benchmarks


def find_benchmarks() -> dict[str, ModuleType]:
    """Find the modules that measure something; the others are floors and helpers."""
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name[0] != "_"]
    modules = {name: importlib.import_module(f"benchmarks.{name}") for name in sorted(names)}
    return {name: module for name, module in modules.items() if hasattr(module, "run")}


def table(records: Sequence[Mapping[str, Any]]) -> str:
    """Write records under each other, every column as wide as it needs to be."""
    columns = list(dict.fromkeys(column for record in records for column in record))
    rows = [columns, *([_cell(record.get(column)) for column in columns] for record in records)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(columns))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def main() -> None:
    """Print a table per benchmark, or JSON Lines with --json."""
    found = find_benchmarks()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which to run: {', '.join(found)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each measurement")
    parser.add_argument("--json", action="store_true", help="print JSON Lines")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in found]
    if unknown:
        parser.error(f"there is no benchmark called {unknown[0]}: choose from {', '.join(found)}")
    for name in arguments.names or found:
        records = found[name].run(arguments.seconds)
        if arguments.json:
            for record in records:
                print(json.dumps({"benchmark": name, **record}))
        else:
            print(f"{(found[name].__doc__ or name).splitlines()[0]}\n\n{table(records)}\n", flush=True)


if __name__ == "__main__":
    main()
