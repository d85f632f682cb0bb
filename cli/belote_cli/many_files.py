"""Many files on all cores: one process for each core, and a line that says how far they are."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

from belote_cli.console import Console

T = TypeVar("T")


def read_all(
    paths: Sequence[Path],
    read: Callable[[Path], T],
    console: Console,
    *,
    workers: int | None = None,
) -> Iterator[T]:
    """What `read` makes of each file, in the order of `paths`.

    Args:
        paths: the files.
        read: a function of a module, or a partial of one: other processes call it. What it
            returns, and what it raises, travels between processes.
        console: where progress is shown, if a person looks.
        workers: how many processes; one for each core by default, none at all for one file.
    """
    count = min(len(paths), workers or os.cpu_count() or 1)
    if count <= 1:
        yield from map(read, paths)
        return
    # Started afresh: a fork would copy the threads that this process may have.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=context) as pool:
        for number, found in enumerate(pool.map(read, paths), start=1):
            _show_progress(console, number, len(paths))
            yield found


def _show_progress(console: Console, done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    text = console.text("{done} of {total} files are verified", done=done, total=total)
    sys.stderr.write(f"\r{text}" + ("\n" if done == total else ""))
    sys.stderr.flush()
