"""What went wrong for others, and the test that shows it cannot here.

Public faults and requests of belote and coinche games, and of games over a network, in the areas
rules, score, bidding, announce, screen, and trust in bots. Each names the tests that cover it; they
are looked up, so that none can vanish.
"""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass

import pytest

from belote_net.rules.contract_check import ContractCheck
from tests.rules import test_examples

RULES, CLI, TABLE, BOTS = "tests.rules", "tests.cli", "tests.table", "tests.bots"
TUI = "tests.tui"
MATTER = f"{TABLE}.test_deals_that_matter"


@dataclass(frozen=True)
class Case:
    """A fault that was reported.

    Attributes:
        where: the repository and thread.
        wrong: what went wrong or was asked.
        tests: `module:name` of tests that cover it, a method as `module:Class.name`.
        examples: ids of worked examples that must be among those that are played.
    """

    where: str
    wrong: str
    tests: tuple[str, ...]
    examples: tuple[str, ...] = ()


CASES = (
    Case("Oliboy50/coinche/issues/33", "a plain suit that was not led won the trick",
         (f"{RULES}.test_examples:test_trick_winner",
          f"{RULES}.test_classic:test_winner_at_every_place",
          f"{RULES}.test_trick:test_winner"), ("WIN-06",)),
    Case("NikolayIT/BelotGameEngine/pull/9", "legal cards wrong after an opponent's ruff",
         (f"{RULES}.test_trick:test_cut_by_either_opponent",
          f"{RULES}.test_trick:test_every_small_position"),
         ("LEG-S4-10", "LEG-S4-11", "LEG-02")),
    Case("TricksterCards/TricksterBots/issues/342", "bots renege under new options",
         (f"{BOTS}.test_bot:test_decisions_are_legal_at_every_table",
          f"{BOTS}.test_bot:test_whole_matches_are_legal",
          f"{TABLE}.test_whole_matches:test_a_short_match")),
    Case("rbtying/shengji/issues/264", "which setting is it that refuses this card?",
         (f"{CLI}.test_why_not:test_every_refusal_names_the_rule_and_the_option_that_makes_it_so",
          f"{CLI}.test_house_rules:TestTheWholeMap.test_every_option_stands_once_and_changes_are_marked")),
    Case("StephaneBg/ScoreIt/pull/7", "which points depend on the contract?",
         (f"{CLI}.test_declaring:TestTheScoreSheet.test_every_rule_says_what_was_needed",
          f"{CLI}.test_house_rules:test_every_option_is_explained",
          f"{RULES}.test_options:test_every_option_is_explained")),
    Case("StephaneBg/ScoreIt/pull/16", "a deal does not add up",
         (f"{RULES}.test_examples:test_deal_score", f"{RULES}.test_scoring:test_any_score_adds_up",
          f"{RULES}.test_scoring:test_random_deals_are_worth_162_or_252")),
    Case("Oliboy50/coinche/issues/41", "a side without a trick reaches the target",
         (f"{RULES}.test_match:test_a_side_without_a_trick_cannot_finish_on_its_belote",
          f"{RULES}.test_match:test_nor_on_declarations_that_it_keeps",
          f"{RULES}.test_match:test_that_rule_stops_nobody_else"), ("END-08",)),
    Case("Oliboy50/coinche/issues/53", "two equal tierces of one side cancel each other",
         (f"{RULES}.test_declaration_round:test_two_equal_tierces_of_one_side_do_not_cancel_each_other",
          f"{MATTER}:TestDeclarations.test_two_tierces_to_the_ace_of_one_side_do_not_cancel"),
         ("ANN-26",)),
    Case("ElysiumDisc/belote 1.0.0", "capot is not seen for the first team",
         (f"{MATTER}:TestCapot.test_by_the_taker", f"{MATTER}:TestCapot.test_by_the_defence",
          f"{RULES}.test_scoring:test_capot_of_either_side"), ("SCO-22",)),
    Case("ElysiumDisc/belote 1.1.0", "contract and litige compare card points only",
         ("tests.test_cases:test_a_wrong_comparison_is_noticed",
          f"{RULES}.test_contract_check:test_the_reason_of_a_score",
          f"{MATTER}:TestLitige.test_in_the_last_deal_with_belote"),
         ("SCO-12", "SCO-14", "SCO-15", "SCO-18", "SCO-19", "SCO-21")),
    Case("belote-cli 4.9.6", "the belote is left out of the contract",
         (f"{RULES}.test_scoring:test_from_how_many_points_the_contract_is_made",
          f"{RULES}.test_scoring:test_the_belote_may_be_left_out_of_the_contract"),
         ("SCO-14", "SCO-18")),
    Case("msharov/bsd-games/issues/7", "cards that do not follow each other are scored as a run",
         (f"{RULES}.test_declarations:test_ranks_have_their_natural_order",
          f"{RULES}.test_declarations:test_other_cards_make_none",
          f"{RULES}.test_declarations:test_detect_finds_the_best_of_all_sets")),
    Case("Oliboy50/coinche/issues/42", "a bid is offered where none can be made",
         (f"{RULES}.test_auction:test_a_take_ends_it",
          f"{RULES}.test_auction:test_any_auction_ends_and_is_what_its_bids_say")),
    Case("Oliboy50/coinche/issues/43", "a bid against one's own side is accepted",
         (f"{RULES}.test_auction:test_a_take_ends_it",
          f"{RULES}.test_auction:test_nothing_is_said_after_all_have_passed")),
    Case("Oliboy50/coinche/issues/32", "a bid without a suit falls back to spades",
         (f"{CLI}.test_inputs:test_taking_without_a_suit_is_not_guessed_in_round_two",
          f"{RULES}.test_auction:test_other_texts_are_no_bids")),
    Case("ElysiumDisc/belote 0.9.6", "the dealer is wrong after all have passed, again and again",
         (f"{MATTER}:test_points_in_litige_survive_three_deals_that_all_pass",
          f"{RULES}.test_match:test_three_deals_that_all_pass",
          f"{RULES}.test_match:test_the_same_dealer_deals_again_where_that_is_the_rule")),
    Case("ElysiumDisc/belote 0.9.9", "belote is announced with every later card",
         (f"{MATTER}:test_belote_in_each_hand",
          f"{RULES}.test_belote:test_it_is_said_once_with_each_card_and_never_after")),
    Case("Oliboy50/coinche/issues/39", "belote is hard to say, and forgotten",
         (f"{CLI}.test_declaring:test_belote_by_hand_is_asked_for",
          f"{CLI}.test_inputs:test_belote_is_said_with_the_card",
          f"{TUI}.test_table_screen:test_belote_in_one_key_where_it_is_left_to_the_player",
          f"{TUI}.test_table_screen:test_forgetting_belote_is_asked_once_and_never_blocks",
          f"{RULES}.test_belote:test_the_game_never_forgets_rebelote")),
    Case("Oliboy50/coinche/issues/38", "two red suits lie side by side in the hand",
         (f"{TUI}.test_habits:test_two_red_suits_lie_side_by_side_only_if_they_must",
          f"{TUI}.test_keys_and_signs:test_with_three_suits_the_odd_colour_lies_in_the_middle")),
    Case("Oliboy50/coinche/pull/155", "four colours, or letters, or no colours at all",
         (f"{TUI}.test_settings:test_every_theme_styles_every_suit",
          f"{TUI}.test_canvas:test_a_suit_has_its_own_colour_unless_it_is_dimmed",
          f"{TUI}.test_render_table:test_letters_instead_of_signs",
          f"{TUI}.test_keys_and_signs:test_letters_reach_every_line_that_was_written_before",
          f"{TUI}.test_render_table:test_refused_cards_are_told_by_more_than_a_colour",
          f"{TUI}.test_program:test_without_colours_and_beyond_ascii_nothing_is_written")),
    Case("Oliboy50/coinche/issues/44", "nothing on the screen says what the contract is",
         (f"{TUI}.test_after_the_match:"
          "test_the_contract_is_in_sight_from_the_call_on_and_after_a_restart",
          f"{TUI}.test_render_table:test_everything_that_matters_is_in_sight")),
    Case("Oliboy50/coinche/pull/7", "to see the last trick again",
         (f"{TUI}.test_table_screen:test_pages_open_close_and_scroll",
          f"{CLI}.test_plain_text:test_the_last_trick_on_demand")),
    Case("microsoft/terminal/issues/5822", "suits became two cells wide and tables broke",
         (f"{TUI}.test_keys_and_signs:"
          "test_every_sign_takes_one_cell_and_there_is_a_way_without_doubtful_ones",
          f"{TUI}.test_keys_and_signs:test_where_signs_are_wide_one_setting_makes_the_screen_whole",
          f"{TUI}.test_canvas:test_nothing_that_moves_a_cursor_gets_through")),
    Case("ElysiumDisc/belote 0.9.9 and 3.3.3", "bytes, shortcuts and the order of the hand",
         (f"{TUI}.test_keys_and_signs:"
          "test_caps_lock_is_no_other_keyboard_but_talk_keeps_its_capitals",
          f"{TUI}.test_keys_and_signs:"
          "test_below_every_screen_each_key_stands_once_and_does_what_a_click_does",
          f"{TUI}.test_keys_and_signs:"
          "test_every_shortcut_does_something_and_as_a_capital_letter_the_same",
          f"{TUI}.test_keys_and_signs:"
          "test_the_order_of_the_hand_lasts_over_tricks_and_deals_and_games")),
    Case("octgn/OCTGN/issues/1188", "one comes back, the others stay on the waiting screen",
         (f"{TUI}.test_real_terminal:"
          "test_a_deal_in_two_windows_one_of_which_is_killed_and_comes_back",
          f"{CLI}.test_tables:test_two_people_and_two_bots_with_a_break")),
    Case("crosstheages/public-data/issues/204", "nobody says whose turn it is after a short drop",
         (f"{TUI}.test_render_table:test_on_the_own_turn_too_one_sees_who_is_missing",
          f"{TUI}.test_program:test_talk_pages_and_leaving_in_a_game_that_is_resumed")),
    Case("SaitoTech/saito-lite-rust/issues/1017", "a game that waits does not say for what",
         (f"{TUI}.test_render_table:test_who_is_waited_for_is_always_there_with_seconds",
          f"{TUI}.test_render_table:test_who_is_not_connected_is_marked_and_the_bot_has_a_machine",
          f"{TUI}.test_render_table:test_a_long_status_is_wrapped_and_not_cut")),
    Case("Bel Atout, its questions and answers", "bots are said to see the cards of others",
         (f"{TUI}.test_replay:test_every_card_is_somewhere_in_every_picture",
          f"{TUI}.test_replay:test_steps_by_card_trick_and_deal",
          f"{TUI}.test_replay:test_the_proof_of_a_moment_on_demand",
          f"{BOTS}.test_bot:test_a_recorded_game_shows_that_bots_see_their_view_and_no_more",
          "tests.test_architecture:test_imports_point_down")),
    Case("TricksterCards/TricksterBots/issues/104", "bots bid as if there were no score",
         (f"{BOTS}.test_bidding:test_at_950_to_200_the_leaders_wait_and_the_others_dare",
          f"{BOTS}.test_bidding:test_the_score_changes_bids")),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.where)
