"""A player at the table's screen, without a node behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

from belote_cli.plain.desk import Question
from belote_cli.plain.inputs import SeatInput
from belote_cli.settings import Settings
from belote_cli.tui.screens.table import TableScreen
from belote_cli.tui.table_actions import TableActions
from belote_cli.tui.touches import Press
from belote_net.table.decisions import Decision, Duty
from belote_net.table.view import TableView
from belote_protocol.entry import EntryContext, Seat
from tests.tui.scenes import look, playing_scene

DUTY = Duty(EntryContext(b"", "table", 1, b"", Seat(0), "play"))


class Noted(Question):
    """A question that remembers what it was answered."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view, DUTY)
        self.decisions: list[Decision] = []

    def answer(self, decision: Decision) -> None:
        self.decisions.append(decision)


@dataclass
class Sitter:
    """A player at a screen."""

    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.said: list[str] = []
        self.kept: list[Settings] = []
        self.decided: list[SeatInput] = []
        actions = TableActions(self.said.append, self.kept.append, self.decided.append)
        self.screen = TableScreen(look(), self.settings, actions)

    def ask(self, view: TableView) -> Noted:
        question = Noted(view)
        self.screen.show_view(view)
        self.screen.ask(question)
        return question

    def type(self, *keys: str) -> None:
        for key in keys:
            self.screen.handle(Press(key))

    @property
    def notice(self) -> str:
        return self.screen.scene.notice


def refusing_view() -> TableView:
    view = playing_scene().view
    assert view is not None
    return view
