"""Many files on all cores, and a line that says how far they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from belote_cli.console import Console
from belote_cli.cores import on_all_cores

T = TypeVar("T")


def read_all(
    paths: Sequence[Path],
    read: Callable[[Path], T],
    console: Console,
) -> Iterator[T]:
    """What `read` makes of each file, in the order of `paths`; `read` as for `on_all_cores`.

    Progress of several files is shown on `console` if a person looks.
    """
    for number, found in enumerate(on_all_cores(read, paths), start=1):
        if len(paths) > 1:
            _show_progress(console, number, len(paths))
        yield found


def _show_progress(console: Console, done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    text = console.text("{done} of {total} files are verified", done=done, total=total)
    sys.stderr.write(f"\r{text}" + ("\n" if done == total else ""))
    sys.stderr.flush()
