"""Only the variants know how many play: nobody else writes 4, 8 or 32, or tells teams by parity."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

_PACKAGE = Path(__file__).parents[2] / "belote_net"
_COUNTS = {4, 8, 32}
_COUNTED_THINGS = ("PLACE", "PLAYER", "SEAT", "TEAM", "PARTNER", "CARD", "HAND", "PACK", "DECK")
"""No constant may be named for one of these and count them."""


def modules() -> list[Path]:
    """The modules that have to ask the variant."""
    found = [
        path
        for folder in ("rules", "table", "bots")
        for path in sorted((_PACKAGE / folder).rglob("*.py"))
    ]
    return [path for path in found if "variants" not in path.parts]


def is_excused(node: ast.AST) -> bool:
    """Whether a node names a number that is no count of players or cards.

    A constant in capitals that says what else it is (what a king is worth, the bytes of a hash), or
    the length of a text or of bytes.
    """
    if isinstance(node, ast.keyword):
        return (node.arg or "").endswith("_length")
    if isinstance(node, ast.Assign):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        names = [node.target.id]
    else:
        return False
    return bool(names) and all(
        name.isupper() and not any(thing in name for thing in _COUNTED_THINGS) for name in names
    )


def counted(node: ast.AST) -> Iterator[int]:
    """Lines below `node` on which something is counted by a literal."""
    for child in ast.iter_child_nodes(node):
        if is_excused(child):
            continue
        if isinstance(child, ast.Constant) and type(child.value) is int and child.value in _COUNTS:
            yield child.lineno
        if (
            isinstance(child, ast.BinOp)
            and isinstance(child.op, ast.Mod)
            and isinstance(child.right, ast.Constant)
            and child.right.value == 2
        ):
            yield child.lineno
        yield from counted(child)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(_PACKAGE)))
def test_nobody_counts_on_his_own(path: Path) -> None:
    assert list(counted(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_rules_are_looked_at() -> None:
    names = {path.name for path in modules()}
    assert {"trick.py", "scoring.py", "match.py", "auction.py"} <= names


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("places = 4", [1]),
        ("PLACES = 4", [1]),
        ("_HAND_SIZE: Final = 8", [1]),
        ("many = HASH_BYTES = 32", [1]),
        ("x = 1\nfor i in range(32): pass", [2]),
        ("team = place % 2", [1]),
        ("HASH_BYTES = 32", []),
        ("HASH_BYTES: Final = 32", []),
        ("Annotated[bytes, Meta(max_length=32)]", []),
        ("Annotated[int, Meta(lt=32)]", [1]),
        ("_PLAIN_POINTS = {king: 4}", []),
        ("four = '4'; half = x // 2; true = True", []),
    ],
)
def test_what_is_looked_for(source: str, lines: list[int]) -> None:
    assert list(counted(ast.parse(source))) == lines
