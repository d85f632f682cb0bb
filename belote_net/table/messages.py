"""Every body on the chain `table`, with its limits (docs/protocol.md §9)."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

from msgspec import Meta

from belote_net.rules.option_values import OptionValue
from belote_protocol.ballot import Signature, SilentPlace, Vote
from belote_protocol.codec import Wire
from belote_protocol.deck_state import Salt
from belote_protocol.elgamal import Ciphertext
from belote_protocol.entry import MAX_SEATS, Body, Head, HeadOrNone, SeatNumber
from belote_protocol.group import Element
from belote_protocol.holding import HoldingProof
from belote_protocol.identity import PublicIdentity
from belote_protocol.shuffle import ShuffleProof
from belote_protocol.sigma import EqualityProof

MAX_CARDS = 64
"""Upper bound on card numbers and positions; the variant's pack is the real one."""

MAX_CLAIMS = 4
"""Most declarations of one hand that can be claimed; eight cards hold two at most."""

MAX_NAME_CHARACTERS = 20
"""A name fits under a hand on a screen of eighty columns."""

MAX_COPY_BYTES = 16 * 1024
"""Largest entry that another entry can hold: two fit into one; the largest honest one has 6 kB."""

NONCE_BYTES = 32

RULES_VERSION = 1
"""Raised by any change of what a rule means; part of the first entry."""

Nonce = Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CHARACTERS)]
OptionName = Annotated[str, Meta(max_length=40)]
Room = Annotated[bytes, Meta(min_length=16, max_length=16)]
CardNumber = Annotated[int, Meta(ge=0, lt=MAX_CARDS)]
Word = Annotated[str, Meta(max_length=16)]


class MemberKind(Enum):
    """Who decides for a seat."""

    PERSON = "person"
    BOT = "bot"


class Seats(Enum):
    """How the places at the table are given."""

    CHOSEN = "chosen"
    """Members sit clockwise in the order in which the first entry lists them."""
    DRAWN = "drawn"
    """The coins of all seats draw the places."""


class Member(Wire):
    """One player of a game, in the first entry.

    Attributes:
        identity: the key that signs for this seat.
        name: what the others call it; no control characters, at most 20 characters.
        kind: a person or a bot.
        operator: the seat whose machine runs this one; a person's own seat.
        nonce: fresh from this member, so that an old evening cannot be replayed.
    """

    identity: PublicIdentity
    name: Name
    kind: MemberKind
    operator: SeatNumber
    nonce: Nonce


class Opening(Body):
    """The first entry: who plays, by which rules. Its hash is the id of the game."""

    kind: ClassVar[str] = "table"

    protocol: Annotated[str, Meta(max_length=40)]
    rules: Annotated[int, Meta(ge=0, lt=2**16)]
    room: Room
    previous: HeadOrNone
    seats: Seats
    options: dict[OptionName, OptionValue]
    members: Annotated[tuple[Member, ...], Meta(max_length=MAX_SEATS)]


class Agree(Body):
    """This member plays under the first entry as it stands."""

    kind: ClassVar[str] = "agree"


class Coin(Body):
    """A commitment to this seat's coin."""

    kind: ClassVar[str] = "coin"

    commitment: Head


class Flip(Body):
    """The coin, opened."""

    kind: ClassVar[str] = "flip"

    opening: Annotated[bytes, Meta(min_length=32, max_length=32)]


class Cut(Body):
    """How many cards are lifted from the top and put below the rest."""

    kind: ClassVar[str] = "cut"

    lifted: CardNumber


class Distribution(Body):
    """The dealer deals: the packets, and the deck, which is burnt by this.

    Attributes:
        pattern: `3-2` or `2-3`.
        deck: number of the deck, with `deck_head`, the entry that completed it.
        digest: of the public state before this deal; all four agree on it by building on this.
    """

    kind: ClassVar[str] = "deal"

    pattern: Annotated[str, Meta(max_length=8)]
    deck: Annotated[int, Meta(ge=1, lt=2**16)]
    deck_head: Head
    digest: Head


