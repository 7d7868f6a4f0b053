"""``python -m walkmesh``: the command line, with the same arguments and results as the command ``walkmesh``."""

import sys

from ._walkmesh import run


def main() -> int:
    """Runs the command with the arguments of this process."""
    return run(["walkmesh", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
