"""One trick: who is winning it, which cards may be played to it, and why another may not.

All follows from one table. When a card is to be played, the pack falls into four groups: the suit
led, higher trumps than the best on the table, other trumps, and the rest. For each group there is a
set of cards that bar it: a card is illegal exactly if its player holds one of the cards that bar
its group. So every play can be judged without seeing the hand, from a proof that the player holds
none of `forbidden(card)`; and no house rule that cannot be said in this way can be an option.

Performance: a table is made once per trump and set of options; `legal_cards` is then two look-ups
and set operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from belote_net.rules.cards import PACK, Card, Hand, Place, Suit, plain_strength, trump_strength
from belote_net.rules.choices import (
    CannotOvertrump,
    Overtrump,
    PartnerMasterVoid,
    PartnerTrumped,
    TrumpLedPartnerMaster,
)
from belote_net.rules.options import Options

PARTNER_STEPS: Final = 2
"""The partner's card is the one before the last: partners sit opposite."""

_NOTHING: Final[Hand] = frozenset()
_WHOLE_PACK: Final[Hand] = frozenset(PACK)


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards on the table (pli, levée), in the order in which they were played."""

    leader: Place
    cards: tuple[Card, ...] = ()

    def turn(self, places: int) -> Place:
        """Return who plays the next card at a table of `places`; after the last, the leader."""
        return Place((self.leader + len(self.cards)) % places)

    def with_card(self, card: Card) -> Trick:
        """Return the trick with one more card. Whether it may be played is not checked here."""
        return replace(self, cards=(*self.cards, card))

    def winner(self, trump: Suit, places: int) -> Place:
        """Return who is winning. At least one card must have been played."""
        return Place((self.leader + winning_index(self.cards, trump)) % places)


def _powers(trump: Suit, led: Suit) -> tuple[int, ...]:
    """How much each card of the pack is worth in a trick, by number; 0 cannot win."""
    above_plain = 1 + max(map(plain_strength, PACK)) + 1
    return tuple(
        above_plain + trump_strength(card)
        if card.suit is trump
        else 1 + plain_strength(card)
        if card.suit is led
        else 0
        for card in PACK
    )


_POWERS: Final = {trump: {led: _powers(trump, led) for led in Suit} for trump in Suit}


def winning_index(cards: Sequence[Card], trump: Suit) -> int:
    """Return the index of the card that is winning; `cards` in playing order, one at least."""
    power = _POWERS[trump][cards[0].suit]
    winning, best = 0, power[cards[0].number]
    for index in range(1, len(cards)):
        strength = power[cards[index].number]
        if strength > best:
            winning, best = index, strength
    return winning


class Illegality(Enum):
    """Why a card may not be played; `option` names the option behind it, if there is one."""

    NOT_HELD = "not_held"
    MUST_FOLLOW = "must_follow"
    MUST_RISE = "must_rise"
    MUST_RISE_ON_PARTNER = "must_rise_on_partner"
    MUST_RUFF = "must_ruff"
    MUST_RUFF_FOR_PARTNER = "must_ruff_for_partner"
    MUST_OVERRUFF = "must_overruff"
    MUST_UNDERTRUMP = "must_undertrump"
    MUST_OVERRUFF_PARTNER = "must_overruff_partner"
    MUST_NOT_UNDERTRUMP_PARTNER = "must_not_undertrump_partner"

    @property
    def option(self) -> str | None:
        """Name of the option that makes it so; None if it is so at every table."""
        return _OPTION_BEHIND.get(self)


_OPTION_BEHIND: Final = {
    Illegality.MUST_RISE_ON_PARTNER: "trump_led_partner_master",
    Illegality.MUST_RUFF_FOR_PARTNER: "partner_master_void",
    Illegality.MUST_OVERRUFF: "overtrump",
    Illegality.MUST_UNDERTRUMP: "cannot_overtrump",
    Illegality.MUST_OVERRUFF_PARTNER: "partner_trumped",
    Illegality.MUST_NOT_UNDERTRUMP_PARTNER: "partner_trumped",
}


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards that are judged alike: illegal for who holds one of the cards that bar them.

    Attributes:
        members: the cards of the group.
        barred_by: what bars them; never a member.
        reasons: why, each with the cards whose holding is the reason, the first that applies first.
    """

    members: Hand
    reasons: tuple[tuple[Hand, Illegality], ...] = ()
    barred_by: Hand = _NOTHING


def _group(members: Hand, *reasons: tuple[Hand, Illegality]) -> _Group:
    barred_by = _NOTHING.union(*(cards for cards, _ in reasons))
    return _Group(members=members, reasons=reasons, barred_by=barred_by)


@dataclass(frozen=True, slots=True)
class _Situation:
    """What is asked of the next player, whatever his hand."""

    groups: tuple[_Group, ...]

    def group_of(self, card: Card) -> _Group:
        return next(group for group in self.groups if card in group.members)


_FREE: Final = _Situation((_group(_WHOLE_PACK),))


@dataclass(frozen=True, slots=True)
class _HouseRules:
    """The options that decide which cards are legal."""

    cannot_overtrump: CannotOvertrump
    partner_master_void: PartnerMasterVoid
    trump_led_partner_master: TrumpLedPartnerMaster
    overtrump: Overtrump
    partner_trumped: PartnerTrumped


