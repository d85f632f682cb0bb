"""A game told again for scripts: the events of every deal (docs/schema/replay.schema.json)."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from enum import Enum

from belote_net.rules.cards import Card, Suit
from belote_net.table.audit import Audit
from belote_net.table.events import DealBegan, Event

Told = dict[str, object]


def replay_json(audit: Audit) -> Told:
    """All events of a log as far as it is right, in order, by the deal in which they happened.

    Places and teams are numbers from 0 in order of play, seats the signing index; a record is the
    position of an entry in the file, from 1.
    """
    before: list[Told] = []
    deals: list[Told] = []
    here = before
    for record, step in enumerate(audit.steps, start=1):
        for event in step.events:
            if isinstance(event, DealBegan):
                here = []
                deals.append({"number": event.number, "dealer": event.dealer, "events": here})
            here.append({"record": record, "event": event_name(type(event)), **_fields(event)})
    game = audit.table.state if audit.table is not None else None
    seating = game.seating if game is not None else None
    return {
        "verdict": audit.verdict.value,
        "refused_record": audit.refusal.record if audit.refusal is not None else None,
        "game": game.game.hex() if game is not None else None,
        "members": [member.name for member in game.members] if game is not None else [],
        "places": list(seating.by_place) if seating is not None else None,
        "before": before,
        "deals": deals,
    }


def event_name(kind: type[Event]) -> str:
    """What an event is called: `card_played`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _fields(value: object) -> Told:
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} is no event")
    return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}


def _plain(value: object) -> object:
    match value:
        case Card() | Suit():
            return str(value)
        case Enum():
            return value.value
        case tuple():
            return [_plain(part) for part in value]
        case None | bool() | int() | str():
            return value
    return _fields(value)
