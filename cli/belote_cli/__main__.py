"""The command `belote-net`."""

from __future__ import annotations

import sys

from belote_cli.main import run


def main() -> None:
    """Run the program with the arguments of the shell."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
