"""Scenes for the renderer: views of the short game of the command-line tests."""

from __future__ import annotations

from functools import cache

from belote_cli.settings import Settings, SuitSigns
from belote_cli.tui.look import Look, look_for
from belote_cli.tui.render_lobby import LobbyScene
from belote_cli.tui.table_scene import ShownTrick, TableScene
from belote_cli.words import Language
from belote_net.node.frames import LobbyFrame, LobbyMember
from belote_net.rules.options import Options
from belote_net.table.messages import MemberKind, Seats
from belote_net.table.view import TableView, view_of
from belote_protocol.identity import Identity, PublicIdentity
from tests.cli.games import bidding_views, constrained_view, finished_game
from tests.four_seats import seeded_bytes


@cache
def look(
    language: Language = Language.ENGLISH,
    *,
    encoding: str = "utf-8",
    signs: SuitSigns = SuitSigns.GLYPHS,
) -> Look:
    """How a reader of that language sees the screen."""
    return look_for(Settings(signs=signs), language, encoding, {})


def playing_scene() -> TableScene:
    """A player is to play, and some of his cards are refused."""
    view = constrained_view()
    trick = ShownTrick(view.trick, None) if view.trick is not None else None
    linked = frozenset(player.identity for player in view.players)
    return TableScene(view, trick=trick, is_asked=True, linked=linked)


def bidding_scene() -> TableScene:
    """A player is to bid."""
    view = bidding_views()[0]
    linked = frozenset(player.identity for player in view.players)
    return TableScene(view, is_asked=True, linked=linked)


def watching_view() -> TableView:
    """The finished game, as a spectator sees it."""
    view = view_of(finished_game().table.state, None, frozenset())
    assert view is not None
    return view


# The lobby.

ME = Identity.generate(seeded_bytes("me")).public
OTHER = Identity.generate(seeded_bytes("other")).public
BOT = Identity.generate(seeded_bytes("bot")).public


def member(
    identity: PublicIdentity, name: str, kind: MemberKind = MemberKind.PERSON
) -> LobbyMember:
    operator = 0 if kind is MemberKind.BOT or identity == ME else 1
    return LobbyMember(
        identity=identity,
        name=name,
        kind=kind,
        operator=operator,
        nonce=bytes(32),
        ready=False,
        present=True,
        addresses=(),
    )


def lobby(*members: LobbyMember) -> LobbyFrame:
    return LobbyFrame(bytes(16), 1, 1, members, Seats.CHOSEN, dict(Options().to_map()), b"", None)


LOBBY = lobby(member(ME, "Zoé"), member(OTHER, "Léa"), member(BOT, "Marcel", MemberKind.BOT))
HOSTING = LobbyScene(
    LOBBY, ME, "7-trefle-capot", ("192.168.1.20:22032", "[fd00::2]:22032", "127.0.0.1:22032")
)
