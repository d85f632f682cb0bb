"""Who played: names, sides, keys in four words, and who left or came."""

from __future__ import annotations

from belote_cli.audit_words import member_note, shown_members
from belote_cli.pen import Pen
from belote_cli.report.markup import Markup, cell, element, grid, heading
from belote_net.node.codes import fingerprint_words
from belote_net.table.messages import Member
from belote_net.table.state import Game


def players_table(game: Game, pen: Pen) -> Markup:
    """Everybody who ever had a seat, with the four words that friends know him by."""
    head = (
        heading(pen.text("Player")),
        heading(pen.text("Key in four words")),
        heading(),
    )
    return grid(head, (_row(member, members, pen) for member, members in shown_members(game)))


def _row(member: Member, members: tuple[Member, ...], pen: Pen) -> list[Markup]:
    words = " ".join(fingerprint_words(member.identity.fingerprint()))
    return [
        element("th", element("bdi", member.name), scope="row"),
        cell(element("code", words)),
        cell(member_note(member, members, pen) or "", kind="note"),
    ]
