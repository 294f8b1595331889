"""Run every benchmark of this package, or those named, and print one table with floors and ratios."""

import argparse
import importlib
import json
import pkgutil
import sys
from collections.abc import Sequence
from time import perf_counter
from types import ModuleType

import benchmarks
from benchmarks._records import Record

_HEADS = ["what", "ours", "floor", "ratio", "goal", "met"]


def find_benchmarks() -> dict[str, ModuleType]:
    """Find the modules that measure something; the others are floors and helpers."""
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name[0] != "_"]
    return {name: importlib.import_module(f"benchmarks.{name}") for name in sorted(names)}


def table(records: Sequence[Record], widths: Sequence[int]) -> str:
    """Write records under each other."""
    return "\n".join(_row(record.cells(), widths) for record in records)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()


def main() -> None:
    """Print a table, or JSON Lines with --json; what was missed or failed is named again on stderr."""
    found = find_benchmarks()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which to run: {', '.join(found)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each measurement")
    parser.add_argument("--json", action="store_true", help="print JSON Lines")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in found]
    if unknown:
        parser.error(f"there is no benchmark called {unknown[0]}: choose from {', '.join(found)}")
    # Fixed, so that each line can be read as soon as it was measured.
    widths = [46, 14, 14, 6, 16, 3]
    if not arguments.json:
        print(_row(_HEADS, widths))
    missed: list[str] = []
    failed: list[str] = []
    for name in arguments.names or found:
        began = perf_counter()
        try:
            records = found[name].run(arguments.seconds)
        except Exception as error:
            # What one of them cannot measure keeps no other from being measured.
            failed.append(f"{name} ({type(error).__name__}: {error})")
            continue
        missed += [record.what for record in records if record.is_met is False]
        if arguments.json:
            for record in records:
                print(json.dumps({"benchmark": name, **record.plain()}), flush=True)
        else:
            title = (found[name].__doc__ or name).splitlines()[0]
            took = f"({name}, {perf_counter() - began:.0f} s)"
            print(f"\n{title} {took}\n{table(records, widths)}", flush=True)
    for words, names in (("Goals missed", missed), ("Not measured", failed)):
        if names:
            print(f"\n{words}: {'; '.join(names)}", file=sys.stderr, flush=True)
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
