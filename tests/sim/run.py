"""Many simulated games in one command: `python -m tests.sim.run --games 2000 --first-seed 1`."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from tests.sim.plan import Story, plan_of
from tests.sim.world import Failed, Outcome, run_evening


def play(seed: int, story: Story | None) -> Outcome | str | None:
    """The outcome of one game, or what went wrong; None if its liar had nothing to lie about."""
    try:
        return run_evening(plan_of(seed, story))
    except Failed as failure:
        return None if failure.had_no_occasion else str(failure)


def play_all(
    seeds: Sequence[int], story: Story | None, jobs: int
) -> Iterator[Outcome | str | None]:
    """Outcomes in the order of the seeds."""
    work = partial(play, story=story)
    if jobs == 1:
        yield from map(work, seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, seeds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games, say how it goes; 0 if every promise held, 1 if one did not."""
    options = _parse(arguments)
    seeds = range(options.first_seed, options.first_seed + options.games)
    began = time.monotonic()
    stories: Counter[str] = Counter()
    moments: Counter[str] = Counter()
    waiting = absences = rewinds = broken = idle = 0
    for number, outcome in enumerate(play_all(seeds, options.story, options.jobs), start=1):
        if outcome is None:
            idle += 1
            continue
        if isinstance(outcome, str):
            print(f"\n{outcome}", file=sys.stderr)
            print(f"again: python -m tests.sim.run --games 1 --first-seed {seeds[number - 1]}")
            broken += 1
            if not options.keep_going:
                break
            continue
        stories[outcome.plan.story.value] += 1
        moments.update(outcome.happened)
        waiting += bool(outcome.missing)
        absences += outcome.absences
        rewinds += outcome.rewinds
        spent_s = time.monotonic() - began
        if options.verbose:
            print(f"{outcome.plan.seed} {outcome.plan.story.value} {outcome.digest[:16]}")
        else:
            done = f"{number}/{len(seeds)} games, {waiting} wait for somebody, {spent_s:.0f} s"
            print(f"\r{done}", end="", flush=True)
    print(f"\nkinds of evening: {dict(sorted(stories.items()))}")
    print(f"moments reached: {dict(sorted(moments.items()))}")
    if idle:
        print(f"with nothing to lie about: {idle}")
    print(f"absences: {absences}, taken back by a late speaker: {rewinds}, broken: {broken}")
    return int(broken > 0)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.sim.run", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--story", type=Story, choices=list(Story), default=None)
    parser.add_argument("--keep-going", action="store_true", help="after a broken promise, too")
    parser.add_argument("--verbose", action="store_true", help="a line with the trace's digest")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
