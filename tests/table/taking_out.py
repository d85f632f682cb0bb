"""More ways to take a check out of the code, beside those of `tests.protocol.removal`."""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Iterable
from typing import Any

import pytest

from tests.protocol.removal import Patch, no_raise


def accept(*_: object, **__: object) -> None:
    """In the place of a verifier: all is well."""


def edited(
    owner: Any,  # noqa: ANN401 - module or class
    name: str,
    old: str,
    new: str,
    *,
    also: Iterable[Any] = (),
    count: int = 1,
) -> Patch:
    """Change `old`, which occurs `count` times in the source of a function, to `new`."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        function = inspect.getattr_static(owner, name)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(old) == count, f"{old!r} occurs {source.count(old)} times"
        scope, names = vars(sys.modules[function.__module__]), dict[str, Any]()
        exec(compile(source.replace(old, new), function.__code__.co_filename, "exec"), scope, names)
        for module in (owner, *also):
            monkeypatch.setattr(module, name, names[name])

    return patch


def together(*patches: Patch) -> Patch:
    """Take out several checks, each of which would stop the cheat by itself."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for each in patches:
            each(monkeypatch)

    return patch


def everywhere(owner: Any, importer: Any, name: str, message: str) -> Patch:  # noqa: ANN401 - modules
    """Take a `raise` out of a function that the module `importer` has by name."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        no_raise(owner, name, message)(monkeypatch)
        monkeypatch.setattr(importer, name, getattr(owner, name))

    return patch
