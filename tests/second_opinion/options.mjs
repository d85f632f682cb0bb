// The house rules, in their order (docs/rules.md, "The options").
import { need } from './errors.mjs';

const OPTIONS = {
  direction: ['ccw', 'cw'],
  deal_pattern: ['dealer_choice', '3-2', '2-3'],
  round2_turned_suit: ['excluded', 'allowed'],
  all_pass: ['next_dealer', 'same_dealer'],
  cannot_overtrump: ['undertrump', 'discard'],
  partner_master_void: ['free', 'must_trump'],
  trump_led_partner_master: ['rise', 'free'],
  overtrump: ['required', 'optional'],
  partner_trumped: ['any', 'must_rise', 'no_undertrump'],
  belote_call: ['auto', 'manual_strict', 'manual_tolerant'],
  belote_order: ['any', 'king_first'],
  annonces: ['off', 'on'],
  annonce_tie: ['first_speaker', 'cancel'],
  show: ['trick2', 'at_once'],
  annonces_in_contract: [true, false],
  annonces_on_fail: ['to_defence', 'annulled', 'kept'],
  annonces_capot: ['to_winner', 'annulled', 'kept'],
  contract_rule: ['majority', 'at_least_82', '82_92'],
  belote_in_contract: [true, false],
  scoring_total: ['exact162', 'complement160', 'round10_5up', 'round10_6up'],
  fail_points: [162, 160],
  capot_points: [252, 250, 162],
  belote_untakeable: [true, false],
  litige: ['carry', 'fail', 'defence_only', 'taker_success', 'replay'],
  litige_belote: ['in_pool', 'kept'],
  litige_chain: ['defence_takes_pool', 'accumulate'],
  end: ['target', 'fixed_deals'],
  target: 10000, // the largest number
  deals: 100,
  reach: ['>=', '>'],
  both_over: ['highest', 'taker', 'draw'],
  tie: ['extra_deal', 'draw'],
  belote_alone_wins: [true, false],
  audit: ['reveal', 'never'],
  on_absence: ['forfeit', 'open_hand'],
};

/** The options of a first entry: all of them, in order, each with one of its values, and no contradiction. */
export function readOptions(map) {
  const names = Object.keys(OPTIONS);
  const given = [...map.keys()];
  need(given.length === names.length && given.every((name, i) => name === names[i]), 'rule', 'options not complete');
  for (const [name, value] of map) {
    const values = OPTIONS[name];
    const isNumber = Number.isInteger(value) && value >= 0 && value <= values;
    const fits = Array.isArray(values) ? values.includes(value) : isNumber;
    need(fits, 'rule', `${name} has another value`);
  }
  const options = Object.fromEntries(map);
  const { end, target, deals } = options;
  need(end === 'target' ? target >= 1 && deals === 0 : target === 0 && deals >= 1, 'rule', 'target or deals');
  need(options.partner_trumped === 'any' || options.partner_master_void === 'free', 'rule', 'options contradict');
  need(options.contract_rule !== '82_92' || options.belote_in_contract, 'rule', 'options contradict');
  return options;
}
