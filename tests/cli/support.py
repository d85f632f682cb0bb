"""Running commands in this process, with typed lines and what they print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import trio

from belote_cli.homes import HOME_VARIABLE
from belote_cli.main import run


class TypedLines:
    """Lines as a pipe gives them: all of them, then no more."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._left = list(lines)

    @property
    def is_interactive(self) -> bool:
        return False

    async def next_line(self) -> str | None:
        await trio.lowlevel.checkpoint()
        return self._left.pop(0) if self._left else None


@dataclass(frozen=True)
class Printed:
    """How a command ended, and what it said."""

    code: int
    out: str
    error: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Printed]


def runner(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A function that runs `belote-net` with these arguments, typed lines and language."""

    def call(
        *arguments: str,
        lines: Sequence[str] = (),
        lang: str = "en",
        environ: Mapping[str, str] | None = None,
    ) -> Printed:
        monkeypatch.setattr("belote_cli.tables.StandardInput", lambda: TypedLines(lines))
        capsys.readouterr()
        variables = {HOME_VARIABLE: str(home), "LANG": lang, **(environ or {})}
        code = run(list(arguments), environ=variables)
        printed = capsys.readouterr()
        return Printed(code, printed.out, printed.err)

    return call
