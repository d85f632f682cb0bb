"""How to take one check out of the code, and see that a cheat then passes.

A row names a check, how to take it out, and a cheat. With the check the cheat is refused by an
error of our own. Without it the cheat is accepted, or (for checks that stand before arithmetic
which cannot go wrong silently) ends in an error that is not ours.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from belote_protocol.errors import ProtocolError
from belote_protocol.transcript import Transcript

Patch = Callable[[pytest.MonkeyPatch], None]
Cheat = Callable[[], None]


@dataclass(frozen=True)
class Row:
    """One check; `crash` is how the cheat ends without it, None if it is accepted."""

    check: str
    remove: Patch
    cheat: Cheat
    crash: type[Exception] | None = None


def no_raise(owner: Any, name: str, message: str) -> Patch:  # noqa: ANN401 - module or class
    """Take the `raise` whose source contains `message` out of a function or method."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        original = inspect.getattr_static(owner, name)
        function = inspect.unwrap(getattr(original, "__func__", original))
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        removed = 0

        class Remove(ast.NodeTransformer):
            def visit_Raise(self, node: ast.Raise) -> ast.stmt:
                nonlocal removed
                if message not in ast.unparse(node):
                    return node
                removed += 1
                return ast.copy_location(ast.Pass(), node)

        tree = ast.fix_missing_locations(Remove().visit(tree))
        assert removed == 1, f"{name} raises {message!r} {removed} times"
        definition = tree.body[0]
        assert isinstance(definition, ast.FunctionDef)
        if not isinstance(original, classmethod | staticmethod):
            definition.decorator_list = []
        scope = vars(sys.modules[function.__module__])
        names: dict[str, Any] = {}
        exec(compile(tree, function.__code__.co_filename, "exec"), scope, names)
        monkeypatch.setattr(owner, name, names[name])

    return patch


def no_frame(label: str) -> Patch:
    """Leave everything absorbed under `label` out of every transcript."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        append = Transcript.append

        def selective(self: Transcript, name: str, data: bytes) -> None:
            if name != label:
                append(self, name, data)

        monkeypatch.setattr(Transcript, "append", selective)

    return patch


def instead(owner: Any, name: str, value: Any) -> Patch:  # noqa: ANN401 - anything patched
    """Put something else in the place of a function."""
    return lambda monkeypatch: monkeypatch.setattr(owner, name, value)


def ignore(_: object) -> None:
    """Drop a result: a cheat returns nothing."""


def check(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the cheat of `row` with and without its check."""
    with pytest.raises(ProtocolError):
        row.cheat()
    row.remove(monkeypatch)
    if row.crash is None:
        row.cheat()
    else:
        with pytest.raises(row.crash):
            row.cheat()