def _trump_led(trumps: Hand, higher: Hand, rules: _HouseRules, *, partner: bool) -> _Situation:
    """Trump was led; `higher` are the trumps that beat the best, `partner`: he has played it."""
    if not partner:
        rise = (higher, Illegality.MUST_RISE)
    elif rules.trump_led_partner_master is TrumpLedPartnerMaster.RISE:
        rise = (higher, Illegality.MUST_RISE_ON_PARTNER)
    else:
        rise = (_NOTHING, Illegality.MUST_RISE_ON_PARTNER)
    rest = _group(_WHOLE_PACK - trumps, (trumps, Illegality.MUST_FOLLOW))
    return _Situation((_group(higher), _group(trumps - higher, rise), rest))


def _plain_led(led: Hand, trumps: Hand, rules: _HouseRules, *, partner: bool) -> _Situation:
    """A plain suit was led and nobody has ruffed."""
    follow = (led, Illegality.MUST_FOLLOW)
    ruff = [(trumps, Illegality.MUST_RUFF)]
    if partner:
        ruff = []
        if rules.partner_master_void is PartnerMasterVoid.MUST_TRUMP:
            ruff = [(trumps, Illegality.MUST_RUFF_FOR_PARTNER)]
    rest = _group(_WHOLE_PACK - led - trumps, follow, *ruff)
    return _Situation((_group(led), _group(trumps, follow), rest))


def _ruffed(
    led: Hand, trumps: Hand, higher: Hand, rules: _HouseRules, *, partner: bool
) -> _Situation:
    """A plain suit was led and ruffed; `higher` are the trumps that beat the best one."""
    follow = (led, Illegality.MUST_FOLLOW)
    lower = trumps - higher
    rest = _WHOLE_PACK - led - trumps
    under: list[tuple[Hand, Illegality]] = []
    discard: list[tuple[Hand, Illegality]] = []
    if partner and rules.partner_master_void is PartnerMasterVoid.FREE:
        if rules.partner_trumped is not PartnerTrumped.ANY:
            under.append((higher, Illegality.MUST_OVERRUFF_PARTNER))
        if rules.partner_trumped is PartnerTrumped.NO_UNDERTRUMP:
            under.append((rest, Illegality.MUST_NOT_UNDERTRUMP_PARTNER))
    else:
        must_ruff = Illegality.MUST_RUFF_FOR_PARTNER if partner else Illegality.MUST_RUFF
        if rules.overtrump is Overtrump.REQUIRED:
            under.append((higher, Illegality.MUST_OVERRUFF))
        discard.append((higher, must_ruff))
        if rules.cannot_overtrump is CannotOvertrump.UNDERTRUMP:
            discard.append((lower, Illegality.MUST_UNDERTRUMP))
    return _Situation(
        (
            _group(led),
            _group(higher, follow),
            _group(lower, follow, *under),
            _group(rest, follow, *discard),
        )
    )


_Table = dict[Suit, dict[Card, tuple[_Situation, _Situation]]]
"""By suit led and winning card: the situation when an opponent is winning, when the partner is."""


@cache
def _table(trump: Suit, rules: _HouseRules) -> _Table:
    """Every situation but the lead, for one trump and one set of house rules."""
    suits = {suit: frozenset(card for card in PACK if card.suit is suit) for suit in Suit}
    trumps = suits[trump]

    def situation(led: Suit, winning: Card, *, partner: bool) -> _Situation:
        if led is not trump and winning.suit is not trump:
            return _plain_led(suits[led], trumps, rules, partner=partner)
        higher = frozenset(
            card for card in trumps if trump_strength(card) > trump_strength(winning)
        )
        if led is trump:
            return _trump_led(trumps, higher, rules, partner=partner)
        return _ruffed(suits[led], trumps, higher, rules, partner=partner)

    return {
        led: {
            card: (situation(led, card, partner=False), situation(led, card, partner=True))
            for card in suits[led] | trumps
        }
        for led in Suit
    }


@lru_cache(maxsize=1024)
def _table_of(trump: Suit, options: Options) -> _Table:
    return _table(
        trump,
        _HouseRules(
            cannot_overtrump=options.cannot_overtrump,
            partner_master_void=options.partner_master_void,
            trump_led_partner_master=options.trump_led_partner_master,
            overtrump=options.overtrump,
            partner_trumped=options.partner_trumped,
        ),
    )


def _situation(trick: Trick, trump: Suit, options: Options) -> _Situation:
    cards = trick.cards
    if not cards:
        return _FREE
    winning = winning_index(cards, trump)
    by_opponent, by_partner = _table_of(trump, options)[cards[0].suit][cards[winning]]
    return by_partner if winning == len(cards) - PARTNER_STEPS else by_opponent


def legal_cards(hand: Hand, trick: Trick, trump: Suit, options: Options) -> Hand:
    """Return the cards of `hand` that may be played to `trick`; never none of a hand that has any.

    Law: `card in legal_cards(hand, ...)` if and only if `card` is in `hand` and `hand` has no card
    of `forbidden(card, ...)`.
    """
    legal = _NOTHING
    for group in _situation(trick, trump, options).groups:
        if hand.isdisjoint(group.barred_by):
            legal |= hand & group.members
    return legal


def forbidden(card: Card, trick: Trick, trump: Suit, options: Options) -> Hand:
    """Return the cards of which none may be held by who plays `card` to `trick`.

    They are those that, held besides `card`, make the play illegal; `card` is never among them.
    """
    return _situation(trick, trump, options).group_of(card).barred_by


def why_not(
    card: Card, hand: Hand, trick: Trick, trump: Suit, options: Options
) -> Illegality | None:
    """Return why `card` may not be played from `hand`, or None if it may."""
    if card not in hand:
        return Illegality.NOT_HELD
    for cards, illegality in _situation(trick, trump, options).group_of(card).reasons:
        if not hand.isdisjoint(cards):
            return illegality
    return None
