"""The four seats and what lies between them: pure drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from belote_cli.card_text import sorted_hand
from belote_cli.rule_words import suit_name
from belote_cli.sides import Side, sides_of
from belote_cli.tui.canvas import Canvas, clip, text_width
from belote_cli.tui.card_boxes import Frame, draw_card
from belote_cli.tui.look import Look
from belote_cli.tui.plan import Plan
from belote_cli.tui.table_scene import ShownTrick, TableScene
from belote_net.rules.auction import Bid
from belote_net.rules.cards import Card, Place
from belote_net.table.messages import MemberKind
from belote_net.table.view import PlayerView, TableView


def draw_seats(canvas: Canvas, plan: Plan, scene: TableScene, look: Look) -> None:
    """Names, marks, and the cards or bids in front of everybody."""
    view = scene.view
    if view is None:
        canvas.centre(plan.sides + 1, plan.middle, look.text("The places are being drawn."), "dim")
        return
    sides = sides_of(view.variant, view.options.direction, view.place)
    for player in view.players:
        side = sides[player.place]
        label = _label(player, scene, view, look, width=_label_width(plan, side))
        _draw_label(canvas, plan, side, label, _shown_hand(player, scene, look))
    if scene.trick is not None:
        _draw_trick(canvas, plan, scene.trick, view, sides, look)
    elif view.contract is None or not view.players[0].cards_left:
        _draw_auction(canvas, plan, view, sides, look)


def _label_width(plan: Plan, side: Side) -> int:
    """How many cells a line beside a seat may take; opposite, two of them share one row."""
    match side:
        case Side.NORTH:
            return (plan.right - plan.left) // 2 - 2
        case Side.SOUTH:
            return plan.right - plan.right_card
        case _:
            return plan.left_card - plan.left - 1


def _fitted(phrase: Callable[[str], str], name: str, width: int) -> str:
    """A phrase with a name in it; if it is too long, the name is shortened and nothing else."""
    longer = text_width(phrase(name)) - width
    return phrase(name) if longer <= 0 else phrase(clip(name, max(text_width(name) - longer, 1)))


def _label(
    player: PlayerView, scene: TableScene, view: TableView, look: Look, *, width: int
) -> tuple[list[str], str]:
    """The lines beside a seat, and their style."""
    me = player.place == view.place and not scene.watches
    mark = "▶ " if player.place == view.turn else ""
    cards = "▪" * player.cards_left

    def head(name: str) -> str:
        shown = look.text("{name} (you)", name=name) if me else name
        return f"{mark}{shown}  {cards}".rstrip()

    lines = [_fitted(head, player.name, width)]
    notes = []
    if view.contract is not None and view.contract.taker == player.place:
        notes.append(look.text("taker"))
    if view.dealer == player.place:
        notes.append(look.text("dealer"))
    if notes:
        lines.append("◆ " + ", ".join(notes))
    if _is_missing(player, scene, view):
        lines.append("✗ " + look.text("not connected"))
    elif player.kind is MemberKind.BOT and scene.linked is not None:
        machine = view.players[player.operator]
        lines.append(
            _fitted(
                lambda name: look.text("bot on {name}'s machine", name=name), machine.name, width
            )
        )
    if _is_missing(player, scene, view):
        return lines, "warn"
    return lines, "turn" if player.place == view.turn else ""


def _is_missing(player: PlayerView, scene: TableScene, view: TableView) -> bool:
    if scene.linked is None or (player.place == view.place):
        return False
    return player.identity not in scene.linked


def _shown_hand(player: PlayerView, scene: TableScene, look: Look) -> str:
    """The cards of a player that everybody may see; nothing if there are none."""
    view = scene.view
    if view is None:
        return ""
    cards: Iterable[Card] = ()
    if player.place == view.absent:
        cards = view.open_hand
    if not cards and player.place < len(scene.hands):
        cards = scene.hands[player.place]
    trump = view.contract.trump if view.contract is not None else None
    return " ".join(look.pen.card(card) for card in sorted_hand(cards, trump))


def _draw_label(
    canvas: Canvas, plan: Plan, side: Side, label: tuple[list[str], str], hand: str
) -> None:
    lines, style = label
    if side is Side.NORTH:  # one row, and beside the card is room for a hand
        row = plan.north - 1
        canvas.centre(row, plan.middle, clip(" · ".join(lines), plan.right - plan.left), style)
        canvas.put(plan.north, plan.right_card, hand, "dim")
        return
    head, *notes = lines = [*lines, *([hand] if hand else [])]
    width = plan.left_card - plan.left - 1
    if side is Side.SOUTH:
        column = plan.right_card
        width = plan.right - column
        for offset, line in enumerate(lines):
            style_here = style if offset == 0 else "dim"
            canvas.put(plan.south + offset, column, clip(line, width), style_here)
        return
    canvas_put = canvas.put if side is Side.WEST else canvas.right
    edge = plan.left if side is Side.WEST else plan.right
    canvas_put(plan.sides, edge, clip(head, width), style)
    for offset, line in enumerate(notes, start=1):
        warned = style if line.startswith("✗") else "dim"
        canvas_put(plan.sides + offset, edge, clip(line, width), warned)


def _corner(plan: Plan, side: Side) -> tuple[int, int]:
    """Where the card of a side lies."""
    middle = plan.middle - plan.form.width // 2
    return {
        Side.NORTH: (plan.north, middle),
        Side.WEST: (plan.sides, plan.left_card),
        Side.EAST: (plan.sides, plan.right_card),
        Side.SOUTH: (plan.south, middle),
    }[side]


def _draw_trick(
    canvas: Canvas,
    plan: Plan,
    shown: ShownTrick,
    view: TableView,
    sides: dict[Place, Side],
    look: Look,
) -> None:
    for place, card in zip(
        view.variant.order_from(shown.trick.leader), shown.trick.cards, strict=False
    ):
        won = place == shown.winner
        draw_card(
            canvas,
            _corner(plan, sides[place]),
            card,
            look.pen.cards,
            form=plan.form,
            frame=Frame.STRONG if won else Frame.PLAIN,
            style="winning" if won else "",
        )
    if shown.winner is not None:
        row = plan.sides + plan.form.height // 2
        name = view.players[shown.winner].name
        text = look.text("won by {name}", name=name)
        width = plan.right_card - plan.left_card - plan.form.width
        text = text if text_width(text) <= width else clip(name, width)
        canvas.centre(row, plan.middle, text, "good")


def _draw_auction(
    canvas: Canvas, plan: Plan, view: TableView, sides: dict[Place, Side], look: Look
) -> None:
    """The turned card in the middle, and what everybody has said."""
    if view.turn_up is not None:
        corner = (plan.sides, plan.middle - plan.form.width // 2)
        draw_card(canvas, corner, view.turn_up, look.pen.cards, form=plan.form)
    said: dict[Place, list[str]] = {}
    for place, bid in view.auction.bids if view.auction is not None else ():
        said.setdefault(place, []).append(_said(bid, look))
    for place, words in said.items():
        text = ", ".join(words)
        row, column = _corner(plan, sides[place])
        middle = row + plan.form.height // 2
        match sides[place]:
            case Side.WEST:
                canvas.right(middle, column + plan.form.width + 1, text, "bold")
            case Side.EAST:
                canvas.put(middle, column - 1, text, "bold")
            case _:
                canvas.put(middle, plan.middle - text_width(text) // 2, text, "bold")


def _said(bid: Bid, look: Look) -> str:
    if bid.trump is None:
        return look.text("pass")
    return f"{look.pen.suit(bid.trump)} {suit_name(bid.trump, look.pen.words)} !"
