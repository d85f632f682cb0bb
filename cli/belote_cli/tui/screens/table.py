"""The table: what the player does there. Knows no node; who runs the game tells it everything."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from belote_cli.plain.answers import why_line
from belote_cli.plain.dealing import dealing_choices, is_dealing
from belote_cli.plain.desk import Question
from belote_cli.plain.inputs import PlayOn, Vote
from belote_cli.plain.opening import is_opening, opening_answer
from belote_cli.settings import Settings
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.hand_order import next_order
from belote_cli.tui.look import Look
from belote_cli.tui.notices import dealing_notice, opening_notice, silence_notice
from belote_cli.tui.render_pages import END, page_scroll
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.saying import is_left_to_the_key, is_said
from belote_cli.tui.seat_news import PAGES, page_answer
from belote_cli.tui.stage import Screen
from belote_cli.tui.table_actions import Parting, TableActions
from belote_cli.tui.table_scene import (
    Overlay,
    SeatNews,
    SeatQuestion,
    Sequel,
    ShownTrick,
    TableScene,
)
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press, Touch
from belote_net.rules.cards import Card
from belote_net.table.decisions import CutPack, DealPacks, Decision, PlaceBid, PlayCard
from belote_net.table.view import TableView

_MAX_LOG_LINES: Final = 200

_NOT_COVERED: Final = (Overlay.CHAT, Overlay.LEAVE, Overlay.REFUSAL, *PAGES.values())
"""Pages on which a result waits until they are closed: a key would not mean what it did."""


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
        self._pages = {"?": Overlay.HELP, "s": Overlay.SCORE, "o": Overlay.RULES}
        self._pages |= {"d": Overlay.LAST_TRICK, "t": Overlay.CHAT}
        self._doings = {" ": self.release, "b": self._toggle_belote, "r": self._reorder}
        self._doings |= {"c": self._tell_way_in, "q": self._interrupt, "a": self._press_a}

    # Told by who runs the game.

    def show_view(self, view: TableView | None) -> None:
        """The table is now like this."""
        self._change(view=view)
        self._show_trick()
        self._change(selected=max(0, min(self.scene.selected, self._choices - 1)))

    def ask(self, question: Question | None) -> None:
        """The table waits for the player's decision, or no longer does."""
        self._question = question
        notice = opening_notice(question, self.look)
        self._change(is_asked=question is not None, notice=notice, announces=False, declares=True)
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

    def accuse(self, *lines: str) -> None:
        """Somebody's entry was refused: the player is to know at once who, why, and the proof."""
        self._change(refusal=lines, overlay=Overlay.REFUSAL, scroll=0)

    def hear(self, line: str, *, is_mine: bool) -> None:
        """Somebody said something."""
        chat = self.scene.chat
        if chat.is_muted and not is_mine:
            return
        self._change(chat=chat.heard(line, is_read=self.is_typing or is_mine))
        if not self.is_typing:
            self.tell(line)

    def hold(self, trick: ShownTrick) -> None:
        """Keep a complete trick in sight until `release`, whatever comes."""
        self._held = trick
        self._show_trick()

    def release(self) -> None:
        """The complete trick was seen."""
        self._held = None
        self._show_trick()
        if self._comes_after is not None and self.scene.overlay not in _NOT_COVERED:
            self._change(overlay=self._comes_after, scroll=0)
            self._comes_after = None

    def end_deal(self) -> None:
        """A deal was scored: show it, once its last trick was seen."""
        self._comes_after = Overlay.RESULT
        if self._held is None:
            self.release()

    def end_game(self, sequel: Sequel) -> None:
        """The match is over: show who has won; Enter is for what comes after it."""
        self._change(sequel=sequel)
        self.end_deal()

    def wait_for(self, text: str, seconds: int) -> None:
        """Who is being waited for, and for how long already."""
        self._change(waiting=text, waited_s=seconds)

    def show_seat(self, news: SeatNews) -> None:
        """A seat is silent or free, or no longer."""
        before = self.scene.seat
        self._change(seat=news)
        is_other = (before.asks, before.about) != (news.asks, news.about)
        if is_other and self.scene.overlay in PAGES.values():
            self._close_page()

    def update(self, **changes: object) -> None:
        """Change what is shown: `linked`, `hint`, `watches`."""
        self._change(**changes)

    # Asked by the stage.

    @property
    def is_typing(self) -> bool:
        """While one talks."""
        return self.scene.overlay is Overlay.CHAT

    def draw(self, size: Size) -> Canvas:
        """The table."""
        self._change(scroll=page_scroll(self.scene, self.look, size))
        return table_canvas(self.scene, self.look, size)

    def handle(self, touch: Touch) -> None:
        """Do what a key or a click means."""
        if touch == INTERRUPT:
            self._interrupt()
        elif self.is_typing:
            self._handle_chat(touch)
        elif self.scene.overlay is Overlay.LEAVE:
            self._handle_leave(touch)
        elif self.scene.overlay in PAGES.values():
            self._handle_seat(touch)
        elif isinstance(touch, Pick):
            self._pick(touch.index)
        elif self._is_over and touch == ENTER and self.scene.overlay is not Overlay.REFUSAL:
            self.finish(Parting.OVER)
        elif self.scene.overlay is not None and self._handle_page(touch):
            return
        else:
            self._handle_table(touch)

    @property
    def _is_over(self) -> bool:
        """Whether the match is over: to leave then harms nobody, and is not asked about."""
        return self.scene.sequel is not None

    def _interrupt(self) -> None:
        if self.scene.overlay is Overlay.LEAVE or self._is_over:
            self.finish(Parting.LEFT)
        else:
            self._change(overlay=Overlay.LEAVE)

    def _handle_leave(self, touch: Touch) -> None:
        if touch in (Press("y"), Press("o")):
            self.finish(Parting.LEFT)
        elif touch in (ESCAPE, Press("n")):
            self._close_page()

    def _handle_seat(self, touch: Touch) -> None:
        answer = page_answer(self.scene, touch)
        if answer is not None:
            self._actions.seat(answer)
        if answer is not None or touch in (ESCAPE, Press("n")):
            self._close_page()

    def _press_a(self) -> None:
        """Decide about a seat, if there is something to decide; else about declarations."""
        asks = self.scene.seat.asks
        if asks not in PAGES or self._question is not None:
            self._change(declares=not self.scene.declares)
            return
        self._change(overlay=PAGES[asks], scroll=0)
        if asks is SeatQuestion.VOTE:
            self._actions.seat(Vote(is_sure=False))

    def _handle_page(self, touch: Press) -> bool:
        """Keys of a page; True if the key is done with."""
        if touch in (Press("up"), Press("down"), Press("pageup"), Press("pagedown")):
            step = 1 if touch.key in ("up", "down") else 5
            step = -step if touch.key in ("up", "pageup") else step
            self._change(scroll=max(0, self.scene.scroll + step))
            return True
        is_told = self.scene.overlay in (Overlay.RESULT, Overlay.REFUSAL)
        if touch in (ESCAPE, ENTER) or (is_told and touch == Press(" ")):
            self._close_page()
            return True
        return False

    def _close_page(self) -> None:
        """Back to the table, or to what came while the page could not be covered."""
        self._change(overlay=None, scroll=0)
        if self._held is None:
            self.release()

    def close_result(self) -> None:
        """Nobody is there to close the result: go on from it."""
        if self.scene.overlay is Overlay.RESULT:
            self._change(overlay=None, scroll=0)
        if self._is_over:
            self.finish(Parting.OVER)

    def _handle_table(self, touch: Press) -> None:
        key, question = touch.key, self._question
        if question is not None and (decision := opening_answer(question, key)) is not None:
            self._answer(question, decision)
        elif key in self._pages:
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
        elif key in self._doings:
            self._doings[key]()
        elif key == "l":
            self.look = self.look.with_letters_toggled()
        elif touch == ESCAPE:
            self._change(notice="")

    def _handle_chat(self, touch: Touch) -> None:
        if not isinstance(touch, Press):
            return
        text = self.scene.chat.text(self.look)
        if touch == ESCAPE or (touch == ENTER and not text):
            self._close_page()  # who says nothing means the table, where it may be his turn
        elif touch == ENTER:
            self._actions.say(text)
            self._change(chat=self.scene.chat.cleared())
        elif not self.scene.watches:  # who watches listens
            self._change(chat=self.scene.chat.pressed(touch))

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
            self._change(notice=dealing_notice(self._dealing[index], self.look))
            return
        self._offer_belote()
        question, card = self._question, self.scene.selected_card
        if question is not None and question.view.legal and card is not None:
            if card not in question.view.legal:
                self._change(notice=why_line(card, question.view, self.look.pen))
            if card not in question.view.announceable:
                self._change(announces=False)

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
        if question is None and self.scene.seat.asks is SeatQuestion.PLAY_ON:
            self._actions.seat(PlayOn())
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
        if card is None or is_opening(question.duty):
            return
        if card not in question.view.legal:
            self._change(notice=why_line(card, question.view, self.look.pen))
        elif self._would_be_silent(card):
            self._silent_belote = card
            self._change(notice=silence_notice(card, self.look))
        else:
            announce = is_said(self.scene, card, self._settings)
            self._answer(question, PlayCard(card, announce=announce, declare=self.scene.declares))

    def _answer(self, question: Question, decision: Decision) -> None:
        self.ask(None)
        self._held = None
        self._show_trick()
        question.answer(decision)

    # Belote.

    def _offer_belote(self) -> None:
        card = self.scene.selected_card
        offers = card is not None and is_left_to_the_key(self.scene, card, self._settings)
        self._change(offers_belote=offers)

    def _would_be_silent(self, card: Card) -> bool:
        said = self.scene.announces or card == self._silent_belote
        return is_left_to_the_key(self.scene, card, self._settings) and not said

    def _toggle_belote(self) -> None:
        if not self.scene.offers_belote:
            self._change(notice=self.look.text("With this card belote cannot be said by key now."))
            return
        announces = not self.scene.announces
        said = self.look.text("Belote will be said with this card: Enter plays it.")
        self._change(announces=announces, notice=said if announces else "")

    # The rest.

    def _tell_way_in(self) -> None:
        self._change(notice=" ".join(self._actions.way_in()))

    def _reorder(self) -> None:
        card = self.scene.selected_card
        order = next_order(self.scene.order)
        self._change(order=order)
        self._settings = replace(self._settings, order=order)
        self._actions.keep(self._settings)
        asks_bid = self.scene.is_asked and self.scene.view is not None and self.scene.view.bids
        if card is not None and not asks_bid:
            self._change(selected=self.scene.hand.index(card))

    def _show_trick(self) -> None:
        view = self.scene.view
        trick, now = self._held, view.trick if view is not None else None
        if trick is None and view is not None and now is not None:
            trick = ShownTrick(now, None) if len(now.cards) < len(view.players) else None
        self._change(trick=trick)

    def _change(self, **changes: object) -> None:
        self.scene = replace(self.scene, **changes)  # type: ignore[arg-type]  # by name
