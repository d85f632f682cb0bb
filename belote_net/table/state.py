"""The public state of a game: what the log says so far, frozen (docs/protocol.md §9)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from belote_net.rules.auction import Contract
from belote_net.rules.cards import Place
from belote_net.rules.choices import OnAbsence
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore
from belote_net.rules.trick import Trick
from belote_net.rules.variant import Variant
from belote_net.table.deal import Deal, contract_of
from belote_net.table.events import (
    AllPassed,
    DealAnnulled,
    DealBegan,
    DealForfeited,
    DealScored,
    Event,
    FalseClaimsFound,
    GameOver,
)
from belote_net.table.messages import Member, Opening
from belote_net.table.seating import Seating, seat_members
from belote_protocol.codec import encode
from belote_protocol.commitment import coin_result
from belote_protocol.entry import Seat
from belote_protocol.escrow import has_escrow
from belote_protocol.identity import PublicIdentity
from belote_protocol.version import PROTOCOL_LABEL

_DIGEST_PREFIX = f"{PROTOCOL_LABEL}/state\x00".encode()


class Phase(Enum):
    """What the table is busy with."""

    AGREEING = "agreeing"
    DRAWING = "drawing"
    CUTTING = "cutting"
    DEALING = "dealing"
    BIDDING = "bidding"
    COMPLETING = "completing"
    PLAYING = "playing"
    RECOVERING = "recovering"
    """A player has left the play, and the others open his hand, or do not."""
    FILLING = "filling"
    """A seat is free, and the table waits for somebody to sit down there."""
    SIGNING = "signing"
    OVER = "over"
    VOID = "void"
    """Somebody left before the places were drawn: there is no game."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that is over, for the score sheet and the replay.

    Attributes:
        deal: its public record, complete.
        score: None when all passed, or the deal was annulled.
        is_annulled: whether a player left before he had seen his cards.
    """

    deal: Deal
    score: DealScore | None
    is_annulled: bool = False

    @property
    def contract(self) -> Contract | None:
        """Who had taken, if anybody had."""
        return self.deal.contract

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks, in order."""
        return self.deal.tricks