class Share(Body):
    """Decryption shares for the positions that are due, in ascending order of position."""

    kind: ClassVar[str] = "share"

    shares: Annotated[tuple[Element, ...], Meta(max_length=MAX_CARDS)]
    proof: EqualityProof


class Call(Body):
    """A bid: `pass`, or the suit of trumps."""

    kind: ClassVar[str] = "bid"

    bid: Annotated[str, Meta(max_length=8)]


class Gather(Body):
    """A player's own hidden cards, shuffled again under his own key."""

    kind: ClassVar[str] = "gather"

    salt: Salt
    deck: Annotated[tuple[Ciphertext, ...], Meta(max_length=MAX_CARDS)]
    proof: ShuffleProof


class Play(Body):
    """A card, and the proof that it was dealt to this player and may be played.

    Attributes:
        position: index in the gathered hand, or None for the turned card, which all know.
        card: number of the card.
        announce: belote or rebelote is said with it.
        claims: declarations (annonces) made with it, best first; only with the first card.
        proof: none where there is nothing left to prove (the turned card, all else known).
    """

    kind: ClassVar[str] = "play"

    position: CardNumber | None
    card: CardNumber
    announce: bool
    claims: Annotated[tuple[Word, ...], Meta(max_length=MAX_CLAIMS)]
    proof: HoldingProof | None


class Height(Body):
    """The rank at the head of the best declaration; None says "no better"."""

    kind: ClassVar[str] = "height"

    height: Word | None


class InTrump(Body):
    """Whether the best declaration is in trumps: `yes` or `no`."""

    kind: ClassVar[str] = "trump"

    answer: Word


class Show(Body):
    """The declarations that were claimed, card by card, or None: they are forfeited.

    Attributes:
        declarations: for each, the numbers of its cards in ascending order.
        proof: that the hand holds those that are not public; None if all are.
    """

    kind: ClassVar[str] = "show"

    declarations: (
        Annotated[
            tuple[Annotated[tuple[CardNumber, ...], Meta(max_length=MAX_CARDS)], ...],
            Meta(max_length=MAX_CLAIMS),
        ]
        | None
    )
    proof: HoldingProof | None


class EntryCopy(Wire):
    """A whole signed entry inside another one."""

    raw: Annotated[bytes, Meta(min_length=1, max_length=MAX_COPY_BYTES)]
    signature: Signature


class Absence(Body):
    """The table goes on without a seat: it does not speak, or what it says is refused by all.

    Attributes:
        place: where the seat is silent; on the chain of the next deck only while a deal waits
            for that deck.
        votes: one of every other seat, in ascending order of seats; none if that seat killed the
            deck that the deal waits for, and `place` is what would follow on the deck's chain.
        refused: entries of that seat at that place, if a vote objects to one: the entry, or two
            different ones, in ascending order of their hashes.
    """

    kind: ClassVar[str] = "absence"

    place: SilentPlace
    votes: Annotated[tuple[Vote, ...], Meta(max_length=MAX_SEATS)]
    refused: Annotated[tuple[EntryCopy, ...], Meta(max_length=2)]


class Reseat(Body):
    """Somebody sits down where a seat is free: the one who left, another person, or a bot.

    The new member agrees first, then the others: each by the link to this entry.
    """

    kind: ClassVar[str] = "reseat"

    member: Member


class Partials(Wire):
    """Partial decryptions of the hidden cards that an absent seat has left, with one proof.

    Attributes:
        shares: by position in its gathered hand, of those that are not opened, in ascending order.
        proof: that they are made with the share of the key that was sent to this seat.
    """

    shares: Annotated[tuple[Element, ...], Meta(max_length=MAX_CARDS)]
    proof: EqualityProof


class Recover(Body):
    """This seat helps to open the hand of who has left; None: it does not, and nobody opens it."""

    kind: ClassVar[str] = "recover"

    partials: Partials | None


class Result(Body):
    """A signature under the digest of the final state."""

    kind: ClassVar[str] = "result"

    digest: Head
