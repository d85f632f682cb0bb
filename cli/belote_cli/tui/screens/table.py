"""The table: what the player does there. Knows no node; who runs the game tells it everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from belote_cli.plain.answers import why_line
from belote_cli.plain.dealing import dealing_choices, is_dealing
from belote_cli.plain.desk import Question
from belote_cli.settings import BeloteHabit, Settings
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.hand_order import next_order
from belote_cli.tui.line_edit import LineEdit
from belote_cli.tui.look import Look
from belote_cli.tui.notices import dealing_notice, silence_notice
from belote_cli.tui.render_pages import END, PHRASES, page_scroll
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.stage import Screen
from belote_cli.tui.table_scene import Overlay, ShownTrick, TableScene
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press, Touch
from belote_net.rules.cards import Card
from belote_net.rules.choices import BeloteCall
from belote_net.table.decisions import CutPack, DealPacks, Decision, PlaceBid, PlayCard
from belote_net.table.view import TableView

_MAX_LOG_LINES: Final = 200
_MAX_CHAT_LINES: Final = 100


class Parting(Enum):
    """How the table's screen ended."""

    LEFT = "left"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TableActions:
    """What the screen can have done.

    Attributes:
        say: say a line to everybody.
        keep: the player wants his settings kept so.
    """

    say: Callable[[str], None]
    keep: Callable[[Settings], None]


