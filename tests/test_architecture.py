"""Imports point down, and each library is known to as few modules as possible."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = [
    *sorted((ROOT / "belote_net").rglob("*.py")),
    *sorted((ROOT / "protocol" / "belote_protocol").rglob("*.py")),
    *sorted((ROOT / "cli" / "belote_cli").rglob("*.py")),
]

# Each layer may import itself and the layers named here; nothing else of ours.
LAYERS = {
    "belote_cli": {
        "belote_net.node",
        "belote_net.notation",
        "belote_net.bots",
        "belote_net.table",
        "belote_net.rules",
        "belote_net.errors",
        "belote_protocol",
    },
    "belote_net.node": {
        "belote_net.table",
        "belote_net.rules",
        "belote_net.errors",
        "belote_protocol",
    },
    "belote_net.bots": {
        "belote_net.rules",
        "belote_net.errors",
        "belote_net.table.view",
        "belote_net.table.decisions",
    },
    "belote_net.table": {"belote_net.rules", "belote_net.errors", "belote_protocol"},
    "belote_net.notation": {"belote_net.rules", "belote_net.errors"},
    "belote_net.rules": {"belote_net.errors"},
    "belote_net.errors": set(),
    "belote_protocol": set(),
}

# Libraries that only some modules may know, by module prefix.
CONFINED = {
    "trio": {"belote_net.node", "belote_cli"},
    "nacl": {"belote_protocol.group"},
    "msgpack": {"belote_protocol.codec", "belote_net.node.frames"},
    "msgspec": {
        "belote_protocol.codec",
        "belote_protocol.ballot",
        "belote_protocol.entry",
        "belote_protocol.deck_state",
        "belote_protocol.escrow",
        "belote_net.table.messages",
        "belote_net.node.frames",
        "belote_net.node.identity_file",
        "belote_net.node.storage",
        "belote_net.node.vault",
    },
    "cryptography": {
        "belote_protocol.identity",
        "belote_protocol.escrow",
        "belote_net.node.identity_file",
        "belote_net.node.tls",
    },
    "spake2": {"belote_net.node.pake"},
    "zeroconf": {"belote_net.node.discovery"},
    "ifaddr": {"belote_net.node.discovery"},
    "filelock": {"belote_net.node"},
    "platformdirs": {"belote_cli.homes"},
    "prompt_toolkit": {"belote_cli.tui"},
}

# What the pure layers may not touch: sockets, files, clocks, tasks and global randomness.
IMPURE = {
    "asyncio", "datetime", "logging", "multiprocessing", "os", "pathlib", "random", "secrets",
    "select", "selectors", "shutil", "signal", "socket", "ssl", "subprocess", "tempfile", "time",
}  # fmt: skip
PURE_LAYERS = (
    *("belote_protocol", "belote_net.rules", "belote_net.notation"),
    *("belote_net.table", "belote_net.bots"),
)
PURE_WITH_LOCKS = {"belote_protocol.backend", "belote_protocol.group"}


def module_name(path: Path) -> str:
    relative = path.relative_to(ROOT).with_suffix("")
    parts = [part for part in relative.parts if part not in ("protocol", "cli")]
    return ".".join(part for part in parts if part != "__init__")


def imports(path: Path, modules: Container[str] = ()) -> Iterator[str]:
    """Every module imported anywhere in a file, also inside functions.

    What is taken from a package is one of `modules`, or counts as the package.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            package = node.module or ""
            for alias in node.names:
                name = f"{package}.{alias.name}"
                yield name if name in modules else package


def is_within(module: str, prefix: str) -> bool:
    return module == prefix or module.startswith(prefix + ".")


def layer_of(module: str) -> str | None:
    return max((name for name in LAYERS if is_within(module, name)), key=len, default=None)


def test_no_imports_go_round_in_a_circle() -> None:
    """Also those inside functions: no module needs, by way of others, itself."""
    modules = {module_name(path): path for path in SOURCES}
    needs = {name: set(imports(path, modules)) & modules.keys() for name, path in modules.items()}
    try:
        tuple(TopologicalSorter(needs).static_order())
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_imports_point_down(path: Path) -> None:
    layer = layer_of(module_name(path))
    for imported in imports(path):
        if not is_within(imported, "belote_net") and layer_of(imported) is None:
            continue
        if layer is None:
            assert imported == "belote_net.errors", f"{path} imports {imported}"
            continue
        allowed = {layer, *LAYERS[layer]}
        assert any(is_within(imported, name) for name in allowed), f"{layer} imports {imported}"


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_libraries_are_confined(path: Path) -> None:
    module = module_name(path)
    for imported in imports(path):
        allowed = CONFINED.get(imported.split(".")[0])
        if allowed is not None:
            assert any(is_within(module, name) for name in allowed), f"{module}: {imported}"


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_pure_layers_touch_nothing(path: Path) -> None:
    module = module_name(path)
    if not any(is_within(module, layer) for layer in PURE_LAYERS):
        return
    for imported in imports(path):
        root = imported.split(".")[0]
        assert root not in IMPURE, f"{module} imports {imported}"
        assert root != "threading" or module in PURE_WITH_LOCKS, f"{module} imports threading"


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_rules_use_the_standard_library_only(path: Path) -> None:
    module = module_name(path)
    if not is_within(module, "belote_net.rules"):
        return
    for imported in imports(path):
        assert imported.split(".")[0] in {
            "__future__", "belote_net", "collections", "dataclasses", "enum", "functools",
            "itertools", "types", "typing",
        }, f"{module} imports {imported}"  # fmt: skip


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_nothing_is_caught_blindly_or_validated_by_assert(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            name = getattr(node.type, "id", None)
            assert node.type is not None, f"{path}:{node.lineno}: bare except"
            assert name != "Exception", f"{path}:{node.lineno}: except Exception"
        assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}: assert"


def test_the_tour_points_to_what_there_is() -> None:
    """Every file and folder in the table of `docs/architecture.md`, as the table shortens them."""
    tour = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    pointed = re.findall(r"`([^`]+)`", tour.partition("| you look for |")[2].partition("\n\n")[0])
    assert len(pointed) > 50
    folders = {path.parent for path in SOURCES}
    files = {path for folder in folders for path in folder.iterdir()} | folders
    known = [f"/{path.relative_to(ROOT).as_posix()}" for path in files]
    for name in pointed:
        assert any(path.endswith(f"/{name.rstrip('/')}") for path in known), name
