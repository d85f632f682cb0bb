"""The table at rest, on demand: hand, trick, score, rules, and what is asked of the reader."""

from __future__ import annotations

from belote_cli.card_text import sorted_hand
from belote_cli.declaration_words import declared_words, said_lines
from belote_cli.pen import Pen
from belote_cli.plain.opening import absent_name, open_hand_line
from belote_cli.rule_words import option_name, suit_name, value_words
from belote_cli.scene import Scene
from belote_cli.score_words import contract_words, sheet_lines, target_words, totals_line
from belote_cli.words import capital
from belote_net.rules.auction import Bid
from belote_net.rules.cards import Card, Suit
from belote_net.rules.choices import BeloteCall
from belote_net.rules.option_values import OptionValue
from belote_net.rules.options import Options
from belote_net.rules.presets import Difference, nearest_preset
from belote_net.rules.trick import Trick
from belote_net.table.messages import MemberKind
from belote_net.table.state import Phase
from belote_net.table.view import PlayerView, TableView


def listed_hand(view: TableView) -> tuple[Card, ...]:
    """The reader's cards in the order in which they are numbered for him, from 1."""
    return sorted_hand(view.hand, hand_trump(view))


def hand_trump(view: TableView) -> Suit | None:
    """What comes first in the hand: trumps, or before there are any the suit that is offered."""
    if view.contract is not None:
        return view.contract.trump
    return view.turn_up.suit if view.turn_up is not None else None


def hand_line(view: TableView, pen: Pen) -> str:
    """The hand with numbers to type; when it is the reader's turn, `*` marks legal cards."""
    if not view.hand:
        return pen.text("You have no cards.")
    marked = bool(view.legal) and len(view.legal) < len(view.hand)
    cards = []
    for number, card in enumerate(listed_hand(view), start=1):
        text = f"{number}:{pen.card(card)}"
        if marked:
            text = f"{text}*" if card in view.legal else pen.dim(text)
        cards.append(text)
    listed = "  ".join(cards)
    if marked:
        return pen.text("Your hand (* may be played): {cards}", cards=listed)
    if view.legal:
        return pen.text("Your hand (all may be played): {cards}", cards=listed)
    return pen.text("Your hand: {cards}", cards=listed)


def trick_line(trick: Trick, scene: Scene, pen: Pen) -> str:
    """Who played what to a trick, in order."""
    places = scene.variant.order_from(trick.leader)
    return ", ".join(
        f"{scene.name(place)} {pen.card(card)}"
        for place, card in zip(places, trick.cards, strict=False)
    )


def last_trick_line(view: TableView, pen: Pen) -> str:
    """The last complete trick and who won it."""
    if not view.tricks or view.contract is None:
        return pen.text("No trick is complete yet.")
    scene, trick = Scene.of_view(view), view.tricks[-1]
    winner = view.variant.trick_winner(trick, view.contract.trump)
    return pen.text(
        "Last trick: {cards}. Won by {name}.",
        cards=trick_line(trick, scene, pen),
        name=scene.name(winner),
    )


def bid_words(bid: Bid, pen: Pen) -> str:
    """A bid as it is offered to the reader, with the word to type."""
    if bid.trump is None:
        return pen.text("pass")
    return f"{pen.suit(bid.trump)} {suit_name(bid.trump, pen.words)}"


def turn_lines(view: TableView, pen: Pen) -> tuple[str, ...]:
    """What the reader is asked, with all he needs to answer; the last line is the prompt."""
    scene, lines = Scene.of_view(view), []
    if view.bids:
        lines.append(hand_line(view, pen))
        offers = "  ".join(
            f"{number}:{bid_words(bid, pen)}" for number, bid in enumerate(view.bids, start=1)
        )
        turned = pen.card(view.turn_up) if view.turn_up is not None else ""
        lines.append(
            pen.text("You may say: {offers}  (turned card {card})", offers=offers, card=turned)
        )
        lines.append(pen.bold(pen.text("Your bid (? for help) > ")))
        return tuple(lines)
    if view.trick is not None and 0 < len(view.trick.cards) < len(view.players):
        cards = trick_line(view.trick, scene, pen)
        lines.append(pen.text("On the table: {cards}.", cards=cards))
    lines.append(hand_line(view, pen))
    if view.declarations:
        first = pen.card(listed_hand(view)[0])
        lines.append(
            pen.text(
                "With your first card you declare: {declarations}. To keep silent, add the word "
                "silent ({card} silent).",
                declarations=declared_words(view.declarations, pen),
                card=first,
            )
        )
    if view.announceable and view.options.belote_call is not BeloteCall.AUTO:
        listed = ", ".join(
            pen.card(card) for card in listed_hand(view) if card in view.announceable
        )
        lines.append(pen.text("To say belote with {cards}, add the word belote.", cards=listed))
    lines.append(pen.bold(pen.text("Your card (? for help) > ")))
    return tuple(lines)


def waiting_line(view: TableView, pen: Pen) -> str:
    """Whose turn it is, or what the table is busy with."""
    if view.phase in (Phase.SIGNING, Phase.OVER):
        return pen.text("The match is over.")
    if view.phase is Phase.FILLING:
        return pen.text("A seat is free: the game waits.")
    if view.asks_for_help:
        return pen.text("Is the hand of {name} to be opened?", name=absent_name(view))
    if view.turn is None:
        return pen.text("The cards are being shuffled and dealt.")
    if view.is_my_turn:
        return pen.text("It is your turn.")
    return pen.text("Waiting for {name}.", name=view.players[view.turn].name)


