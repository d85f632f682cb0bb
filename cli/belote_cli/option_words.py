"""The options of the game and their values, as messages to be translated."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from belote_cli.words import msg
from belote_net.rules.option_values import OptionValue

PRESET_MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "classique": msg("the classic game to 1000, counter-clockwise, litige carried over"),
        "classique-annonces": msg(
            "the classic game with declarations: tierce, fifty, hundred, fours"
        ),
        "classique-501": msg("to more than 501, clockwise, 82 or 92 points to make the contract"),
        "maison-1000": msg(
            "beginners' rule: declarations, 82 points to make the contract, capot 250"
        ),
        "complement-160": msg(
            "one-page rule to 500: declarations, the defence writes the rest to 160"
        ),
        "concours": msg("twelve deals, clockwise, the same dealer after four passes"),
        "arrondi": msg("the classic game, with points rounded to the nearest ten"),
    }
)

OPTION_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "direction": msg("direction of play"),
        "deal_pattern": msg("packets"),
        "round2_turned_suit": msg("turned suit in the second round"),
        "all_pass": msg("when all pass"),
        "cannot_overtrump": msg("trumping under an opponent"),
        "partner_master_void": msg("trumping when the partner is winning"),
        "trump_led_partner_master": msg("rising over the partner"),
        "overtrump": msg("overtrumping"),
        "partner_trumped": msg("trumping under the partner"),
        "belote_call": msg("saying belote"),
        "belote_order": msg("order of the belote"),
        "annonces": msg("declarations"),
        "annonce_tie": msg("equal declarations"),
        "show": msg("showing declarations"),
        "annonces_in_contract": msg("declarations in the contract"),
        "annonces_on_fail": msg("declarations after failing"),
        "annonces_capot": msg("declarations of a side without a trick"),
        "contract_rule": msg("contract"),
        "belote_in_contract": msg("belote in the contract"),
        "scoring_total": msg("writing the points"),
        "fail_points": msg("points for a failed contract"),
        "capot_points": msg("points for a capot"),
        "belote_untakeable": msg("belote kept after failing"),
        "litige": msg("litige"),
        "litige_belote": msg("belote in a litige"),
        "litige_chain": msg("one litige after another"),
        "end": msg("end of the match"),
        "target": msg("points to reach"),
        "deals": msg("number of deals"),
        "reach": msg("reaching the target"),
        "both_over": msg("both sides at the target"),
        "tie": msg("equal scores at the end"),
        "belote_alone_wins": msg("winning by belote or declarations alone"),
        "audit": msg("showing the shuffles"),
        "on_absence": msg("when a player leaves"),
    }
)

OPTION_MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "direction": msg("which way the turn goes round the table"),
        "deal_pattern": msg("in which packets the first five cards are dealt"),
        "round2_turned_suit": msg("whether the turned suit may still be taken in round two"),
        "all_pass": msg("who deals when all have passed twice"),
        "cannot_overtrump": msg("what is left to who must trump but cannot beat an opponent"),
        "partner_master_void": msg("what is asked of who cannot follow while the partner wins"),
        "trump_led_partner_master": msg("whether one must beat the partner's trump too"),
        "overtrump": msg("whether who trumps must beat the opponent's trump if possible"),
        "partner_trumped": msg("which trumps may be put on the partner's winning trump"),
        "belote_call": msg("who says belote and rebelote"),
        "belote_order": msg("which card of the pair must be played first"),
        "annonces": msg("whether sequences and fours of a kind are declared with the first card"),
        "annonce_tie": msg("whose declarations count when the best of both sides are equal"),
        "show": msg("when the declarations that count are shown"),
        "annonces_in_contract": msg("whether declarations help to make or beat the contract"),
        "annonces_on_fail": msg("who writes the taker's declarations after a failed contract"),
        "annonces_capot": msg("who writes the declarations of a side that won no trick"),
        "contract_rule": msg("what the taker's side must make"),
        "belote_in_contract": msg("whether the belote helps to make or beat the contract"),
        "scoring_total": msg("how card points are written on the sheet"),
        "fail_points": msg("what the defence writes after a failed contract"),
        "capot_points": msg("what a side writes that has won every trick"),
        "belote_untakeable": msg("whether the taker keeps the belote after failing"),
        "litige": msg("what happens when both sides have the same points"),
        "litige_belote": msg("where the taker's belote goes in a litige"),
        "litige_chain": msg("who gets the held points when another litige follows"),
        "end": msg("what ends the match"),
        "target": msg("the score that ends the match"),
        "deals": msg("how many deals are played; 0 when a score ends the match"),
        "reach": msg("whether the target must be reached or passed"),
        "both_over": msg("who wins when one deal takes both sides to the target"),
        "tie": msg("what follows when the deciding scores are equal"),
        "belote_alone_wins": msg("whether a side without a trick may reach the target by them"),
        "audit": msg("whether the secrets of a deal are shown once it is played"),
        "on_absence": msg("what becomes of a deal that a player leaves while it is played"),
    }
)

_YES: Final = msg("yes")
_NO: Final = msg("no")

VALUE_WORDS: Final[Mapping[tuple[str, OptionValue], str]] = MappingProxyType(
    {
        ("direction", "ccw"): msg("counter-clockwise"),
        ("direction", "cw"): msg("clockwise"),
        ("deal_pattern", "dealer_choice"): msg("3 then 2 or 2 then 3, as the dealer likes"),
        ("deal_pattern", "3-2"): msg("3 then 2"),
        ("deal_pattern", "2-3"): msg("2 then 3"),
        ("round2_turned_suit", "excluded"): msg("another suit only"),
        ("round2_turned_suit", "allowed"): msg("the turned suit too"),
        ("all_pass", "next_dealer"): msg("the next dealer deals"),
        ("all_pass", "same_dealer"): msg("the same dealer deals again"),
        ("cannot_overtrump", "undertrump"): msg("a lower trump must be played"),
        ("cannot_overtrump", "discard"): msg("any card may be discarded"),
        ("partner_master_void", "free"): msg("any card may be played"),
        ("partner_master_void", "must_trump"): msg("trumping is compulsory"),
        ("trump_led_partner_master", "rise"): msg("rise even over the partner"),
        ("trump_led_partner_master", "free"): msg("no need to rise over the partner"),
        ("overtrump", "required"): msg("overtrumping is compulsory"),
        ("overtrump", "optional"): msg("overtrumping is optional"),
        ("partner_trumped", "any"): msg("any trump"),
        ("partner_trumped", "must_rise"): msg("a lower trump only without a higher one"),
        ("partner_trumped", "no_undertrump"): msg("a lower trump only as the last resort"),
        ("belote_call", "auto"): msg("the game says it"),
        ("belote_call", "manual_strict"): msg("the player says it, or loses the points"),
        ("belote_call", "manual_tolerant"): msg(
            "the player says it; one rebelote may be forgotten"
        ),
        ("belote_order", "any"): msg("king or queen first"),
        ("belote_order", "king_first"): msg("king first"),
        ("annonces", "off"): msg("none but the belote"),
        ("annonces", "on"): msg("tierce, fifty, hundred and fours of a kind"),
        ("annonce_tie", "first_speaker"): msg("those of the side that spoke first"),
        ("annonce_tie", "cancel"): msg("nobody's"),
        ("show", "trick2"): msg("by each player before his second card"),
        ("show", "at_once"): msg("before the second trick"),
        ("annonces_in_contract", True): _YES,
        ("annonces_in_contract", False): _NO,
        ("annonces_on_fail", "to_defence"): msg("the defence writes them"),
        ("annonces_on_fail", "annulled"): msg("nobody writes them"),
        ("annonces_on_fail", "kept"): msg("the taker's side keeps them"),
        ("annonces_capot", "to_winner"): msg("the other side writes them"),
        ("annonces_capot", "annulled"): msg("nobody writes them"),
        ("annonces_capot", "kept"): msg("their own side keeps them"),
        ("contract_rule", "majority"): msg("more points than the defence"),
        ("contract_rule", "at_least_82"): msg("82 points at least"),
        ("contract_rule", "82_92"): msg("82 points at least, 92 with the belote"),
        ("belote_in_contract", True): _YES,
        ("belote_in_contract", False): _NO,
        ("scoring_total", "exact162"): msg("as they are, 162 in all"),
        ("scoring_total", "complement160"): msg("the defence writes the rest to 160"),
        ("scoring_total", "round10_5up"): msg("to the nearest ten, 5 goes up"),
        ("scoring_total", "round10_6up"): msg("to the nearest ten, 5 goes down"),
        ("belote_untakeable", True): _YES,
        ("belote_untakeable", False): msg("no, it goes to the defence"),
        ("litige", "carry"): msg("the taker's points wait for the winner of the next deal"),
        ("litige", "fail"): msg("the contract has failed"),
        ("litige", "defence_only"): msg("the defence writes its points, the taker's are lost"),
        ("litige", "taker_success"): msg("the contract is made"),
        ("litige", "replay"): msg("the deal is played again"),
        ("litige_belote", "in_pool"): msg("with the other points"),
        ("litige_belote", "kept"): msg("the taker writes it at once"),
        ("litige_chain", "defence_takes_pool"): msg("the defence"),
        ("litige_chain", "accumulate"): msg("nobody yet, they add up"),
        ("end", "target"): msg("a score to reach"),
        ("end", "fixed_deals"): msg("a number of deals"),
        ("reach", ">="): msg("reached is enough"),
        ("reach", ">"): msg("it must be passed"),
        ("both_over", "highest"): msg("the higher score"),
        ("both_over", "taker"): msg("the taker's side"),
        ("both_over", "draw"): msg("nobody, it is a draw"),
        ("tie", "extra_deal"): msg("one more deal"),
        ("tie", "draw"): msg("a draw"),
        ("belote_alone_wins", True): _YES,
        ("belote_alone_wins", False): _NO,
        ("audit", "reveal"): msg("yes, after each deal that is played to its end"),
        ("audit", "never"): msg("never"),
        ("on_absence", "forfeit"): msg("the other side writes it"),
        ("on_absence", "open_hand"): msg("the three others may open the hand and play on"),
    }
)
"""By option and value. Values that are numbers need no words."""