class TableScreen(Screen[Parting]):
    """The screen of one game."""

    def __init__(self, look: Look, settings: Settings, actions: TableActions) -> None:
        super().__init__(look)
        self.scene = TableScene(None, order=settings.order)
        self._settings = settings
        self._actions = actions
        self._question: Question | None = None
        self._held: ShownTrick | None = None
        self._comes_after: Overlay | None = None
        self._silent_belote: Card | None = None
        self._is_over = False
        self._pages = {"?": Overlay.HELP, "s": Overlay.SCORE, "o": Overlay.RULES}
        self._pages |= {"d": Overlay.LAST_TRICK, "t": Overlay.CHAT}

    # Told by who runs the game.

    def show_view(self, view: TableView | None) -> None:
        """The table is now like this."""
        self._change(view=view)
        self._show_trick()
        self._clamp()

    def ask(self, question: Question | None) -> None:
        """The table waits for the player's decision, or no longer does."""
        self._question = question
        self._change(is_asked=question is not None, notice="", announces=False, declares=True)
        self._silent_belote = None
        if question is None:
            return
        self._change(view=question.view)
        if is_dealing(question.duty):
            self._select(len(self._dealing) // 2)
        elif question.view.bids:
            self._change(selected=0)
        elif self.scene.selected_card not in question.view.legal:
            hand = self.scene.hand
            playable = (i for i, card in enumerate(hand) if card in question.view.legal)
            self._change(selected=next(playable, 0))
        self._offer_belote()

    @property
    def question(self) -> Question | None:
        """What the player is asked."""
        return self._question

    def tell(self, *lines: str) -> None:
        """Something happened."""
        log = (*self.scene.log, *(line for line in lines if line))
        self._change(log=log[-_MAX_LOG_LINES:])

    def warn(self, text: str) -> None:
        """Something the player ought to know now."""
        self._change(notice=text)

    def hear(self, line: str, *, is_mine: bool) -> None:
        """Somebody said something."""
        chat = self.scene.chat
        if chat.is_muted and not is_mine:
            return
        unread = 0 if self.scene.overlay is Overlay.CHAT or is_mine else chat.unread + 1
        lines = (*chat.lines, line)[-_MAX_CHAT_LINES:]
        self._change(chat=replace(chat, lines=lines, unread=unread))
        if self.scene.overlay is not Overlay.CHAT:
            self.tell(line)

    def hold(self, trick: ShownTrick) -> None:
        """Keep a complete trick in sight until `release`, whatever comes."""
        self._held = trick
        self._show_trick()

    def release(self) -> None:
        """The complete trick was seen."""
        self._held = None
        self._show_trick()
        if self._comes_after is not None:
            self._change(overlay=self._comes_after, scroll=0)
            self._comes_after = None

    def end_deal(self) -> None:
        """A deal was scored: show it, once its last trick was seen."""
        self._comes_after = Overlay.RESULT
        if self._held is None:
            self.release()

    def end_game(self) -> None:
        """The game is over: the next key that closes the result leaves the table."""
        self._is_over = True
        self.end_deal()

    def wait_for(self, text: str, seconds: int) -> None:
        """Who is being waited for, and for how long already."""
        self._change(waiting=text, waited_s=seconds)

    def update(self, **changes: object) -> None:
        """Change what is shown: `linked`, `hint`, `watches`."""
        self._change(**changes)

    # Asked by the stage.

    def draw(self, size: Size) -> Canvas:
        """The table."""
        self._change(scroll=page_scroll(self.scene, self.look, size))
        return table_canvas(self.scene, self.look, size)

    def handle(self, touch: Touch) -> None:
        """Do what a key or a click means."""
        if touch == INTERRUPT:
            self._interrupt()
        elif self.scene.overlay is Overlay.CHAT:
            self._handle_chat(touch)
        elif self.scene.overlay is Overlay.LEAVE:
            self._handle_leave(touch)
        elif isinstance(touch, Pick):
            self._pick(touch.index)
        elif self.scene.overlay is not None and self._handle_page(touch):
            return
        else:
            self._handle_table(touch)

    def _interrupt(self) -> None:
        if self.scene.overlay is Overlay.LEAVE or self._is_over:
            self.finish(Parting.OVER if self._is_over else Parting.LEFT)
        else:
            self._change(overlay=Overlay.LEAVE)

    def _handle_leave(self, touch: Touch) -> None:
        if touch in (Press("y"), Press("o")):
            self.finish(Parting.LEFT)
        elif touch in (ESCAPE, Press("n")):
            self._change(overlay=None)

    def _handle_page(self, touch: Press) -> bool:
        """Keys of a page; True if the key is done with."""
        if touch in (Press("up"), Press("down"), Press("pageup"), Press("pagedown")):
            step = 1 if touch.key in ("up", "down") else 5
            step = -step if touch.key in ("up", "pageup") else step
            self._change(scroll=max(0, self.scene.scroll + step))
            return True
        if touch == ESCAPE or (
            self.scene.overlay is Overlay.RESULT and touch in (ENTER, Press(" "))
        ):
            self._close_page()
            return True
        return False

    def close_result(self) -> None:
        """Close the result of a deal, if it is open."""
        if self.scene.overlay is Overlay.RESULT:
            self._close_page()
        elif self._is_over:
            self.finish(Parting.OVER)

    def _close_page(self) -> None:
        was_result = self.scene.overlay is Overlay.RESULT
        self._change(overlay=None, scroll=0)
        if was_result and self._is_over:
            self.finish(Parting.OVER)

    def _handle_table(self, touch: Press) -> None:
        key = touch.key
        if key in self._pages:
            page = self._pages[key]
            scroll = END if page is Overlay.SCORE else 0  # the newest deal stands last
            self._change(overlay=None if self.scene.overlay is page else page, scroll=scroll)
            if page is Overlay.CHAT:
                self._change(chat=replace(self.scene.chat, unread=0))
        elif key in ("left", "right", "home", "end"):
            self._move(key)
        elif key.isdecimal() and key.isascii() and key != "0":
            self._pick(int(key) - 1)
        elif touch == ENTER:
            self._decide()
        elif key == " ":
            self.release()
        elif key == "b":
            self._toggle_belote()
        elif key == "a":
            self._change(declares=not self.scene.declares)
        elif key == "r":
            self._reorder()
        elif key == "l":
            self.look = self.look.with_letters_toggled()
        elif key == "q":
            self._interrupt()
        elif touch == ESCAPE:
            self._change(notice="")

    def _handle_chat(self, touch: Touch) -> None:
        if not isinstance(touch, Press):
            return
        chat = self.scene.chat
        if touch == ESCAPE:
            self._change(overlay=None)
        elif touch == ENTER:
            text = chat.edit.text.strip() or self.look.text(PHRASES[chat.phrase])
            self._actions.say(text)
            self._change(chat=replace(self.scene.chat, edit=LineEdit()))
        elif touch.key in ("up", "down"):
            step = 1 if touch.key == "down" else -1
            self._change(chat=replace(chat, phrase=(chat.phrase + step) % len(PHRASES)))
        elif touch.key == "tab":
            self._change(chat=replace(chat, is_muted=not chat.is_muted))
        else:
            self._change(chat=replace(chat, edit=chat.edit.pressed(touch)))

    # Choosing a card or a bid.

    @property
    def _dealing(self) -> tuple[CutPack | DealPacks, ...]:
        """What can be chosen when the player cuts or deals by hand; empty when he does not."""
        question = self._question
        if question is None or not is_dealing(question.duty):
            return ()
        return dealing_choices(question.view, question.duty)

    @property
    def _choices(self) -> int:
        if self._dealing:
            return len(self._dealing)
        view = self.scene.view
        if view is not None and self.scene.is_asked and view.bids:
            return len(view.bids)
        return len(self.scene.hand)

    def _move(self, key: str) -> None:
        if not self._choices:
            return
        last = self._choices - 1
        now = min(self.scene.selected, last)
        new = {"left": (now - 1) % (last + 1), "right": (now + 1) % (last + 1), "home": 0}
        self._select(new.get(key, last))

    def _select(self, index: int) -> None:
        self._change(selected=index, notice="")
        if self._dealing:
            self._show_dealing()
            return
        self._offer_belote()
        question, card = self._question, self.scene.selected_card
        if question is not None and question.view.legal and card is not None:
            if card not in question.view.legal:
                self._change(notice=why_line(card, question.view, self.look.pen))
            if card not in question.view.announceable:
                self._change(announces=False)

    def _show_dealing(self) -> None:
        """How the player would cut or deal now."""
        notice = dealing_notice(self._dealing[self.scene.selected], self.look)
        self._change(notice=notice)

    def _pick(self, index: int) -> None:
        """One touch chooses, the second takes."""
        if not 0 <= index < self._choices:
            return
        if index == self.scene.selected and self.scene.overlay is None:
            self._decide()
        else:
            self._change(overlay=None)
            self._select(index)

    def _decide(self) -> None:
        question, index = self._question, self.scene.selected
        if question is None:
            return
        if self._dealing:
            self._answer(question, self._dealing[index])
            return
        if question.view.bids:
            if index < len(question.view.bids):
                self._answer(question, PlaceBid(question.view.bids[index]))
            return
        card = self.scene.selected_card
        if card is None:
            return
        if card not in question.view.legal:
            self._change(notice=why_line(card, question.view, self.look.pen))
        elif self._would_be_silent(card):
            self._silent_belote = card
            self._change(notice=silence_notice(card, self.look))
        else:
            announce = self._announces(card)
            self._answer(question, PlayCard(card, announce=announce, declare=self.scene.declares))

    def _answer(self, question: Question, decision: Decision) -> None:
        self.ask(None)
        self._held = None
        self._show_trick()
        question.answer(decision)

    # Belote.

    def _offer_belote(self) -> None:
        card = self.scene.selected_card
        self._change(offers_belote=card is not None and self._is_announceable(card))

    def _is_announceable(self, card: Card) -> bool:
        """Whether the player may say belote with it himself."""
        view = self.scene.view
        if view is None or self._question is None or card not in view.announceable:
            return False
        by_hand = self._settings.belote is BeloteHabit.BY_KEY
        return view.options.belote_call is not BeloteCall.AUTO and by_hand

    def _would_be_silent(self, card: Card) -> bool:
        said = self.scene.announces or card == self._silent_belote
        return self._is_announceable(card) and not said

    def _announces(self, card: Card) -> bool:
        view = self.scene.view
        if view is None or card not in view.announceable:
            return False
        return self.scene.announces or self._settings.belote is BeloteHabit.ALWAYS

    def _toggle_belote(self) -> None:
        if not self.scene.offers_belote:
            self._change(notice=self.look.text("With this card belote cannot be said by key now."))
            return
        announces = not self.scene.announces
        said = self.look.text("Belote will be said with this card: Enter plays it.")
        self._change(announces=announces, notice=said if announces else "")

    # The rest.

    def _reorder(self) -> None:
        card = self.scene.selected_card
        order = next_order(self.scene.order)
        self._change(order=order)
        self._settings = replace(self._settings, order=order)
        self._actions.keep(self._settings)
        asks_bid = self.scene.is_asked and self.scene.view is not None and self.scene.view.bids
        if card is not None and not asks_bid:
            self._change(selected=self.scene.hand.index(card))

    def _clamp(self) -> None:
        self._change(selected=max(0, min(self.scene.selected, self._choices - 1)))

    def _show_trick(self) -> None:
        view = self.scene.view
        trick = self._held
        now = view.trick if view is not None else None
        if trick is None and view is not None and now is not None:
            trick = ShownTrick(now, None) if len(now.cards) < len(view.players) else None
        self._change(trick=trick)

    def _change(self, **changes: object) -> None:
        self.scene = replace(self.scene, **changes)  # type: ignore[arg-type]  # by name
