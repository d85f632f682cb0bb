"""Many bad inputs in one command: `python -m tests.fuzz.run --inputs 1000000 --decoder all`.

With atheris (`pip install atheris`), which is no dependency, coverage guides the mutations:
`--guided`. Inputs that a decoder answers in a new way are kept in `corpus/` with `--keep`.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.mutation import Kept, answer_of, mutated
from tests.fuzz.targets import TARGETS, Target
from tests.protocol.toy_group import toy_group

CORPUS = Path(__file__).parent / "corpus"

MAX_KEPT_BYTES = 1024
"""Longest input that is kept for later runs: the repository is no place for more."""

MAX_KEPT_INPUTS = 40

LOOK_EVERY = 5000
"""Inputs between two looks at the clock."""


class Found(AssertionError):
    """An input that a decoder does not answer as it promises."""


def kept_before(target: Target) -> list[bytes]:
    """Inputs that were kept in earlier runs: one a line, in hexadecimal."""
    path = CORPUS / f"{target.name}.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return [bytes.fromhex(line) for line in lines]


def corpus_of(target: Target) -> list[bytes]:
    """The inputs to begin with: samples, and what was kept."""
    return [*target.samples(), *kept_before(target)]


def fuzz(target: Target, inputs: int, seed: int, *, limit_s: float | None = None) -> Kept:
    """Give a decoder so many bad inputs, or as many as there is time for.

    Raises:
        Found: one of them was answered by another error than its own.
    """
    dice = random.Random(f"{target.name}/{seed}")
    with toy_group():
        kept = Kept(corpus_of(target))
        until = time.monotonic() + limit_s if limit_s is not None else None
        for number in range(inputs):
            data = mutated(dice, kept.corpus)
            try:
                answer = answer_of(target, data)
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                reason = f"{target.name}, input {number}: {type(error).__name__}: {error}"
                raise Found(f"{reason}\n{data.hex()}") from error
            kept.counts[answer.partition(":")[0]] += 1
            kept.note(data, answer)
            if until is not None and number % LOOK_EVERY == 0 and time.monotonic() > until:
                break
    return kept


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz; 0 if only errors of our own came out."""
    options = _parse(arguments)
    names = list(TARGETS) if options.decoder == "all" else [options.decoder]
    for name in names:
        if options.guided:
            if not _is_guided_well(name, options.inputs):
                return 1
            continue
        target, began = TARGETS[name], time.monotonic()
        try:
            kept = fuzz(target, options.inputs, options.seed, limit_s=options.limit_s)
        except Found as found:
            print(found, file=sys.stderr)
            return 1
        _report(name, kept.counts, time.monotonic() - began)
        if options.keep:
            _keep(target, kept)
    return 0


def _is_guided_well(name: str, inputs: int) -> bool:
    with tempfile.TemporaryDirectory(prefix="belote-fuzz-") as scratch:
        corpus, files = Path(scratch) / "corpus", Path(scratch) / "files"
        corpus.mkdir()
        files.mkdir()
        command = [sys.executable, "-m", "tests.fuzz.guided", name, str(inputs), str(corpus)]
        environ = {**os.environ, "TMPDIR": str(files)}
        return subprocess.run(command, env=environ, check=False).returncode == 0


def _report(name: str, counts: Counter[str], spent_s: float) -> None:
    total = sum(counts.values())
    answers = ", ".join(f"{answer} {count}" for answer, count in counts.most_common())
    print(f"{name}: {total} inputs in {spent_s:.0f} s: {answers}", flush=True)


def _keep(target: Target, kept: Kept) -> None:
    small = [data for data in kept.fresh if len(data) <= MAX_KEPT_BYTES]
    every = dict.fromkeys([*kept_before(target), *small])
    lines = "".join(f"{data.hex()}\n" for data in list(every)[:MAX_KEPT_INPUTS])
    (CORPUS / f"{target.name}.txt").write_text(lines)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--decoder", choices=["all", *TARGETS], default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit-s", type=float, default=None, help="seconds a decoder may take")
    parser.add_argument("--keep", action="store_true", help="keep inputs with new answers")
    parser.add_argument("--guided", action="store_true", help="let coverage guide (atheris)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
