"""A network to try things in by hand: ``python -m tests.lan a b c`` builds it and gives a prompt.

At the prompt ``lab`` is the network: ``lab.host("a")``, ``lab.cut("a", "bc")``, ``lab.heal()``,
``lab.delay(0.02)``, ``lab.lose(0.02)``, ``lab.kill("a")``. What is typed in another terminal behind a
machine's script runs on that machine.
"""

import code
import os
import shlex
import sys
import tempfile
from pathlib import Path

from tests.lan.rough_lab import RoughLab, rough_lab

_WELCOME = """Each machine has a script; type a command behind it in another terminal, or none for a shell:
{scripts}
Here `lab` is the network, for example lab.cut("a", "bc") and lab.heal(); Ctrl-D takes it apart."""


def main() -> None:
    """Build a network, and take it apart at the end of the input."""
    with tempfile.TemporaryDirectory(prefix="takelan-lab-") as folder, rough_lab(Path(folder)) as lab:
        names = sys.argv[1:] or ["a", "b", "c"]
        scripts = [f"  {_write_script(lab, name, Path(folder))} takelan" for name in names]
        code.interact(_WELCOME.format(scripts="\n".join(scripts)), local={"lab": lab}, exitmsg="")


def _write_script(lab: RoughLab, name: str, folder: Path) -> Path:
    """Write a script that runs something as somebody on a machine."""
    person = lab.host(name).person("you")
    own = {key: value for key, value in person.environment.items() if key.startswith("TAKELAN_")}
    own |= {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PS1": f"{name}$ "}
    words = [*person.prefix, "env", *(f"{key}={value}" for key, value in own.items())]
    script = folder / f"on-{name}"
    script.write_text(
        f'#!/bin/sh\n[ $# -gt 0 ] || set -- sh\nexec {shlex.join(words)} "$@"\n', encoding="utf-8"
    )
    script.chmod(0o755)
    return script


if __name__ == "__main__":
    main()
