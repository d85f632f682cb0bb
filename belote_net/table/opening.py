"""The first entry: what it must be for anybody to play under it (docs/protocol.md §9.1)."""

from __future__ import annotations

from collections.abc import Container

from belote_net.errors import OptionError
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for
from belote_net.table.messages import RULES_VERSION, Member, MemberKind, Opening
from belote_net.table.names import check_names, check_that_names_differ
from belote_net.table.state import Game
from belote_protocol.codec import decode
from belote_protocol.entry import NO_GAME, EntryContext, Seat, SignedEntry
from belote_protocol.errors import (
    BrokenChain,
    InvalidEncoding,
    InvalidProof,
    ProtocolError,
    RuleBroken,
)
from belote_protocol.identity import PublicIdentity
from belote_protocol.version import PROTOCOL_LABEL

TABLE_CHAIN = "table"
HOST = Seat(0)
"""Who makes the first entry."""

OPENING_CONTEXT = EntryContext(NO_GAME, TABLE_CHAIN, 0, NO_GAME, HOST, Opening.kind)


class UnknownVersion(ProtocolError):
    """A game that was played by another version of the protocol or of the rules."""


def open_game(signed: SignedEntry) -> Game:
    """The state of a game of which only the first entry is known.

    Raises:
        UnknownVersion: it needs another program.
        BadSignature: the host did not sign it.
        BrokenChain: it is no first entry.
        RuleBroken: its members or options cannot be played with.
    """
    if signed.entry.context != OPENING_CONTEXT:
        raise BrokenChain("a first entry expected", culprit=None, head=signed.head)
    try:
        opening = decode(Opening, signed.entry.body)
    except ProtocolError as cause:
        raise RuleBroken(str(cause), culprit=None, head=signed.head) from cause
    if (opening.protocol, opening.rules) != (PROTOCOL_LABEL, RULES_VERSION):
        raise UnknownVersion(
            f"{PROTOCOL_LABEL} with rules {RULES_VERSION} expected, "
            f"got {opening.protocol!r} with rules {opening.rules}"
        )
    if not opening.members:
        raise RuleBroken("members expected, got none", culprit=None, head=signed.head)
    signed.verify_signature(opening.members[HOST].identity)
    try:
        options = Options.from_map(opening.options)
        if list(opening.options) != list(options.to_map()):
            raise InvalidEncoding("the options in the order of the rules expected")
        variant = variant_for(options)
        check_members(opening.members, variant.places)
    except (ProtocolError, OptionError) as cause:
        raise RuleBroken(str(cause), culprit=HOST, head=signed.head) from cause
    return Game(
        game=signed.head,
        opening=opening,
        options=options,
        variant=variant,
        members=opening.members,
    )


def check_invitation(
    signed: SignedEntry,
    *,
    identity: PublicIdentity,
    nonce: bytes,
    known_games: Container[bytes],
) -> Seat:
    """The own seat in a game that one may agree to play.

    Whoever agrees a second time to a game that he has played, or to one made up from what he sent
    for an older one, would sign two entries in one place and be taken for a cheat.

    Args:
        signed: the first entry.
        identity: the own key.
        nonce: what was sent to this host for this game, and was never used before.
        known_games: ids of the games that were ever agreed to.

    Raises:
        UnknownVersion, RejectedEntry: as `open_game`.
        InvalidProof: the game is known, this identity is no member, its nonce is another, or names
            look alike.
    """
    game = open_game(signed)
    check_that_names_differ([member.name for member in game.members])
    if game.game in known_games:
        raise InvalidProof("a new game expected, got one that was agreed to before")
    for seat, member in zip(game.seats, game.opening.members, strict=True):
        if member.identity == identity:
            if member.nonce != nonce:
                raise InvalidProof("the own fresh nonce expected, got another")
            return seat
    raise InvalidProof("a game with the own identity expected, got one without")


def check_members(members: tuple[Member, ...], places: int) -> None:
    """Check that these members can sit at one table.

    Raises:
        InvalidProof: a wrong number of them, one identity or nonce twice, a name that a screen
            cannot show, or an operator that does not operate.
    """
    if len(members) != places:
        raise InvalidProof(f"{places} members expected, got {len(members)}")
    if len({member.identity for member in members}) != places:
        raise InvalidProof("one identity for each member expected, got one twice")
    if len({member.nonce for member in members}) != places:
        raise InvalidProof("a nonce of its own for each member expected, got one twice")
    check_names([member.name for member in members])
    for seat, member in enumerate(members):
        if member.operator >= places or members[member.operator].operator != member.operator:
            raise InvalidProof(f"an operator that runs itself expected for seat {seat}")
        if member.kind is MemberKind.PERSON and member.operator != seat:
            raise InvalidProof(f"a person runs the own seat, but seat {seat} does not")
