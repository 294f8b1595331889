"""A takelan of another protocol version, for those who meet one."""

import sys

from takelan.net import greeting, way_in
from takelan.wire import terms

if __name__ == "__main__":
    for module in (terms, greeting, way_in):
        module.PROTOCOL = 77  # type: ignore[attr-defined]  # every version has this name
    from takelan.cli.main import main

    main(sys.argv[1:])
