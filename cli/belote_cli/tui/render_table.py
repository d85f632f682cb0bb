"""The table's screen: `table_canvas` draws one scene for one size, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from belote_cli.declaration_words import declared_words
from belote_cli.plain.situation import bid_words
from belote_cli.rule_words import suit_name
from belote_cli.scene import Scene
from belote_cli.tui.canvas import Canvas, Size, clip, text_width, wrap
from belote_cli.tui.card_boxes import Frame, draw_card
from belote_cli.tui.look import Look
from belote_cli.tui.plan import NOTICE_ROWS, SMALLEST, Plan
from belote_cli.tui.render_pages import draw_overlay
from belote_cli.tui.render_seats import draw_seats
from belote_cli.tui.table_scene import Overlay, SeatQuestion, Sequel, TableScene
from belote_cli.tui.touches import Pick, Press
from belote_cli.words import capital
from belote_net.rules.cards import Team
from belote_net.rules.choices import Direction
from belote_net.rules.counting import trick_points
from belote_net.table.state import Phase
from belote_net.table.view import TableView

_KEY_GAP: Final = 2
_KEYS_OF_BANNERS: Final[Mapping[SeatQuestion | None, Press]] = MappingProxyType(
    {
        SeatQuestion.VOTE: Press("a"),
        SeatQuestion.CHOOSE: Press("a"),
        SeatQuestion.PLAY_ON: Press("enter"),
    }
)
"""What a click on a banner does."""

_SPARED: Final = ("r", "←→")
"""Keys that are left out first where there is no room for all; help names them too."""


def table_canvas(scene: TableScene, look: Look, size: Size) -> Canvas:
    """The whole screen."""
    canvas, plan = look.canvas(size), Plan.of(size)
    if not plan.fits:
        return _too_small(canvas, scene, look)
    _draw_header(canvas, scene, look)
    draw_seats(canvas, plan, scene, look)
    _draw_log(canvas, plan, scene)
    if scene.overlay is not None:
        draw_overlay(canvas, plan, scene, look)
    _draw_hand(canvas, plan, scene, look)
    told = _draw_status(canvas, plan, scene, look)
    _draw_notice(canvas, plan, scene, look, above=told)
    _draw_footer(canvas, plan, scene, look)
    return canvas


def _too_small(canvas: Canvas, scene: TableScene, look: Look) -> Canvas:
    """What can be said in a window that does not hold the table; keys still play there."""
    text = look.text(
        "This window is too small for the table: {columns} × {rows} at least.",
        columns=SMALLEST.columns,
        rows=SMALLEST.rows,
    )
    bids = scene.view.bids if scene.view is not None and scene.is_asked else ()
    hand = [look.pen.card(card) for card in scene.hand]
    rows = [hand, [bid_words(bid, look.pen) for bid in bids]] if bids else [hand]
    rows[-1] = [
        f"[{one}]" if index == scene.selected else one for index, one in enumerate(rows[-1])
    ]
    chosen = [" ".join(row) for row in rows]
    lines = [*wrap(text, canvas.size.columns), "", *chosen, scene.waiting]
    for row, line in enumerate(lines):
        canvas.put(row, 0, clip(line, canvas.size.columns))
    return canvas


def _draw_header(canvas: Canvas, scene: TableScene, look: Look) -> None:
    canvas.rule(1)
    view = scene.view
    if view is None:
        canvas.put(0, 1, "belote-net", "title")
        return
    parts = []
    if view.deal_number:
        parts.append(look.text("Deal {number}", number=view.deal_number))
    if view.contract is not None:
        parts.append(_contract(view, scene, look))
    elif view.auction is not None:
        parts.append(look.text("auction, round {number}", number=view.auction.round))
    clockwise = view.options.direction is Direction.CLOCKWISE
    parts.append("↻" if clockwise else "↺")
    scores = _scores(view, scene, look)
    room = canvas.size.columns - text_width(scores) - 4
    canvas.put(0, 1, clip(" · ".join(parts), room), "title")
    canvas.right(0, canvas.size.columns - 1, scores, "title")


def _contract(view: TableView, scene: TableScene, look: Look) -> str:
    if view.contract is None:
        return ""
    trump = view.contract.trump
    suit = f"{look.pen.suit(trump)} {suit_name(trump, look.pen.words)}"
    if view.contract.taker == view.place and not scene.watches:
        return look.text("{suit}, taken by you", suit=suit)
    name = view.players[view.contract.taker].name
    return look.text("{suit}, taken by {name}", suit=suit, name=name)


def _scores(view: TableView, scene: TableScene, look: Look) -> str:
    if view.match is None:
        return ""
    people = _people(view, scene)
    scores = "  ".join(
        f"{capital(people.team(team, look.pen))} {view.match.scores[team]}"
        for team in people.teams()
    )
    if view.match.held_points:
        held = look.text("held {points}", points=view.match.held_points)
        return f"{scores}  ({held})"
    return scores


def _people(view: TableView, scene: TableScene) -> Scene:
    people = Scene.of_view(view)
    if not scene.watches:
        return people
    return Scene(people.names, people.members, None, people.variant)


def _draw_log(canvas: Canvas, plan: Plan, scene: TableScene) -> None:
    end = plan.marks if scene.watches else plan.hand  # who watches has no hand there
    room, width = end - plan.log, plan.size.columns - 3
    if room <= 0 or not scene.log:
        return
    *earlier, last = scene.log[-room:]
    told = [(part, "dim") for line in earlier for part in wrap(line, width)]
    told += [(part, "") for part in wrap(last, width)]
    for row, (part, style) in enumerate(reversed(told[-room:]), start=1):
        canvas.put(end - row, 2, part, style)


def _draw_hand(canvas: Canvas, plan: Plan, scene: TableScene, look: Look) -> None:
    view = scene.view
    if view is None:
        return
    bids = scene.is_asked and bool(view.bids)
    chooses = scene.is_asked and bool(view.legal)
    for index, card in enumerate(scene.hand):
        refused = chooses and card not in view.legal
        selected = index == scene.selected and not bids
        column = 2 + index * (plan.form.width + 1)
        style = "dim" if refused else ("selected" if selected and chooses else "")
        frame = Frame.STRONG if selected else (Frame.FADED if refused else Frame.PLAIN)
        draw_card(
            canvas,
            (plan.hand, column),
            card,
            look.pen.cards,
            form=plan.form,
            frame=frame,
            style=style,
            touch=Pick(index),
        )
        if not bids:
            _mark(canvas, plan, column, str(index + 1), selected=selected, refused=refused)
    if bids:
        _draw_bids(canvas, plan, scene, look)


def _mark(
    canvas: Canvas, plan: Plan, column: int, number: str, *, selected: bool, refused: bool
) -> None:
    """The number under a card; brackets are where the cursor is, a dash is a refused card."""
    text = "-" if refused else number
    if selected:
        text = f"[{text}]"
    style = "dim" if refused else ("key" if selected else "")
    canvas.put(plan.marks, column, text.center(plan.form.width), style)


def _draw_bids(canvas: Canvas, plan: Plan, scene: TableScene, look: Look) -> None:
    view = scene.view
    if view is None:
        return
    column = 2
    for index, bid in enumerate(view.bids):
        text = f"{index + 1} {bid_words(bid, look.pen)}"
        selected = index == scene.selected
        shown = f"[ {text} ]" if selected else f"  {text}  "
        style = "selected" if selected else ""
        column = canvas.put(plan.marks, column, shown, style, Pick(index)) + 1


def _draw_status(canvas: Canvas, plan: Plan, scene: TableScene, look: Look) -> list[str]:
    """Whose turn it is; returns what of it has no room there, for the rows below."""
    view = scene.view
    tricks = "" if view is None else _tricks(view, scene, look)
    has_no_seat = scene.watches or (view is not None and view.place is None)
    if has_no_seat and not scene.hand:  # both names are long; where the hand would lie is room
        canvas.put(plan.marks, 2, clip(tricks, plan.size.columns - 4))
        tricks = ""
    room = plan.size.columns - text_width(tricks) - 4
    if scene.is_asked and view is not None:
        text = look.text("Your bid.") if view.bids else look.text("Your card.")
        end = canvas.put(plan.status, 2, clip(f"▶ {text}", room), "turn")
        first, *more = wrap(scene.missing, room - end)
        canvas.put(plan.status, end + 2, first, "warn")
    else:
        is_told_below = not scene.waited_s or bool(scene.seat.banner)
        waited = "" if is_told_below else look.text("{number} sec", number=scene.waited_s)
        first, *more = wrap(f"{scene.waiting} {waited}".rstrip(), room)
        canvas.put(plan.status, 2, first, "bold")
    more = wrap(" ".join(more), plan.size.columns - 4) if more else []
    canvas.right(plan.status, plan.size.columns - 1, tricks)
    return more[:NOTICE_ROWS]


def _tricks(view: TableView, scene: TableScene, look: Look) -> str:
    """Tricks and points of each side in this deal, so far."""
    if view.contract is None:
        return ""
    people = _people(view, scene)
    won, points = [0] * len(view.variant.teams), [0] * len(view.variant.teams)
    for number, trick in enumerate(view.tricks, start=1):
        team = view.variant.team_of(view.variant.trick_winner(trick, view.contract.trump))
        won[team] += 1
        is_last = number == view.variant.hand_size
        points[team] += trick_points(trick, view.contract.trump, is_last=is_last)

    def side(team: Team) -> str:
        return f"{people.team(team, look.pen)} {won[team]} ({points[team]})"

    shown = ", ".join(side(team) for team in people.teams())
    return look.text("Tricks (points): {tricks}", tricks=shown)


def _declarations(scene: TableScene, look: Look) -> str:
    """What will be declared with the first card, and how not to."""
    if scene.view is None or not scene.is_asked or not scene.view.declarations:
        return ""
    words = declared_words(scene.view.declarations, look.pen)
    if scene.declares:
        return look.text("You declare {declarations}. (a: keep silent)", declarations=words)
    return look.text("You keep silent about {declarations}. (a: declare)", declarations=words)


def _draw_notice(
    canvas: Canvas, plan: Plan, scene: TableScene, look: Look, *, above: list[str]
) -> None:
    hint = f"{_declarations(scene, look)} {scene.hint}".strip()
    text, style = (scene.notice or scene.seat.banner, "warn")
    if not text:
        text, style = hint, "good"
    width = plan.size.columns - 4
    lines = [part for row in text.split("\n") for part in wrap(row, width)] if text else []
    room = NOTICE_ROWS - len(above)
    if len(lines) > room:
        lines = [*lines[: room - 1], clip(" ".join(lines[room - 1 :]), width)] if room else []
    for row, line in enumerate(above, start=plan.notice):
        canvas.put(row, 2, line, "bold")
    touch = None if scene.notice else _KEYS_OF_BANNERS.get(scene.seat.asks)
    for row, line in enumerate(lines, start=plan.notice + len(above)):
        canvas.put(row, 2, line, style, touch)


def _draw_footer(canvas: Canvas, plan: Plan, scene: TableScene, look: Look) -> None:
    if scene.keys:
        draw_keys(canvas, plan.footer, scene.keys)
        return
    if scene.overlay is Overlay.CHAT:
        draw_keys(canvas, plan.footer, _keys_of_talk(scene, look))
        return
    if scene.overlay in (Overlay.LEAVE, Overlay.VOTE, Overlay.FREE_SEAT):
        draw_keys(canvas, plan.footer, _keys_of_question(scene, look))
        return
    talk = look.text("listen") if scene.watches else look.text("talk")
    if scene.chat.unread:
        talk = f"{talk} ({scene.chat.unread})"
    keys = _first_keys(scene, look)
    if scene.offers_belote:
        keys.append(("b", look.text("belote"), "b"))
    keys += [
        ("d", look.text("last"), "d"),
        ("s", look.text("score"), "s"),
        ("o", look.text("rules"), "o"),
        ("t", talk, "t"),
        *([] if scene.watches else [("r", look.text("sort"), "r")]),
        ("?", look.text("help"), "?"),
    ]
    for name in _SPARED:
        if _keys_width(keys) > plan.size.columns:
            keys = [key for key in keys if key[0] != name]
    draw_keys(canvas, plan.footer, keys)


def _keys_of_talk(scene: TableScene, look: Look) -> list[tuple[str, str, str]]:
    """The keys while one talks: no other key means anything then."""
    if scene.watches:
        return [_back(look)]
    others = look.text("show the others") if scene.chat.is_muted else look.text("hide the others")
    return [
        (look.text("Enter"), look.text("say"), "enter"),
        ("↑↓", look.text("set phrase"), "down"),
        ("Tab", others, "tab"),
        _back(look),
    ]


def _keys_of_question(scene: TableScene, look: Look) -> list[tuple[str, str, str]]:
    """The keys of a page that asks something: those of the table mean nothing there."""
    yes, wait = look.text("y"), (look.text("Esc"), look.text("wait"), "escape")
    if scene.overlay is Overlay.LEAVE:
        return [(yes, look.text("leave"), yes), (look.text("Esc"), look.text("stay"), "escape")]
    if scene.overlay is Overlay.VOTE:
        return [(yes, look.text("vote"), yes), wait]
    return [("b", look.text("bot"), "b"), wait] if scene.seat.brings_bot else [wait]


def _back(look: Look) -> tuple[str, str, str]:
    """The key that closes a page."""
    return (look.text("Esc"), look.text("back"), "escape")


def _first_keys(scene: TableScene, look: Look) -> list[tuple[str, str, str]]:
    """The keys that matter most now."""
    enter, leave = look.text("Enter"), ("q", look.text("leave"), "q")
    if scene.sequel is Sequel.ANOTHER_GAME:
        return [(enter, look.text("another game"), "enter"), leave]
    if scene.sequel is Sequel.LEAVING:
        return [(enter, look.text("go on"), "enter")]
    if scene.overlay is not None:  # Enter closes it, and plays nothing that lies below
        is_result = scene.overlay is Overlay.RESULT
        return [(enter, look.text("go on"), "enter")] if is_result else [_back(look)]
    if scene.watches:
        return [leave]
    bids = scene.view is not None and scene.view.phase is Phase.BIDDING
    does = look.text("say") if bids else look.text("play")
    return [("←→", look.text("choose"), ""), (enter, does, "enter")]


def _keys_width(keys: Sequence[tuple[str, str, str]]) -> int:
    texts = (text_width(f"{name} {meaning}") for name, meaning, _ in keys)
    return 1 + sum(texts) + _KEY_GAP * (len(keys) - 1)


def draw_keys(canvas: Canvas, row: int, keys: Sequence[tuple[str, str, str]]) -> None:
    """Keys with what they do, clickable: shown name, meaning, and the key itself."""
    column = 1
    for name, meaning, key in keys:
        touch = Press(key) if key else None
        column = canvas.put(row, column, name, "key", touch)
        column = canvas.put(row, column, f" {meaning}", "", touch) + _KEY_GAP
