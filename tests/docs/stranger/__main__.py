"""``python -m tests.docs.stranger PORT FINGERPRINT NAME`` plays one game at an open table of this machine.

One line of JSON tells that it sits, another one what happened until it left.
"""

import json
import sys

from tests.docs.stranger.player import Stranger
from tests.docs.stranger.wire import Wire


def main(port: str, fingerprint: str, name: str) -> None:
    """Sit down, play, and tell what happened."""
    stranger = Stranger(Wire(int(port), fingerprint), name)
    stranger.sit_down()
    print(json.dumps({"seated": name, "words": stranger.words}), flush=True)  # noqa: T201 (its answer)
    happened = stranger.play()
    theirs = sorted(module for module in sys.modules if module.split(".")[0] == "takelan")
    print(json.dumps({**happened, "takelan_modules": theirs}))  # noqa: T201 (its answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