@dataclass(frozen=True, slots=True)
class Game:
    """Everything public.

    Attributes:
        game: the id, hash of the first entry.
        opening: the first entry's body; `options` and `variant` are what it says.
        members: who sits on each seat now; those of the first entry until one is replaced.
        coins: commitments, and `flips` their openings, by seat, as far as they have come.
        match: scores, dealer, held points.
        deal: the deal in progress, or the last one.
        played: deals that are over.
        decks_burnt: decks 1 to this number have served, or never will.
        dead_decks: of these, the ones that were begun by a seat that has left since.
        seated_seq: place of the entry that fixed who sits where; decks are begun on it.
        absent: the seat that is free, if one is.
        former: by seat, who signed for it before, beside who is in the first entry.
        signed: how many seats have signed the result.
        events: what the last entry brought about.
    """

    game: bytes
    opening: Opening
    options: Options
    variant: Variant
    members: tuple[Member, ...]
    phase: Phase = Phase.AGREEING
    coins: tuple[bytes, ...] = ()
    flips: tuple[bytes, ...] = ()
    seating: Seating | None = None
    match: Match | None = None
    deal: Deal | None = None
    played: tuple[PlayedDeal, ...] = ()
    decks_burnt: int = 0
    dead_decks: frozenset[int] = frozenset()
    seated_seq: int | None = None
    absent: Seat | None = None
    former: Mapping[Seat, tuple[PublicIdentity, ...]] = field(default_factory=dict)
    signed: int = 0
    events: tuple[Event, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in signing order."""
        return tuple(Seat(index) for index in range(len(self.members)))

    @property
    def present_seats(self) -> tuple[Seat, ...]:
        """The seats that somebody sits on."""
        return tuple(seat for seat in self.seats if seat != self.absent)

    @property
    def identities(self) -> tuple[PublicIdentity, ...]:
        """Who signs for each seat now."""
        return tuple(member.identity for member in self.members)

    def keeps_escrow(self, members: tuple[Member, ...]) -> bool:
        """Whether these prepare decks so that three players can open the hand of who leaves.

        Not where one machine runs two seats: then two people could open a hand.
        """
        wanted = self.options.on_absence is OnAbsence.OPEN_HAND
        return wanted and has_escrow([Seat(member.operator) for member in members])

    def seats_from(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in signing order, beginning with `first`."""
        return (*self.seats[first:], *self.seats[:first])

    def member_at(self, place: Place) -> Member:
        """Who sits at `place`."""
        return self.members[self.seated.seat_at(place)]

    @property
    def absent_seat(self) -> Seat:
        """The seat that is free; only while one is."""
        if self.absent is None:
            raise LookupError("no seat is free")
        return self.absent

    @property
    def seated(self) -> Seating:
        """The seating; only once the coins are flipped."""
        if self.seating is None:
            raise LookupError("the places are not drawn yet")
        return self.seating

    @property
    def current_match(self) -> Match:
        """The match; only once the coins are flipped."""
        if self.match is None:
            raise LookupError("the match has not begun")
        return self.match

    @property
    def current_deal(self) -> Deal:
        """The deal in progress; only between its first and its last entry."""
        if self.deal is None:
            raise LookupError("no deal has begun")
        return self.deal

    def telling(self, *events: Event) -> Game:
        """The same state, with more to tell about how it came."""
        return replace(self, events=(*self.events, *events))

    def with_deal(self, deal: Deal) -> Game:
        """The same game, further on in its deal."""
        return replace(self, deal=deal)

    def digest(self) -> bytes:
        """A short name of the public score state, 32 bytes; all seats build on the same one."""
        match = self.current_match
        summary = [
            self.game,
            len(self.played),
            self.decks_burnt,
            match.dealer,
            list(match.scores),
            match.held_points,
            match.deals_played,
            list(match.forgiven),
        ]
        return hashlib.sha256(_DIGEST_PREFIX + encode(summary)).digest()

    # What the evening brings of itself, between entries.

    def draw_places(self) -> Game:
        """Seat everybody and choose the first dealer, once all coins are open."""
        coin = coin_result(self.flips, self.game)
        seating, dealer = seat_members(self.opening, self.options, coin)
        return replace(self, seating=seating, match=Match.start(self.options, dealer))

    def settle_absence(self) -> Game:
        """A seat is free: its deal is annulled, or forfeited if it had seen its cards."""
        deal, absent = self.current_deal, self.absent
        game = replace(self, phase=Phase.FILLING)
        if len(self.played) >= deal.number or absent is None:
            return game
        place = self.seated.place_of(absent)
        if not deal.has_cards(place):
            annulled = PlayedDeal(deal, None, is_annulled=True)
            game = replace(game, played=(*self.played, annulled))
            return game.telling(DealAnnulled(deal.number))
        score = self.variant.forfeit(
            place,
            deal.contract,
            belote=deal.belote.holder if deal.belote else None,
            forgiven=deal.belote.forgiven if deal.belote else None,
            declarations=deal.declarations,
            held_points=self.current_match.held_points,
        )
        match = self.current_match.after(score, deal.contract)
        game = replace(game, match=match, played=(*self.played, PlayedDeal(deal, score)))
        return game.telling(DealForfeited(deal.number, place, score, match.scores))

    def begin_deal(self) -> Game:
        """A new deal, by the dealer whose turn it is."""
        dealer = self.current_match.dealer
        names = tuple(self.members[seat].name for seat in self.seated.by_place)
        deal = Deal(len(self.played) + 1, dealer, self.variant, self.seated, names=names)
        return replace(self, deal=deal, phase=Phase.CUTTING).telling(DealBegan(deal.number, dealer))

    def throw_in(self) -> Game:
        """The deal that nobody took is over."""
        return replace(
            self,
            match=self.current_match.after_all_pass(),
            played=(*self.played, PlayedDeal(self.current_deal, None)),
        ).telling(AllPassed())

    def score_deal(self) -> Game:
        """The deal that was played out is counted."""
        deal = self.current_deal
        contract = contract_of(deal)
        score = self.variant.score(
            deal.tricks,
            contract,
            belote=deal.belote.holder if deal.belote else None,
            forgiven=deal.belote.forgiven if deal.belote else None,
            declarations=deal.declarations,
            held_points=self.current_match.held_points,
            is_last_deal=self.current_match.is_last_deal,
        )
        match = self.current_match.after(score, contract)
        game = replace(self, match=match, played=(*self.played, PlayedDeal(deal, score)))
        if liars := deal.false_claimers():
            game = game.telling(FalseClaimsFound(liars))
        return game.telling(DealScored(deal.number, contract, score, match.scores))

    def finish(self) -> Game:
        """The match is decided; what follows are signatures."""
        match = self.current_match
        return replace(self, phase=Phase.SIGNING).telling(GameOver(match.winner, match.scores))
