"""A game told again on the table: by card, by trick, by deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from belote_cli.audit_words import short_name
from belote_cli.plain.situation import bid_words
from belote_cli.scene import Scene
from belote_cli.score_words import deal_lines, totals_line, unscored_line
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.frames import Picture
from belote_cli.tui.look import Look
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.stage import Screen
from belote_cli.tui.table_scene import Overlay, TableScene
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press, Touch
from belote_net.table.messages import Play
from belote_net.table.state import PlayedDeal
from belote_net.table.view import TableView
from belote_protocol.codec import decode


class ReplayScreen(Screen[None]):
    """Steps through the pictures of a game."""

    def __init__(
        self,
        look: Look,
        pictures: Sequence[Picture],
        played: Sequence[PlayedDeal],
        members: Sequence[str],
        *,
        verdict: str,
    ) -> None:
        """A replay of at least one picture.

        Args:
            look: how it is written.
            pictures: the moments, in order.
            played: the deals that are over.
            members: names in signing order.
            verdict: what verifying the file has found.
        """
        super().__init__(look)
        self._pictures = tuple(pictures)
        self._played = {one.deal.number: one for one in played}
        self._members = tuple(members)
        self._verdict = verdict
        self._at = 0
        self._overlay: Overlay | None = None
        self._scroll = 0
        self._shows_proof = False

    @property
    def scene(self) -> TableScene:
        """The table as it is shown now."""
        picture = self._pictures[self._at]
        return TableScene(
            view=picture.view,
            trick=picture.trick,
            selected=-1,
            overlay=self._overlay,
            scroll=self._scroll,
            notice=self._proof(picture) if self._shows_proof else "",
            hint="" if self._shows_proof else self._verdict,
            log=self._caption(picture),
            waiting=self._where(picture),
            hands=picture.hands,
            watches=True,
            keys=self._keys(),
        )

    def draw(self, size: Size) -> Canvas:
        """The table at this moment."""
        return table_canvas(self.scene, self.look, size)

    def handle(self, touch: Touch) -> None:
        """Step, show a page, or go back."""
        if isinstance(touch, Pick):
            return
        if touch == ESCAPE and self._overlay is not None:
            self._overlay = None
        elif touch in (ESCAPE, INTERRUPT, Press("q")):
            self.finish()
        elif self._overlay is not None and touch.key in ("up", "down"):
            self._scroll = max(0, self._scroll + (1 if touch.key == "down" else -1))
        elif touch.key in ("s", "o"):
            page = Overlay.SCORE if touch.key == "s" else Overlay.RULES
            self._overlay, self._scroll = (None if self._overlay is page else page), 0
        elif touch.key == "p":
            self._shows_proof = not self._shows_proof
        elif touch.key == "l":
            self.look = self.look.with_letters_toggled()
        else:
            self._step("right" if touch in (ENTER, Press(" ")) else touch.key)

    def _step(self, key: str) -> None:
        last = len(self._pictures) - 1
        match key:
            case "right":
                self._at = min(last, self._at + 1)
            case "left":
                self._at = max(0, self._at - 1)
            case "down":
                self._at = self._next(_trick_of)
            case "up":
                self._at = self._before(_trick_of)
            case "pagedown":
                self._at = self._next(_deal_of)
            case "pageup":
                self._at = self._before(_deal_of)
            case "home":
                self._at = 0
            case "end":
                self._at = last

    def _next(self, part: Callable[[Picture], object]) -> int:
        """Where the next trick or deal begins; the end, if none does."""
        here = part(self._pictures[self._at])
        for index in range(self._at + 1, len(self._pictures)):
            if part(self._pictures[index]) != here:
                return index
        return len(self._pictures) - 1

    def _before(self, part: Callable[[Picture], object]) -> int:
        """Where this trick or deal begins, or the one before if that is here."""
        index = max(0, self._at - 1)
        here = part(self._pictures[index])
        while index > 0 and part(self._pictures[index - 1]) == here:
            index -= 1
        return index

    def _caption(self, picture: Picture) -> tuple[str, ...]:
        """What has just happened; after the last card of a deal, its result."""
        view, look = picture.view, self.look
        scene = Scene.of_view(view)
        if picture.trick is not None:
            order = view.variant.order_from(picture.trick.trick.leader)
            cards = picture.trick.trick.cards
            name = scene.name(order[len(cards) - 1])
            lines = [look.text("{name} plays {card}.", name=name, card=look.pen.card(cards[-1]))]
        elif view.auction is not None and view.auction.bids:
            place, bid = view.auction.bids[-1]
            bid_said = bid_words(bid, look.pen)
            lines = [look.text("{name}: {bid}", name=scene.name(place), bid=bid_said)]
        elif view.dealer is not None:
            name = scene.name(view.dealer)
            lines = self._annulled_before(view.deal_number)
            lines += [look.text("Deal {number}. {name} deals.", number=view.deal_number, name=name)]
        else:
            lines = []
        if self._ends_deal():
            lines += self._result(view, scene)
        return tuple(lines)

    def _annulled_before(self, number: int) -> list[str]:
        """The deals just before this one that nobody has seen a card of."""
        found: list[str] = []
        while (played := self._played.get(number := number - 1)) and played.is_annulled:
            found.insert(0, unscored_line(played, self.look.pen))
        return found

    def _ends_deal(self) -> bool:
        following = self._pictures[self._at + 1 : self._at + 2]
        here = self._pictures[self._at]
        return not following or _deal_of(following[0]) != _deal_of(here)

    def _result(self, view: TableView, scene: Scene) -> list[str]:
        played = self._played.get(view.deal_number)
        if played is None:
            return [self.look.text("Here the game was adjourned.")]
        if played.score is None:
            return [unscored_line(played, self.look.pen)]
        number = view.deal_number
        lines = deal_lines(number, played.contract, played.score, scene, self.look.pen)
        if view.match is None:
            return list(lines)
        totals = view.match.after(played.score, played.contract).scores
        return [*lines, totals_line(totals, scene, self.look.pen)]

    def _where(self, picture: Picture) -> str:
        number = picture.view.deal_number
        at = self.look.text("{number} of {total}", number=self._at + 1, total=len(self._pictures))
        if picture.number:
            text = self.look.text("Deal {deal}, trick {trick}", deal=number, trick=picture.number)
        else:
            text = self.look.text("Deal {deal}, auction", deal=number)
        return f"{text} ({at})"

    def _proof(self, picture: Picture) -> str:
        """What is proven about the entry behind this moment."""
        signed, look = picture.entry, self.look
        if signed is None:
            return look.text("No bid was made yet: there is no entry to show.")
        entry = signed.entry
        text = look.text(
            "Entry {place} of the chain {chain}, “{kind}” by {name}, {head}: "
            "signature, order and rules are right.",
            place=entry.seq,
            chain=entry.chain,
            kind=entry.kind,
            name=self._members[entry.seat],
            head=short_name(signed.head),
        )
        if entry.kind != Play.kind:
            return text
        if decode(Play, entry.body).proof is None:
            more = look.text("This card lay in the open or was known: it needs no proof.")
        else:
            more = look.text("It is proven that this card was dealt to him and may be played.")
        return f"{text} {more}"

    def _keys(self) -> tuple[tuple[str, str, str], ...]:
        look = self.look
        return (
            ("←→", look.text("card"), ""),
            ("↑↓", look.text("trick"), ""),
            (look.text("PgUp/PgDn"), look.text("deal"), ""),
            ("p", look.text("proof"), "p"),
            ("s", look.text("score"), "s"),
            ("o", look.text("rules"), "o"),
            (look.text("Esc"), look.text("back"), "escape"),
        )


def _trick_of(picture: Picture) -> object:
    return picture.view.deal_number, picture.number


def _deal_of(picture: Picture) -> object:
    return picture.view.deal_number
