"""What went wrong for others, and the test that shows it cannot here.

Public faults and requests of belote and coinche games, and of games over a network, in the areas
rules, score, bidding, announce, screen, coming back, playing without a server, finding a table, and
trust in bots. Each names the tests that cover it; they are looked up, so that none can vanish.
"""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass

import pytest

from belote_net.rules.contract_check import ContractCheck
from tests.rules import test_examples

RULES, CLI, TABLE, BOTS = "tests.rules", "tests.cli", "tests.table", "tests.bots"
TUI, NODE, E2E, PROTOCOL = "tests.tui", "tests.node", "tests.e2e", "tests.protocol"
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
          f"{CLI}.test_house_rules:TestTheWholeMap.test_every_option_stands_once_and_changes_are_first_and_marked")),
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
          f"{CLI}.test_tables:test_two_people_and_two_bots_with_a_break",
          f"{NODE}.test_games:test_a_killed_node_comes_back",
          f"{E2E}.test_four_processes:test_a_whole_game")),
    Case("Death-alter/TheMessage/issues/84", "a card is missing in the hand after a link broke",
         (f"{NODE}.test_reconnecting:"
          "test_a_link_that_breaks_at_ones_turn_takes_neither_cards_nor_the_turn",
          f"{NODE}.test_reconnecting:"
          "test_a_link_that_breaks_while_cards_are_dealt_loses_none")),
    Case("crosstheages/public-data/issues/204", "nobody says whose turn it is after a short drop",
         (f"{TUI}.test_render_table:test_on_the_own_turn_too_one_sees_who_is_missing",
          f"{TUI}.test_program:test_talk_pages_and_leaving_in_a_game_that_is_resumed",
          f"{CLI}.test_broken_links:"
          "test_a_short_break_at_ones_turn_is_told_and_the_turn_is_still_there",
          f"{NODE}.test_reconnecting:"
          "test_a_link_that_breaks_at_ones_turn_takes_neither_cards_nor_the_turn",
          f"{E2E}.test_namespaces:test_a_cable_a_move_and_one_gone_for_good")),
    Case("wesnoth/wesnoth/issues/1261", "who rejoins only looks on, and sees what others do",
         (f"{NODE}.test_reconnecting:"
          "test_who_comes_back_has_his_own_seat_and_is_sent_no_other_hand",
          f"{NODE}.test_watching:"
          "test_a_spectator_is_sent_the_log_and_no_secret_hand_or_address",
          f"{TABLE}.test_curious:TestCurious.test_at_every_moment_of_a_game")),
    Case("Cockatrice/Cockatrice/issues/657", "the others act while the one who hosts is away",
         (f"{NODE}.test_reconnecting:"
          "test_while_one_is_away_nobody_goes_on_without_the_word_of_all_others",
          f"{NODE}.test_leaving:test_a_stranger_takes_the_seat_with_the_code",
          f"{NODE}.test_leaving:test_a_bot_takes_the_seat",
          f"{PROTOCOL}.test_ballot:TestCertificate.test_every_vote_is_needed")),
    Case("mtgred/netrunner/issues/418", "reconnected, but what one does has no effect",
         (f"{NODE}.test_reconnecting:test_after_each_of_fifty_reconnections_one_can_play",
          f"{CLI}.test_broken_links:"
          "test_a_short_break_at_ones_turn_is_told_and_the_turn_is_still_there")),
    Case("kripod/mental-poker/issues/6", "a shuffle without a proof can replace cards",
         (f"{NODE}.test_bad_decks:"
          "test_a_deck_that_is_not_the_one_before_is_refused_and_its_author_named",
          f"{PROTOCOL}.test_preparation:test_cheats_are_refused_and_named",
          f"{PROTOCOL}.test_removed_checks:test_cheat_passes_only_without_its_check")),
    Case("kripod/mental-poker/issues/1", "without one player's key the game cannot go on",
         (f"{E2E}.test_leaving:test_a_bot_takes_the_seat_of_who_was_killed",
          f"{NODE}.test_leaving:test_who_was_killed_is_voted_out_comes_back_and_plays_on",
          f"{NODE}.test_opened_hand:test_the_others_open_the_hand_and_play_on",
          f"{TABLE}.test_absence:test_absence_at_every_place")),
    Case("Praytic/youtd2/pull/515", "each peer puts the players in an order of its own",
         (f"{NODE}.test_coming_together:test_all_have_one_order_of_seats_however_they_came",
          f"{E2E}.test_finding:"
          "test_four_machines_have_one_order_of_play_whoever_came_first")),
    Case("Balatro-Multiplayer/BalatroMultiplayer/issues/306", "a stale ready starts the next round",
         (f"{NODE}.test_coming_together:"
          "test_ready_said_twenty_times_starts_one_game_and_not_the_next",
          f"{NODE}.test_lobby:"
          "test_ready_twenty_times_is_ready_once_and_for_these_rules_only")),
    Case("SaitoTech/saito-lite-rust/issues/1017", "a game that waits does not say for what",
         (f"{TUI}.test_render_table:test_who_is_waited_for_is_always_there_with_seconds",
          f"{TUI}.test_render_table:test_who_is_not_connected_is_marked_and_the_bot_has_a_machine",
          f"{TUI}.test_render_table:test_a_long_status_is_wrapped_and_not_cut",
          f"{NODE}.test_cited_heads:test_a_head_that_never_comes_is_waited_for_by_name",
          f"{NODE}.test_slow_peers:test_a_peer_that_vanished_is_noticed_and_can_come_again",
          f"{CLI}.test_seat_face:test_a_turn_that_takes_long_is_told_where_the_clock_is_on")),
    Case("supertuxkart/stk-code/issues/3187", "tables are not found on networks of some sizes",
         (f"{E2E}.test_finding:test_on_a_network_of_any_size",
          f"{TUI}.test_screens:test_the_host_sees_how_to_come_in_and_who_is_here")),
    Case("fbraz3/GeneralsX/issues/86", "the address of a bridge is taken for that of the network",
         (f"{E2E}.test_finding:test_past_the_bridge_of_a_program_for_containers",
          f"{NODE}.test_link:"
          "test_a_bridge_of_containers_is_not_shown_before_the_network_that_others_are_on")),
    Case("RiptideNetworking/Riptide/issues/36", "a firewall hides the table, on one machine too",
         (f"{E2E}.test_finding:test_four_on_one_machine",
          f"{E2E}.test_finding:test_a_machine_that_drops_what_comes_is_called_a_firewall",
          f"{CLI}.test_main:"
          "test_an_address_without_a_table_is_named_with_what_may_be_in_the_way")),
    Case("Bel Atout, its questions and answers", "bots are said to see the cards of others",
         (f"{TUI}.test_replay:test_every_card_is_somewhere_in_every_picture",
          f"{TUI}.test_replay:test_steps_by_card_trick_and_deal",
          f"{TUI}.test_replay:test_the_proof_of_a_moment_on_demand",
          f"{CLI}.test_verify:test_replay_tells_every_trick_and_hand",
          f"{CLI}.test_inspect:test_every_kind_of_the_short_game_is_right_and_told_by_name",
          f"{BOTS}.test_bot:test_the_seed_of_a_regular_player_chooses_among_equals_only",
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
