"""The values of an entry as text and as JSON: bytes in hex, cards by name, text safe to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

from belote_cli.entry_words import printable
from belote_cli.pen import Pen
from belote_net.rules.cards import Card
from belote_protocol.codec import Opaque, Wire

_SHOWN_BYTES: Final = 8
_SHOWN_ITEMS: Final = 4


def fields_of(body: Wire) -> dict[str, object]:
    """What a record holds, by name, in the order in which it travels."""
    return {name: getattr(body, name) for name in body.__struct_fields__}


def value_json(value: object) -> object:
    """A value for scripts, whole: bytes in hex."""
    match value:
        case Wire():
            return {name: value_json(part) for name, part in fields_of(value).items()}
        case Opaque() | bytes():
            return bytes(value).hex()
        case Enum():
            return value.value
        case Card():
            return str(value)
        case Mapping():
            return {str(name): value_json(part) for name, part in value.items()}
        case tuple() | list():
            return [value_json(part) for part in value]
    return value


def value_lines(name: str, value: object, pen: Pen) -> Iterator[str]:
    """A value for people: bytes shortened, with their number; long lists as well."""
    match value:
        case Wire():
            for part, inner in fields_of(value).items():
                yield from value_lines(f"{name}.{part}", inner, pen)
        case Mapping():
            for part, inner in value.items():
                yield from value_lines(f"{name}.{printable(str(part))}", inner, pen)
        case tuple() | list() if value and not isinstance(value[0], int | str | Card):
            shown = value[:_SHOWN_ITEMS]
            yield f"{name}: {pen.count('{number} item', '{number} items', len(value))}"
            for index, inner in enumerate(shown):
                yield from value_lines(f"{name}[{index}]", inner, pen)
            if left := len(value) - len(shown):
                yield f"{name}[…]: {pen.count('{number} more', '{number} more', left)}"
        case tuple() | list():
            yield f"{name}: {', '.join(_short(part, pen) for part in value) or '-'}"
        case _:
            yield f"{name}: {_short(value, pen)}"


def _short(value: object, pen: Pen) -> str:
    match value:
        case Opaque() | bytes():
            data = bytes(value)
            size = pen.count("{number} byte", "{number} bytes", len(data))
            if not data:
                return size
            return f"{data[:_SHOWN_BYTES].hex()}{'…' * (len(data) > _SHOWN_BYTES)} ({size})"
        case None:
            return "-"
        case bool():
            return pen.text("yes") if value else pen.text("no")
        case Enum():
            return printable(str(value.value))
        case Card():
            return pen.card(value)
    return printable(str(value))
