"""Work on all cores: one process for each."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def on_all_cores(
    work: Callable[[S], T], items: Sequence[S], *, workers: int | None = None
) -> Iterator[T]:
    """What `work` makes of each item, in their order.

    Args:
        work: a function of a module, or a partial of one: other processes call it. What it is
            given, returns and raises travels between processes.
        items: what there is to do.
        workers: how many processes; one for each core by default, none at all for one item.
    """
    count = min(len(items), workers or os.cpu_count() or 1)
    if count <= 1:
        yield from map(work, items)
        return
    # Started afresh: a fork would copy the threads that this process may have.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=context) as pool:
        yield from pool.map(work, items)
