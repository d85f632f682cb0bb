"""A game told again for scripts: the events of every deal (docs/schema/replay.schema.json)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from belote_cli.plain_json import Told, plain_fields
from belote_cli.written.events import events_of
from belote_net.notation import WrittenGame
from belote_net.table.audit import Audit, Verdict
from belote_net.table.events import DealBegan, Event


def replay_json(audit: Audit) -> Told:
    """All events of a log as far as it is right, in order, by the deal in which they happened.

    Places and teams are numbers from 0 in order of play, seats the signing index; a record is the
    position of an entry in the file, from 1.
    """
    before, deals = _by_deal(
        (record, event) for record, step in enumerate(audit.steps, start=1) for event in step.events
    )
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


def written_replay_json(game: WrittenGame) -> Told:
    """The same of a written game: seats are places, and a record is a line of the text."""
    told = game.told
    before, deals = _by_deal(events_of(game))
    players = told.deals[-1].players
    verdict = Verdict.FINISHED if told.match.is_over else Verdict.UNFINISHED
    return {
        "verdict": verdict.value,
        "refused_record": None,
        "game": told.record.game,
        "members": [player.name for player in players],
        "places": list(range(len(players))),
        "before": before,
        "deals": deals,
    }


def _by_deal(happened: Iterable[tuple[int, Event]]) -> tuple[list[Told], list[Told]]:
    """Events with their records: those before the first deal, and every deal with its own."""
    before: list[Told] = []
    deals: list[Told] = []
    here = before
    for record, event in happened:
        if isinstance(event, DealBegan):
            here = []
            deals.append({"number": event.number, "dealer": event.dealer, "events": here})
        name = event_name(type(event))
        here.append({"record": record, "event": name, **plain_fields(event)})
    return before, deals


def event_name(kind: type[Event]) -> str:
    """What an event is called: `card_played`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
