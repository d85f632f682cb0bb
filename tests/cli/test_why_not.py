"""Why not this card? In positions under every set of options, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from belote_cli.pen import Pen
from belote_cli.rule_words import ILLEGALITIES, refusal_of_card, value_words
from belote_cli.words import Language
from belote_net.errors import OptionError
from belote_net.rules.cards import PACK, Card, Hand, Place, Suit, in_pack_order
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.option_values import option_text
from belote_net.rules.options import Options
from belote_net.rules.trick import Illegality, Trick
from belote_net.rules.variants import variant_for
from tests.cli.games import pen
from tests.rules.playing import label, legality_option_sets

FRENCH, ENGLISH = pen(Language.FRENCH), pen(Language.ENGLISH)
SETS = tuple(legality_option_sets())
BEHIND = {why: why.option for why in Illegality if why.option is not None}


def positions(options: Options) -> list[tuple[Hand, Trick, Suit]]:
    """Hands before a trick that was begun by legal cards."""
    dice, variant, found = Random(label(options)), variant_for(options), []
    for _ in range(60):
        size, trump, trick = dice.randint(2, 8), dice.choice(tuple(Suit)), Trick(Place(0))
        cards = dice.sample(PACK, 4 * size)
        hands = [frozenset(cards[size * place : size * (place + 1)]) for place in range(4)]
        for place in range(dice.randint(1, 3)):
            legal = variant.legal_cards(hands[place], trick, trump)
            trick = trick.with_card(dice.choice(in_pack_order(legal)))
        found.append((hands[3], trick, trump))
    return found


@pytest.mark.parametrize("options", SETS, ids=label)
def test_every_refusal_names_the_rule_and_the_option_that_makes_it_so(options: Options) -> None:
    variant = variant_for(options)
    for hand, trick, trump in positions(options):
        legal = variant.legal_cards(hand, trick, trump)
        for card in PACK:
            why = variant.why_not(card, hand, trick, trump)
            assert (why is None) == (card in legal)
            if why is None:
                continue
            for reader in (FRENCH, ENGLISH):
                check_words(card, why, options, reader)
            if why.option is not None:
                assert changes_something(card, why, options, (hand, trick, trump))


def check_words(card: Card, why: Illegality, options: Options, reader: Pen) -> None:
    told = refusal_of_card(card, why, options, reader)
    assert told.startswith(reader.card(card))
    assert reader.text(ILLEGALITIES[why]) in told
    if why.option is not None:
        value = options.to_map()[why.option]
        assert f"{why.option} = {option_text(value)}" in told
        assert value_words(why.option, value, reader.words) in told


def changes_something(
    card: Card, why: Illegality, options: Options, position: tuple[Hand, Trick, Suit]
) -> bool:
    """Whether another value of the option would not give this reason here."""
    assert why.option is not None
    values = options.to_map()
    for value in OPTION_INFO[why.option].values or ():
        try:
            other = Options.from_map({**values, why.option: value})
        except OptionError:
            continue
        if variant_for(other).why_not(card, *position) is not why:
            return True
    return False


def test_every_reason_has_been_met() -> None:
    met = {
        variant_for(options).why_not(card, hand, trick, trump)
        for options in SETS
        for hand, trick, trump in positions(options)
        for card in PACK
    }
    assert met == {None, *Illegality}


@pytest.mark.parametrize("why", BEHIND, ids=lambda why: why.value)
def test_every_value_of_the_option_has_its_words(why: Illegality) -> None:
    name = BEHIND[why]
    for value in OPTION_INFO[name].values or ():
        for reader in (FRENCH, ENGLISH):
            assert value_words(name, value, reader.words) != option_text(value)