def test_every_case_is_covered(case: Case) -> None:
    assert case.tests
    for name in case.tests:
        module, _, path = name.partition(":")
        found: object = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
        assert path.rpartition(".")[2].startswith("test_")
        assert inspect.isfunction(found)
    left_out = set[str]().union(*test_examples.NOT_YET_PLAYED.values())
    for example in case.examples:
        assert example in test_examples._EXAMPLES
        assert example not in left_out


@pytest.mark.parametrize(
    "is_made",
    [
        lambda check: check.taker_total > check.needed,
        lambda check: check.taker_total >= check.needed - 1,
        lambda check: check.taker_total >= check.defence_total + 1 and check.taker_total != 82,
    ],
)
def test_a_wrong_comparison_is_noticed(monkeypatch: pytest.MonkeyPatch, is_made: object) -> None:
    """With another comparison for the contract, worked examples fail."""
    examples = [one for one in test_examples._EXAMPLES.values() if one["kind"] == "deal_score"]
    assert not failures(examples)
    monkeypatch.setattr(ContractCheck, "is_made", property(is_made))  # type: ignore[arg-type]  # a function
    assert failures(examples)


def failures(examples: list[test_examples.Example]) -> list[str]:
    """Worked examples of a deal whose score is not the expected one."""
    failed = []
    for example in examples:
        try:
            test_examples.test_deal_score(example, 0, 0)
        except AssertionError:
            failed.append(example["id"])
    return failed
