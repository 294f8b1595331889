"""Run takelan as ``python -m takelan``."""

from takelan.cli.main import main

if __name__ == "__main__":
    main()
