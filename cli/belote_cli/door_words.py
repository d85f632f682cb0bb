"""Who is turned away at a door, and why, in the reader's language.

The node gives its reasons in English. Those that it has are known here; what a stranger's machine
says wrongly can be anything, and is told as one thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from belote_cli.pen import Pen
from belote_cli.templates import fields_in
from belote_cli.words import msg
from belote_net.node.events import CallerRefused

TURNED_AWAY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "version {ours} of the protocol expected, got {theirs}": msg(
            "the other machine has another version of belote-net"
        ),
        "that room is not here": msg("this table is not there any more"),
        "you are not a member of this room: join with its code": msg("no player of this table"),
        "who has watched may come back to watch only": msg("who has watched may not play"),
        "who has a seat at this table cannot watch it": msg("who plays may not watch as well"),
        "this table may not be watched": msg("this table may not be watched"),
        "{number} watch this table already": msg("there is no room for another spectator"),
        "this node lets nobody in: ask the host": msg("only the host lets players in"),
        "the host has changed the code: ask for the new one": msg("the code has changed"),
        "too many wrong codes were tried: ask the host for a new one": msg(
            "too many wrong codes were typed"
        ),
        "every seat is taken": msg("every seat is taken"),
        "one identity twice: {hint}": msg("this player is here already, in another window"),
        "this identity is here in another process: {hint}": msg(
            "this player is here already, in another window"
        ),
        "who calls did not prove who it is, or somebody sits in between": msg(
            "no proof of who it is"
        ),
        "who called did not say who it is": msg("not a word of who it is"),
        "more callers at once than there is room for": msg("too many called at once"),
        "nobody can be let in at this moment: {why}": msg(
            "this computer can open no more connections"
        ),
    }
)
"""By what a node says: why somebody is turned away, for either side to read."""

TWO_LINKS: Final = "there is a link between us already"
"""Two members have called each other at once: nobody is really turned away."""


def door_reason(reason: str, pen: Pen) -> str:
    """Why somebody is turned away."""
    for template, words in TURNED_AWAY.items():
        if fields_in(reason, template) is not None:
            return pen.text(words)
    return pen.text("what was said is not what belote-net says")


def caller_lines(event: CallerRefused, pen: Pen) -> tuple[str, ...]:
    """What is told of those whom we turned away for one reason."""
    if event.reason == TWO_LINKS:
        return ()
    return (
        pen.count(
            "{number} call was refused ({host}): {why}.",
            "{number} calls were refused (the last one: {host}): {why}.",
            event.times,
            host=event.host or pen.text("an unknown machine"),
            why=door_reason(event.reason, pen),
        ),
    )
