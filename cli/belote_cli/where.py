"""Where a table is: what a player has typed, and what is shown of those that were found."""

from __future__ import annotations

from collections.abc import Sequence

from belote_cli.pen import Pen
from belote_net.node.codes import parse_code
from belote_net.node.discovery import FoundTable
from belote_net.node.errors import BadAddress, BadCode
from belote_net.node.transport import Address


def read_where(words: Sequence[str]) -> tuple[Address | None, str | None]:
    """The address and the code in what was typed after `join`, in any order, both optional.

    Raises:
        BadAddress, BadCode: a part is neither.
    """
    addresses = [word for word in words if _looks_like_address(word)]
    others = [word for word in words if word not in addresses]
    if len(others) > 1 and not addresses and not _is_code(" ".join(others)):
        addresses, others = others[:1], others[1:]
    if len(addresses) > 1:
        raise BadAddress(f"one address expected, got {len(addresses)}")
    address = Address.parse(addresses[0]) if addresses else None
    return address, parse_code(" ".join(others)) if others else None


def _looks_like_address(word: str) -> bool:
    return word == "localhost" or any(sign in word for sign in ".:[")


def _is_code(text: str) -> bool:
    try:
        parse_code(text)
    except BadCode as cause:
        return cause.suggestion is not None
    return True


def table_words(table: FoundTable, pen: Pen) -> str:
    """A table that announces itself, on one line."""
    words = f"{table.table} ({', '.join(map(str, table.addresses))})"
    if table.may_be_watched:
        return pen.text("{table}, may be watched", table=words)
    return words


def nothing_to_watch(pen: Pen) -> str:
    """What to do where no table is found that says that it may be watched."""
    return pen.text(
        "No table that may be watched was found. Ask the host for the address that his screen "
        "shows, and type: belote-net watch HOST:PORT"
    )
