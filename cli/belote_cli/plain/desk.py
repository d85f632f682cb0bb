"""Where a question of the table waits for the line that answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import trio

from belote_net.table.decisions import Decision, Duty
from belote_net.table.view import TableView


@dataclass
class Question:
    """A bid or a card that is asked of the reader.

    Attributes:
        view: what he sees.
        duty: what the table waits for.
    """

    view: TableView
    duty: Duty
    _decision: Decision | None = None
    _answered: trio.Event = field(default_factory=trio.Event)

    def answer(self, decision: Decision) -> None:
        """Decide; the first decision counts."""
        if self._decision is None:
            self._decision = decision
            self._answered.set()

    async def decision(self) -> Decision:
        """The decision, once it is made."""
        await self._answered.wait()
        if self._decision is None:
            raise LookupError("answered without a decision")
        return self._decision


class Desk:
    """The `Decider` of a person: puts a question down and waits.

    Attributes:
        question: what is asked now; None when it is somebody else's turn.
    """

    def __init__(self) -> None:
        self.question: Question | None = None
        self.on_question: Callable[[Question], None] | None = None

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        """Wait for the reader; if the duty goes away the question goes with it."""
        question = self.question = Question(view, duty)
        if self.on_question is not None:
            self.on_question(question)
        try:
            return await question.decision()
        finally:
            if self.question is question:
                self.question = None
