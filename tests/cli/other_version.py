"""A takelan of another protocol version, for those who meet one."""

import sys

from takelan.wire import terms

if __name__ == "__main__":
    # Before anybody else has read it.
    terms.PROTOCOL = 77
    from takelan.cli.main import main

    main(sys.argv[1:])
