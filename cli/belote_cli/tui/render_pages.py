"""What lies over the table: help, score sheet, rules, last trick, talk, and questions."""

from __future__ import annotations

from typing import Final

from belote_cli.declaration_words import said_lines
from belote_cli.plain.situation import all_rules_lines, last_trick_line, score_lines
from belote_cli.scene import Scene
from belote_cli.score_words import deal_lines, target_words, totals_line, unscored_line
from belote_cli.tui.canvas import Canvas, Size, clip, text_width, wrap
from belote_cli.tui.look import Look
from belote_cli.tui.plan import Plan
from belote_cli.tui.table_scene import Overlay, Sequel, TableScene
from belote_cli.tui.talk import PHRASES
from belote_cli.words import capital, msg
from belote_net.table.view import TableView

_TITLES: Final = {
    Overlay.HELP: msg("Help"),
    Overlay.SCORE: msg("Score sheet"),
    Overlay.RULES: msg("Rules of this table"),
    Overlay.LAST_TRICK: msg("Last trick"),
    Overlay.CHAT: msg("Talk"),
    Overlay.LEAVE: msg("Leave the table?"),
    Overlay.RESULT: msg("The deal is over"),
    Overlay.REFUSAL: msg("Something was refused"),
    Overlay.VOTE: msg("Go on without a player?"),
    Overlay.FREE_SEAT: msg("Who takes the free seat?"),
}
_HELP: Final = (
    msg("←→ or a number: choose a card or a bid; Enter: play it or say it"),
    msg("the mouse: click once to choose, twice to play"),
    msg("b: say belote · a: declare or keep silent (where the rules let you choose)"),
    msg("d: last trick · s: score sheet · o: rules of this table"),
    msg("t: talk to the table · r: sort the hand otherwise · l: letters for suits"),
    msg("Space: go on at once after a trick or a deal"),
    msg("c: how others come to this game, if they come in at your machine"),
    msg("a, while another player is waited for: propose to go on without that player"),
    msg("q or Ctrl-C: leave; Ctrl-C twice leaves at once"),
    msg("Esc: back to the table"),
    msg("A dimmed card may not be played: go to it to see why."),
)


_WATCHERS_HELP: Final = (
    msg("d: last trick · s: score sheet · o: rules of this table"),
    msg("t: what the players say · l: letters for suits"),
    msg("Space: go on at once after a trick or a deal"),
    msg("q or Ctrl-C: leave; Ctrl-C twice leaves at once"),
    msg("Esc: back to the table"),
)


END: Final = 1_000_000
"""To scroll by: farther than any page is long."""


def match_lines(view: TableView, look: Look) -> tuple[str, ...]:
    """Who has won, and the score; nothing before the end of the match."""
    if view.match is None or not view.match.is_over:
        return ()
    people, winner = Scene.of_view(view), view.match.winner
    if winner is None:
        verdict = look.text("The match is over: a draw.")
    elif people.me is None:
        team = people.team(winner, look.pen)
        verdict = look.text("The match is over: {side} win.", side=team)
    elif view.variant.team_of(people.me) == winner:
        verdict = look.text("The match is over: you win!")
    else:
        verdict = look.text("The match is over: you lose.")
    return (verdict, totals_line(view.match.scores, people, look.pen))


def _result_lines(view: TableView, look: Look) -> tuple[str, ...]:
    """The deal that was played last, and the score after it; who has won stands first."""
    if view.match is None or not view.played:
        return ()
    people, last = Scene.of_view(view), view.played[-1]
    number = last.deal.number
    if last.score is None:
        lines: tuple[str, ...] = (unscored_line(last, look.pen),)
    else:
        then = people.of_deal(last.deal)
        lines = deal_lines(number, last.contract, last.score, then, look.pen)
    over = match_lines(view, look)
    if over:
        return (*over[1:], "", *lines)
    target = capital(target_words(view.options, look.pen))
    return (*lines, f"{totals_line(view.match.scores, people, look.pen)} {target}.")


def _title(scene: TableScene, look: Look) -> str:
    """What the page is called; the end of the match says who has won."""
    if scene.overlay is None:
        return ""
    over = match_lines(scene.view, look) if scene.view is not None else ()
    if scene.overlay is Overlay.RESULT and over:
        return over[0]
    return look.text(_TITLES[scene.overlay])


def _leaving_line(scene: TableScene, look: Look) -> str:
    """What it means to leave now."""
    view = scene.view
    if scene.watches:
        return look.text("You only watch; you can come back later.")
    if view is not None and all(one.operator == view.place for one in view.players):
        return look.text("The game is adjourned. You come back with: belote-net resume")
    return look.text(
        "The game is adjourned: the others wait, unless they all vote to go on without you. "
        "You come back with: belote-net resume"
    )


