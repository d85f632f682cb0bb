"""Which of his games a player means, and what is shown of all of them."""

from __future__ import annotations

from pathlib import Path

from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed
from belote_cli.game_list import (
    PROGRESS_WORDS,
    GameSummary,
    Progress,
    list_games,
    players_words,
)
from belote_cli.invocation import Invocation
from belote_cli.pen import Pen


def choose_game(invocation: Invocation, wanted: str | None) -> Path:
    """The log of the game that `wanted` names, by the first letters or as a file; else the last.

    Raises:
        CommandFailed: there is none, or more than one.
    """
    games = list_games(invocation.games_folder, invocation.console.words)
    if wanted is None:
        found = [game for game in games if game.progress is Progress.UNFINISHED][-1:]
    else:
        found = [
            game
            for game in games
            if game.game.startswith(wanted) or Path(wanted).name == game.path.name
        ]
    if len(found) == 1:
        return found[0].path
    if wanted is None:
        text = invocation.text("There is no game to go on with.")
        raise CommandFailed(text, ExitCode.ENVIRONMENT)
    print_games(invocation, games)
    raise invocation.usage_error("Which game? {wanted} is not one of yours.", wanted=wanted)


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