def table_lines(view: TableView, pen: Pen) -> tuple[str, ...]:
    """The whole table: players, contract, trick, score, and who is being waited for."""
    scene = Scene.of_view(view)
    lines = [_player_line(player, view, pen) for player in view.players]
    if view.dealer is not None:
        name = scene.name(view.dealer)
        lines.append(
            pen.text("Deal {number}, dealt by {name}.", number=view.deal_number, name=name)
        )
    if view.contract is not None:
        words = contract_words(view.contract, scene, pen)
        lines.append(pen.text("Contract: {contract}.", contract=words))
        lines.append(_tricks_line(view, scene, pen))
        lines += said_lines(view.said, scene, pen)
    elif view.turn_up is not None:
        lines.append(pen.text("Turned card: {card}.", card=pen.card(view.turn_up)))
    if view.trick is not None and 0 < len(view.trick.cards) < len(view.players):
        cards = trick_line(view.trick, scene, pen)
        lines.append(pen.text("On the table: {cards}.", cards=cards))
    if view.open_hand:
        trump = view.contract.trump if view.contract is not None else None
        lines.append(open_hand_line(absent_name(view), view.open_hand, trump, pen))
    if view.match is not None:
        lines.append(totals_line(view.match.scores, scene, pen))
    if view.hand:
        lines.append(hand_line(view, pen))
    return (*lines, waiting_line(view, pen))


def _tricks_line(view: TableView, scene: Scene, pen: Pen) -> str:
    won = [0] * len(view.variant.teams)
    for trick in view.tricks:
        if view.contract is not None:
            winner = view.variant.trick_winner(trick, view.contract.trump)
            won[view.variant.team_of(winner)] += 1
    parts = ", ".join(f"{scene.team(team, pen)} {won[team]}" for team in scene.teams())
    return pen.text("Tricks: {tricks}.", tricks=parts)


def _player_line(player: PlayerView, view: TableView, pen: Pen) -> str:
    cards = pen.count("{number} card", "{number} cards", player.cards_left)
    notes = [cards]
    if player.place == view.place:
        notes.insert(0, pen.text("you"))
    elif view.place is not None and player.place == view.variant.partner_of(view.place):
        notes.insert(0, pen.text("your partner"))
    if player.kind is MemberKind.BOT:
        machine = view.players[player.operator]
        notes.append(pen.text("bot on {name}'s machine", name=machine.name))
    return pen.text("{name}: {notes}.", name=player.name, notes=", ".join(notes))


def score_lines(view: TableView, pen: Pen) -> tuple[str, ...]:
    """The score sheet, and the contract in progress."""
    if view.match is None:
        return (pen.text("The match has not begun."),)
    scene = Scene.of_view(view)
    lines = sheet_lines(view.played, view.match, scene, pen)
    if view.match.held_points:
        held = pen.count(
            "{number} point waits for the winner of the next deal (litige).",
            "{number} points wait for the winner of the next deal (litige).",
            view.match.held_points,
        )
        lines = (*lines, held)
    if view.contract is None or len(view.played) >= view.deal_number:
        return lines
    words = contract_words(view.contract, scene, pen)
    return (*lines, pen.text("Contract: {contract}.", contract=words))


def rules_lines(options: Options, pen: Pen) -> tuple[str, ...]:
    """The rules of a table: the nearest preset, and what differs from it."""
    preset, changes = nearest_preset(options)
    words = capital(target_words(options, pen))
    head = pen.text("Rules: preset {preset}. {target}.", preset=preset, target=words)
    if not changes:
        return (head, pen.text("Nothing is changed in it."))
    return (head, *(difference_line(change, pen) for change in changes))


def all_rules_lines(options: Options, pen: Pen) -> tuple[str, ...]:
    """The whole map of a table's rules; what differs from the nearest preset is first, with `*`."""
    preset, changes = nearest_preset(options)
    target = capital(target_words(options, pen))
    head = pen.text("Rules: preset {preset}. {target}.", preset=preset, target=target)
    told = pen.count(
        "{number} rule differs from the preset, marked *:",
        "{number} rules differ from the preset, marked *:",
        len(changes),
    )
    marked = [f"* {difference_line(change, pen)}" for change in changes]
    names = {change.name for change in changes}
    others = [
        f"  {rule_line(name, value, pen)}"
        for name, value in options.to_map().items()
        if name not in names
    ]
    return (head, told if changes else pen.text("Nothing is changed in it."), *marked, *others)


def rule_line(name: str, value: OptionValue, pen: Pen) -> str:
    """One option as a table plays it."""
    return pen.text(
        "{name} ({option}): {value}.",
        name=capital(option_name(name, pen.words)),
        option=name,
        value=value_words(name, value, pen.words),
    )


def difference_line(change: Difference, pen: Pen) -> str:
    """One option that a table plays otherwise."""
    return pen.text(
        "{name} ({option}): {value} instead of {preset_value}.",
        name=capital(option_name(change.name, pen.words)),
        option=change.name,
        value=value_words(change.name, change.value, pen.words),
        preset_value=value_words(change.name, change.preset_value, pen.words),
    )
