"""What the table's screen shows: the player's view of the table, and where he is looking."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from belote_cli.settings import HandOrder
from belote_cli.tui.hand_order import hand_trump, ordered_hand
from belote_cli.tui.line_edit import LineEdit
from belote_net.rules.cards import Card, Place
from belote_net.rules.trick import Trick
from belote_net.table.view import TableView
from belote_protocol.identity import PublicIdentity


class Overlay(Enum):
    """What lies over the table until Esc."""

    HELP = "help"
    SCORE = "score"
    RULES = "rules"
    LAST_TRICK = "last trick"
    CHAT = "chat"
    LEAVE = "leave"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick on the table, and who won it if it is complete."""

    trick: Trick
    winner: Place | None


@dataclass(frozen=True, slots=True)
class ChatPage:
    """The conversation, as this player has it.

    Attributes:
        lines: what was said, oldest first.
        phrase: which of the set phrases is offered.
        is_muted: what the others say is not shown.
        unread: lines that came while the page was closed.
    """

    lines: tuple[str, ...] = ()
    edit: LineEdit = field(default_factory=LineEdit)
    phrase: int = 0
    is_muted: bool = False
    unread: int = 0


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything that the renderer of the table is given.

    Attributes:
        view: None as long as places are not drawn.
        trick: what lies in the middle; it may be behind the view, until it was seen.
        order: how the hand lies.
        selected: which card, or which bid, Enter would take.
        is_asked: the table waits for this player's decision.
        announces: belote is said with the next card.
        offers_belote: with the selected card belote may be said by the player himself.
        declares: declarations of the hand are made with its first card.
        notice: what he ought to know now, such as why a card is refused.
        hint: what a teacher says.
        log: what happened, oldest first.
        waiting: who is being waited for, in words; `waited_s` how long already.
        missing: who is not connected, in words; empty if nobody.
        linked: who is connected; None where that means nothing.
        hands: by place, hands that everybody may see.
        scroll: first line of the overlay that is shown.
        watches: this reader plays for nobody.
        keys: shown below instead of those of a game: shown name, meaning, and the key itself.
    """

    view: TableView | None
    trick: ShownTrick | None = None
    order: HandOrder = HandOrder.TRUMPS_FIRST
    selected: int = 0
    is_asked: bool = False
    announces: bool = False
    offers_belote: bool = False
    declares: bool = True
    overlay: Overlay | None = None
    scroll: int = 0
    notice: str = ""
    hint: str = ""
    log: tuple[str, ...] = ()
    waiting: str = ""
    waited_s: int = 0
    missing: str = ""
    linked: frozenset[PublicIdentity] | None = None
    chat: ChatPage = ChatPage()
    hands: tuple[tuple[Card, ...], ...] = ()
    watches: bool = False
    keys: tuple[tuple[str, str, str], ...] = ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards as they lie."""
        if self.view is None:
            return ()
        return ordered_hand(self.view.hand, hand_trump(self.view), self.order)

    @property
    def selected_card(self) -> Card | None:
        """The card under the cursor."""
        hand = self.hand
        return hand[self.selected] if 0 <= self.selected < len(hand) else None
