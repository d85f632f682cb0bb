"""From a file to the replay on the screen: it is verified first, like anybody else's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import trio

from belote_cli.audit_words import VERDICTS, refusal_lines
from belote_cli.failures import explain
from belote_cli.game_files import FileAudit, audit_file
from belote_cli.seat_history import change_lines
from belote_cli.tui.frames import Picture, pictures
from belote_cli.tui.house import House
from belote_cli.tui.look import Look
from belote_cli.tui.screens.lists import BusyScreen, PageScreen
from belote_cli.tui.screens.replay import ReplayScreen
from belote_net.errors import NodeError


@dataclass(frozen=True, slots=True)
class _Film:
    """A file that was verified, and what it shows."""

    found: FileAudit
    pictures: tuple[Picture, ...]


async def show_replay(house: House, path: Path) -> None:
    """Verify a game and show it, as far as it is right."""
    title = house.look.text("Replay")
    try:
        film = await _develop(house, path)
    except NodeError as error:
        lines = [explain(error, house.look.pen.words).text]
        await house.stage.show(PageScreen(house.look, title, lines))
        return
    if film is None:
        return
    verdict = _verdict(film.found, house.look)
    table = film.found.audit.table
    if table is None or not film.pictures:
        lines = [verdict, house.look.text("The places are not drawn yet.")]
        await house.stage.show(PageScreen(house.look, title, lines))
        return
    members = [member.name for member in table.members]
    await house.stage.show(
        ReplayScreen(house.look, film.pictures, table.state.played, members, verdict=verdict)
    )


async def _develop(house: House, path: Path) -> _Film | None:
    """The film of a file; None if the player did not want to wait.

    Raises:
        NodeError: it cannot be read, or is no log.
    """

    def work() -> _Film:
        found = audit_file(path)
        table = found.audit.table
        return _Film(found, pictures(table) if table is not None else ())

    with trio.CancelScope() as scope:
        text = house.look.text("Verifying the log…")
        with house.stage.showing(BusyScreen(house.look, text, scope.cancel)):
            return await trio.to_thread.run_sync(work, abandon_on_cancel=True)
    return None


def _verdict(found: FileAudit, look: Look) -> str:
    text = look.text(VERDICTS[found.audit.verdict])
    refusal, table = found.audit.refusal, found.audit.table
    if table is not None:
        text = " ".join((text, *change_lines(table, look.pen)))
    if refusal is None:
        return text
    return " ".join((text, *refusal_lines(refusal, table, look.pen)))
