"""`belote-net games`: the games of this player, and how far each is."""

from __future__ import annotations

from belote_cli.exit_codes import ExitCode
from belote_cli.game_list import PROGRESS_WORDS, GameSummary, list_games, players_words
from belote_cli.invocation import Invocation
from belote_cli.pen import Pen


def run(invocation: Invocation) -> ExitCode:
    """List the games, the latest last."""
    summaries = list_games(invocation.games_folder, invocation.console.words)
    if invocation.arguments.json:
        shown = [_as_json(item) for item in summaries]
        invocation.console.json(shown)
        return ExitCode.FINE
    print_games(invocation, summaries)
    return ExitCode.FINE


def print_games(invocation: Invocation, summaries: list[GameSummary]) -> None:
    """One line for each game."""
    if not summaries:
        invocation.console.line(invocation.text("No games yet."))
    for item in summaries:
        invocation.console.line(summary_line(item, invocation.pen))


def summary_line(item: GameSummary, pen: Pen) -> str:
    """One game on one line."""
    state = pen.text(PROGRESS_WORDS[item.progress])
    if not item.players:
        return pen.text(
            "{file}: {state}. {reason}", file=item.path.name, state=state, reason=item.reason
        ).rstrip()
    return pen.text(
        "{game}: {players}; {deals}; {state}. {file}",
        game=item.game,
        players=players_words(item, pen),
        deals=pen.count("{number} deal", "{number} deals", item.deals),
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
        "scores": [{"players": list(one.names), "points": one.points} for one in item.scores],
    }
