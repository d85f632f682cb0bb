"""`belote-net games`: the games of this player, and how far each is."""

from __future__ import annotations

from belote_cli.exit_codes import ExitCode
from belote_cli.game_choice import print_games
from belote_cli.game_list import GameSummary, list_games
from belote_cli.invocation import Invocation


def run(invocation: Invocation) -> ExitCode:
    """List the games, the latest last."""
    summaries = list_games(invocation.games_folder, invocation.console.words)
    if invocation.arguments.json:
        shown = [_as_json(item) for item in summaries]
        invocation.console.json(shown)
        return ExitCode.FINE
    print_games(invocation, summaries)
    return ExitCode.FINE


def _as_json(item: GameSummary) -> dict[str, object]:
    return {
        "file": str(item.path),
        "state": item.progress.value,
        "game": item.game,
        "players": list(item.players),
        "deals": item.deals,
        "scores": [{"players": list(one.names), "points": one.points} for one in item.scores],
    }
