"""Deals in the clear, for bots to be measured on: each player gets the view of a real table.

Only the cryptography and the network are left out. What is public lies in the `Game` of the table,
and `view_of` cuts each player's view out of it, as on every node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from belote_net.bots.dice import Dice
from belote_net.errors import IllegalPlay, OutOfTurn
from belote_net.rules.auction import PASS
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import Card, Hand, Place, in_pack_order
from belote_net.rules.choices import BeloteCall
from belote_net.rules.declaration_round import DeclarationRound, StepKind
from belote_net.rules.declarations import Declaration, claims_of, detect, in_trumps
from belote_net.rules.match import Match
from belote_net.rules.scoring import DealScore
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for
from belote_net.table.deal import Deal
from belote_net.table.decisions import Decision, PlaceBid, PlayCard
from belote_net.table.messages import RULES_VERSION, Member, MemberKind, Opening, Seats
from belote_net.table.seating import Seating
from belote_net.table.state import Game, Phase
from belote_net.table.view import TableView, view_of
from belote_protocol.entry import NO_GAME, Seat
from belote_protocol.identity import PublicIdentity
from belote_protocol.version import PROTOCOL_LABEL

Decide = Callable[[TableView], Decision]
"""A player: what he decides when he sees this."""

EAGERNESS: Final = 0.25
"""How often a random player takes: then few deals are passed out, and few are taken at once."""

_GRAINS: Final = 1000
_NOBODY: Final = PublicIdentity(bytes(32))
_ROOM: Final = bytes(16)
_NONCE: Final = bytes(32)


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """One deal, as far as it has come.

    Attributes:
        game: what is public.
        hands: by place, what each player holds and can read.
    """

    game: Game
    hands: tuple[Hand, ...]

    @staticmethod
    def start(match: Match, pack: Sequence[Card]) -> OpenDeal:
        """Return the next deal of `match` before the first bid, dealt from `pack`."""
        variant, dealer = variant_for(match.options), match.dealer
        pattern = variant.deal_patterns[0]
        position = variant.turn_up_position(dealer, pattern)
        if position is None:
            raise LookupError("a game with a turned card expected")
        game = _game(match)
        deal = Deal(
            len(game.played) + 1,
            dealer,
            variant,
            game.seated,
            turn_up=pack[position],
            auction=variant.start_auction(dealer, pack[position]),
        )
        hands = variant.first_hands(dealer, pattern)
        return OpenDeal(
            replace(game, deal=deal, phase=Phase.BIDDING),
            tuple(frozenset(pack[index] for index in packet) for packet in hands),
        )

    @property
    def deal(self) -> Deal:
        """The public record of the deal."""
        return self.game.current_deal

    @property
    def turn(self) -> Place | None:
        """Who is to bid or to play; None when nobody is."""
        if self.game.phase is Phase.PLAYING:
            return self.deal.to_play
        return self.deal.auction.turn if self.deal.auction is not None else None

    def view(self, place: Place) -> TableView:
        """What the player at `place` sees."""
        view = view_of(self.game, place, self.hands[place])
        if view is None:
            raise LookupError("no view before the places are drawn")
        return view

    def with_bid(self, decision: PlaceBid) -> OpenDeal:
        """The deal after one more bid.

        Raises:
            IllegalBid: it may not be made.
        """
        if self.deal.auction is None:
            raise LookupError("an auction expected")
        return self._with(replace(self.deal, auction=self.deal.auction.with_bid(decision.bid)))

    def completed(self, pack: Sequence[Card]) -> OpenDeal:
        """The deal when all have their cards, once somebody has taken."""
        deal, game = self.deal, self.game
        if deal.contract is None or deal.turn_up is None:
            raise LookupError("a contract expected")
        packets = deal.variant.completion(deal.dealer, deal.contract)
        hands = [
            hand | {pack[index] for index in packet}
            for hand, packet in zip(self.hands, packets, strict=True)
        ]
        hands[deal.contract.taker] |= {deal.turn_up}
        trump, match = deal.contract.trump, game.current_match
        deal = replace(
            deal,
            belote=BeloteCalls.start(trump, game.options, forgivable=match.forgivable),
            declarations=deal.variant.start_declarations(deal.dealer, trump),
        )
        return OpenDeal(replace(game, deal=deal, phase=Phase.PLAYING), tuple(hands))

    def with_card(self, place: Place, decision: PlayCard) -> OpenDeal:
        """The deal after one more card, and what is said and shown about declarations with it.

        Raises:
            IllegalPlay: it may not be played, or nothing may be said with it.
        """
        deal, card, hand = self.deal, decision.card, self.hands[place]
        if deal.contract is None or deal.belote is None:
            raise LookupError("a contract expected")
        trick = deal.trick or Trick(place)
        if (reason := deal.variant.why_not(card, hand, trick, deal.contract.trump)) is not None:
            raise IllegalPlay(f"{card} may not be played: {reason.value}")
        declarations = self._claimed(place, decision)
        belote = deal.belote.with_play(place, card, announced=self._says(place, decision))
        trick, tricks = trick.with_card(card), deal.tricks
        is_complete = len(trick.cards) == deal.variant.places
        deal = replace(
            deal,
            belote=belote,
            declarations=declarations,
            trick=None if is_complete else trick,
            tricks=(*tricks, trick) if is_complete else tricks,
        )
        hands = tuple(held - {card} for held in self.hands)
        return replace(self._with(deal), hands=hands)._answered()

    def score(self) -> DealScore:
        """The score once the last card is played."""
        deal, match = self.deal, self.game.current_match
        if deal.contract is None or deal.belote is None:
            raise LookupError("a contract expected")
        return deal.variant.score(
            deal.tricks,
            deal.contract,
            belote=deal.belote.holder,
            forgiven=deal.belote.forgiven,
            declarations=deal.declarations,
            held_points=match.held_points,
            is_last_deal=match.is_last_deal,
        )

    def _with(self, deal: Deal) -> OpenDeal:
        return replace(self, game=self.game.with_deal(deal))

    def _says(self, place: Place, decision: PlayCard) -> bool:
        """Whether belote or rebelote is said, by the game or by the player."""
        said = decision.card in self.view(place).announceable
        return said and (decision.announce or self.game.options.belote_call is BeloteCall.AUTO)

    def _held(self, place: Place) -> tuple[Declaration, ...]:
        """The declarations in the hand that a player held before the first card."""
        return detect(self.hands[place] | set(self.deal.played_by(place)))

    def _claimed(self, place: Place, decision: PlayCard) -> DeclarationRound | None:
        """The declarations after those that are made with the first card."""
        declarations = self.deal.declarations
        if declarations is None or self.deal.tricks:
            return declarations
        made = self._held(place) if decision.declare else ()
        return declarations.with_claims(place, claims_of(made))

    def _answered(self) -> OpenDeal:
        """The deal when all is said and shown about declarations before the next card."""
        declarations = self.deal.declarations
        if declarations is None:
            return self
        while (step := declarations.next) is not None:
            mine = self._held(step.place)
            match step.kind:
                case StepKind.HEIGHT:
                    height = declarations.height_to_tell(mine)
                    declarations = declarations.with_height(step.place, height)
                case StepKind.TRUMP:
                    answer = in_trumps(mine, declarations.trump)
                    declarations = declarations.with_trump(step.place, answer)
                case StepKind.SHOW:
                    declarations = declarations.with_show(step.place, mine)
        place = self.deal.to_play
        if self.deal.tricks and place is not None and declarations.pending(place):
            declarations = declarations.with_show(place, self._held(place))
        return self._with(replace(self.deal, declarations=declarations))


def play_deal(
    match: Match, pack: Sequence[Card], players: Mapping[Place, Decide]
) -> tuple[OpenDeal, DealScore | None]:
    """Bid and play the next deal of `match`; the score is None when all pass.

    Raises:
        IllegalBid, IllegalPlay: a player has broken the rules.
        OutOfTurn: a player has decided something else than he was asked.
    """
    deal = OpenDeal.start(match, pack)
    while (turn := deal.turn) is not None:
        decision = players[turn](deal.view(turn))
        if isinstance(decision, PlaceBid) and deal.game.phase is Phase.BIDDING:
            deal = deal.with_bid(decision)
            if deal.deal.contract is not None:
                deal = deal.completed(pack)
        elif isinstance(decision, PlayCard) and deal.game.phase is Phase.PLAYING:
            deal = deal.with_card(turn, decision)
        else:
            raise OutOfTurn(f"another decision was due than {decision}")
    return deal, deal.score() if deal.deal.contract is not None else None


def at_random(dice: Dice, *, eagerness: float = EAGERNESS) -> Decide:
    """A player of legal bids and legal cards at random, who takes as often as `eagerness` says."""

    def decide(view: TableView) -> Decision:
        if view.legal:
            card = dice.one_of(in_pack_order(view.legal))
            return PlayCard(card, announce=card in view.announceable)
        takes = dice.below(_GRAINS) < eagerness * _GRAINS
        return PlaceBid(dice.one_of(view.bids[1:]) if takes else PASS)

    return decide


def _game(match: Match) -> Game:
    """The public state of a table whose next deal is that of `match`."""
    variant = variant_for(match.options)
    places = range(variant.places)
    members = tuple(Member(_NOBODY, str(place), MemberKind.BOT, place, _NONCE) for place in places)
    rules = match.options.to_map()
    opening = Opening(PROTOCOL_LABEL, RULES_VERSION, _ROOM, NO_GAME, Seats.CHOSEN, rules, members)
    return Game(
        game=NO_GAME,
        opening=opening,
        options=match.options,
        variant=variant,
        members=members,
        seating=Seating(tuple(map(Seat, places))),
        match=match,
    )
