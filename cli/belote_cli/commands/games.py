"""`belote-net games`: the games of this player, and how far each is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Final

from belote_cli.audit_words import short_name
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import explain
from belote_cli.invocation import Invocation
from belote_cli.words import msg
from belote_net.errors import NodeError
from belote_net.node.storage import read_sound_part
from belote_net.table.messages import Distribution, Result
from belote_net.table.opening import open_game
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import ProtocolError

LOG_SUFFIX: Final = ".belote"
_EVIDENCE: Final = ".evidence-"


class Progress(Enum):
    """How far a game is, at a glance: its entries are counted, not verified."""

    FINISHED = "finished"
    UNFINISHED = "unfinished"
    DAMAGED = "damaged"
    UNREADABLE = "unreadable"


_WORDS: Final[Mapping[Progress, str]] = MappingProxyType(
    {
        Progress.FINISHED: msg("finished"),
        Progress.UNFINISHED: msg("can be resumed"),
        Progress.DAMAGED: msg("damaged"),
        Progress.UNREADABLE: msg("cannot be read"),
    }
)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One file of the folder.

    Attributes:
        game: short name of the game; empty if it cannot be read.
        players: their names, in signing order.
        deals: how many were dealt.
        reason: why it cannot be read, in the caller's language.
    """

    path: Path
    progress: Progress
    game: str = ""
    players: tuple[str, ...] = ()
    deals: int = 0
    reason: str = ""


def run(invocation: Invocation) -> ExitCode:
    """List the games, the latest last."""
    folder = invocation.profiles_root / invocation.profile_name / "games"
    summaries = [summary(path, invocation) for path in log_files(folder)]
    if invocation.arguments.json:
        shown = [_as_json(item) for item in summaries]
        invocation.console.line(json.dumps(shown, ensure_ascii=False, indent=2))
        return ExitCode.FINE
    if not summaries:
        invocation.console.line(invocation.text("No games yet."))
    for item in summaries:
        invocation.console.line(summary_line(item, invocation))
    return ExitCode.FINE


def log_files(folder: Path) -> list[Path]:
    """The logs of a folder, oldest first, without those kept as evidence."""
    return sorted(path for path in folder.glob(f"*{LOG_SUFFIX}") if _EVIDENCE not in path.name)


def summary(path: Path, invocation: Invocation) -> GameSummary:
    """What a file holds, without verifying it."""
    try:
        contents, damage = read_sound_part(path)
        if not contents.records:
            return GameSummary(path, Progress.DAMAGED)
        entries = [stored.signed for stored in contents.records]
        game = open_game(entries[0])
    except (NodeError, ProtocolError) as error:
        reason = explain(error, invocation.console.words).text
        return GameSummary(path, Progress.UNREADABLE, reason=reason)
    progress = Progress.FINISHED if _count(entries, Result.kind) else Progress.UNFINISHED
    return GameSummary(
        path=path,
        progress=progress if damage is None else Progress.DAMAGED,
        game=short_name(game.game),
        players=tuple(member.name for member in game.opening.members),
        deals=_count(entries, Distribution.kind),
    )


def _count(entries: list[SignedEntry], kind: str) -> int:
    return sum(signed.entry.kind == kind for signed in entries)


def summary_line(item: GameSummary, invocation: Invocation) -> str:
    """One game on one line."""
    state = invocation.text(_WORDS[item.progress])
    if not item.players:
        return invocation.text(
            "{file}: {state}. {reason}", file=item.path.name, state=state, reason=item.reason
        ).rstrip()
    return invocation.text(
        "{game}: {players}; {deals}; {state}. {file}",
        game=item.game,
        players=", ".join(item.players),
        deals=invocation.pen.count("{number} deal", "{number} deals", item.deals),
        state=state,
        file=item.path,
    )


def _as_json(item: GameSummary) -> dict[str, object]:
    return {
        "file": str(item.path),
        "state": item.progress.value,
        "game": item.game,
        "players": list(item.players),
        "deals": item.deals,
    }
