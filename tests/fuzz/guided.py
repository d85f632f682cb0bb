"""One decoder under atheris: `python -m tests.fuzz.guided NAME INPUTS FOLDER`; see `run.py`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Fuzz until the inputs are used up, or one is answered by an error that is not ours.

    Atheris ends the process by itself: the folder for its corpus is the caller's to remove.
    """
    name, inputs, scratch = sys.argv[1:]
    try:
        atheris: Any = importlib.import_module("atheris")
    except ModuleNotFoundError:
        sys.exit("this needs atheris: pip install atheris")
    with atheris.instrument_imports(include=["belote_net", "belote_protocol", "belote_cli"]):
        targets = importlib.import_module("tests.fuzz.targets")
        mutation = importlib.import_module("tests.fuzz.mutation")
        run = importlib.import_module("tests.fuzz.run")
        toy = importlib.import_module("tests.protocol.toy_group")
    target = targets.TARGETS[name]
    with toy.toy_group():
        for number, data in enumerate(run.corpus_of(target)):
            (Path(scratch) / f"{number}").write_bytes(data)
        limits = [f"-runs={inputs}", f"-max_len={mutation.MAX_INPUT_BYTES}"]
        atheris.Setup(
            [sys.argv[0], *limits, f"-artifact_prefix={scratch}/", scratch],
            lambda data: mutation.answer_of(target, data),
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