def overlay_lines(scene: TableScene, look: Look) -> tuple[str, ...]:
    """The text of the overlay, unbroken."""
    view = scene.view
    if scene.overlay is Overlay.HELP:
        return tuple(look.text(line) for line in (_WATCHERS_HELP if scene.watches else _HELP))
    if scene.overlay is Overlay.LEAVE:
        return (
            _leaving_line(scene, look),
            "",
            look.text("y: leave · Esc: stay · Ctrl-C: leave at once"),
        )
    if scene.overlay is Overlay.REFUSAL:
        return scene.refusal
    if scene.overlay in (Overlay.VOTE, Overlay.FREE_SEAT):
        return scene.seat.page
    if view is None:
        return (look.text("The match has not begun."),)
    match scene.overlay:
        case Overlay.SCORE:
            return score_lines(view, look.pen)
        case Overlay.RESULT:
            return _result_lines(view, look)
        case Overlay.RULES:
            return all_rules_lines(view.options, look.pen)
        case Overlay.LAST_TRICK:
            said = said_lines(view.said, Scene.of_view(view), look.pen)
            return (last_trick_line(view, look.pen), *said)
    return ()


def draw_overlay(canvas: Canvas, plan: Plan, scene: TableScene, look: Look) -> None:
    """Cover the table with a page, down to the hand."""
    if scene.overlay is None:
        return
    first, last = 2, plan.hand - 1
    canvas.clear(range(first, last + 1))
    title, back = _title(scene, look), _way_out(scene, look)
    while back and text_width(f"{title}{back}") > plan.size.columns - 4:
        back = back.rpartition(" · ")[0]  # who has won stands whole; the keys stand below, too
    canvas.put(first, 2, clip(title, plan.size.columns - 4), "title")
    canvas.right(first, plan.size.columns - 1, back, "dim")
    if scene.overlay is Overlay.CHAT:
        _draw_chat(canvas, (first + 1, last), scene, look)
        return
    draw_scrolled(canvas, (first + 1, last), _wrapped(plan, scene, look), scene.scroll, look)


def _way_out(scene: TableScene, look: Look) -> str:
    """Which key closes the page, or goes on from a result."""
    if scene.overlay is not Overlay.RESULT:
        return look.text("Esc: back")
    if scene.sequel is Sequel.ANOTHER_GAME:
        return look.text("Enter: another game · q: leave")
    return look.text("Enter: go on")


def _wrapped(plan: Plan, scene: TableScene, look: Look) -> list[str]:
    width = plan.size.columns - 6
    return [part for line in overlay_lines(scene, look) for part in wrap(line, width)]


def page_scroll(scene: TableScene, look: Look, size: Size) -> int:
    """`scene.scroll`, or how far a page of this size can be scrolled if that is less."""
    if scene.overlay is None or scene.overlay is Overlay.CHAT:
        return scene.scroll
    plan = Plan.of(size)
    room = plan.hand - 3
    lines = len(_wrapped(plan, scene, look))
    return min(scene.scroll, lines - room + 1 if lines > room else 0)


def draw_scrolled(
    canvas: Canvas, rows: tuple[int, int], lines: list[str], scroll: int, look: Look
) -> None:
    """Lines from `scroll` on, with a word about those that do not fit."""
    first, last = rows
    room = last - first + 1
    if len(lines) > room:
        room -= 1
        start = min(max(scroll, 0), len(lines) - room)
        hidden = len(lines) - room - start
        counted = (("↑", start), ("↓", hidden))
        more = [
            f"{arrow} {look.pen.count('{number} more line', '{number} more lines', number)}"
            for arrow, number in counted
            if number
        ]
        canvas.put(last, 3, " · ".join(more), "dim")
        lines = lines[start : start + room]
    for row, line in enumerate(lines, start=first):
        canvas.put(row, 3, line)


def _draw_chat(canvas: Canvas, rows: tuple[int, int], scene: TableScene, look: Look) -> None:
    (first, last), chat = rows, scene.chat
    width = canvas.size.columns - 6
    said = last - 2 - first + 1
    lines = [part for line in chat.lines for part in wrap(line, width)][-said:]
    if chat.is_muted:
        canvas.put(first, 3, look.text("What the others say is not shown."), "warn")
    else:
        for row, line in enumerate(lines, start=first):
            canvas.put(row, 3, clip(line, width))
    if scene.watches:
        canvas.put(last, 3, look.text("The players do not hear you: you only watch."), "dim")
        return
    if chat.phrase is not None:
        phrase = look.text("↑↓ phrase: {phrase}", phrase=look.text(PHRASES[chat.phrase]))
        canvas.put(last - 1, 3, clip(phrase, width), "dim")
    canvas.put(last, 3, "> ", "key")
    chat.edit.draw(canvas, last, 5, width - 2)
