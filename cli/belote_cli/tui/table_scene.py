"""What the table's screen shows: the player's view of the table, and where he is looking."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from belote_cli.plain.situation import hand_trump
from belote_cli.settings import HandOrder
from belote_cli.tui.hand_order import ordered_hand
from belote_cli.tui.talk import ChatPage
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
    REFUSAL = "refusal"
    VOTE = "vote"
    FREE_SEAT = "free seat"


class Sequel(Enum):
    """What Enter does once the match is over."""

    ANOTHER_GAME = "another game"
    LEAVING = "leaving"


class SeatQuestion(Enum):
    """What the player may decide about a seat."""

    VOTE = "vote"
    CHOOSE = "choose"
    PLAY_ON = "play on"


@dataclass(frozen=True, slots=True)
class SeatNews:
    """What is to be known of a seat that is silent or free.

    Attributes:
        banner: stands below the table, its key on a row of its own; empty if all is as usual.
        asks: what the player may decide.
        about: what that is about; with another one, the page of the one before is closed.
        page: what is to be read before it is decided.
        choices: how many can be chosen by their number.
        brings_bot: whether a bot of this machine can be chosen.
    """

    banner: str = ""
    asks: SeatQuestion | None = None
    about: object = None
    page: tuple[str, ...] = ()
    choices: int = 0
    brings_bot: bool = False


NO_SEAT_NEWS: Final = SeatNews()


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick on the table, and who won it if it is complete."""

    trick: Trick
    winner: Place | None


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
        seat: a seat that is silent or free.
        refusal: whose entry was refused, why, and where the proof is, in words.
        watches: this reader plays for nobody.
        sequel: what comes after the match; None as long as it goes on.
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
    chat: ChatPage = field(default_factory=ChatPage)
    hands: tuple[tuple[Card, ...], ...] = ()
    seat: SeatNews = NO_SEAT_NEWS
    refusal: tuple[str, ...] = ()
    watches: bool = False
    sequel: Sequel | None = None
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
