"""Every event of the table as lines of text: nothing is told that the table does not know."""

from __future__ import annotations

from belote_cli.declaration_words import (
    answer_line,
    claims_words,
    false_claim_line,
    height_words,
    shown_line,
    trump_words,
)
from belote_cli.pen import Pen
from belote_cli.plain.opening import open_hand_line
from belote_cli.rule_words import suit_name
from belote_cli.scene import Scene
from belote_cli.score_words import deal_lines, totals_line
from belote_net.rules.auction import Bid
from belote_net.rules.cards import Place
from belote_net.table.events import (
    AllPassed,
    Announcement,
    BidMade,
    CardPlayed,
    CardTurned,
    Cause,
    DealAnnulled,
    DealBegan,
    DealForfeited,
    DealScored,
    DeckDied,
    DeclarationsShown,
    Event,
    FalseClaimsFound,
    GameOver,
    HandOpened,
    HandsCompleted,
    HeightTold,
    OpeningDeclined,
    PackCut,
    ResultSigned,
    SeatFilled,
    SeatLeft,
    SeatOffered,
    SeatsTaken,
    TrickWon,
    TrumpAnswered,
)
from belote_protocol.deck_state import Fault


def narrate(event: Event, scene: Scene, pen: Pen) -> tuple[str, ...]:
    """What a reader is told of `event`; nothing for steps that only machines care about.

    Nor for the contract: that somebody took is told with the bid.
    """
    match event:
        case SeatsTaken():
            return _seats(scene, pen)
        case DealBegan():
            return ("", _deal_began(event, scene, pen))
        case PackCut():
            return (_pack_cut(event, scene, pen),)
        case CardTurned():
            return (pen.text("Turned card: {card}.", card=pen.card(event.card)),)
        case BidMade():
            return (bid_line(event.place, event.bid, scene, pen),)
        case AllPassed():
            return (pen.text("All have passed: the cards are thrown in."),)
        case HandsCompleted():
            return (pen.text("All hands are complete."),)
        case CardPlayed():
            return (_card_played(event, scene, pen),)
        case HeightTold():
            return (answer_line(event.place, height_words(event.height, pen), scene, pen),)
        case TrumpAnswered():
            return (answer_line(event.place, trump_words(event.answer, pen), scene, pen),)
        case DeclarationsShown():
            return (shown_line(event.place, event.declarations, scene, pen),)
        case FalseClaimsFound():
            return tuple(false_claim_line(place, scene, pen) for place in event.places)
        case TrickWon():
            return (_trick_won(event, scene, pen),)
        case DealScored():
            lines = deal_lines(event.number, event.contract, event.score, scene, pen)
            return (*lines, totals_line(event.totals, scene, pen))
        case SeatLeft():
            return (_seat_left(event, scene, pen),)
        case OpeningDeclined():
            return (_declined(event, scene, pen),)
        case HandOpened():
            return (open_hand_line(scene.name(event.place), event.cards, None, pen),)
        case DeckDied():
            return (_deck_died(event, scene, pen),)
        case DealForfeited():
            lines = deal_lines(event.number, None, event.score, scene, pen)
            return (_forfeited(event, scene, pen), *lines, totals_line(event.totals, scene, pen))
        case DealAnnulled():
            return (pen.text("Deal {number} is annulled.", number=event.number),)
        case SeatOffered():
            return (pen.text("{name} is to take the free seat.", name=event.name),)
        case SeatFilled():
            return (_seat_filled(event, scene, pen),)
        case GameOver():
            return (game_over(event, scene, pen),)
        case ResultSigned():
            return (pen.text("{name} signs the result.", name=scene.members[event.seat]),)
    return ()


def _seat_left(event: SeatLeft, scene: Scene, pen: Pen) -> str:
    if scene.is_me(event.seat):
        if event.cause is Cause.FAULT:
            return pen.text("All others have refused what you sent, and go on without you.")
        return pen.text("The others have gone on without you: no answer of yours had come.")
    name = scene.members[event.seat]
    if event.cause is Cause.FAULT:
        return pen.text(
            "All others have refused what {name} sent: the table goes on without {name}.",
            name=name,
        )
    return pen.text("{name} does not answer: the table goes on without {name}.", name=name)


def _declined(event: OpeningDeclined, scene: Scene, pen: Pen) -> str:
    if scene.is_me(event.seat):
        return pen.text("You do not open the hand.")
    return pen.text("{name} does not open the hand.", name=scene.members[event.seat])


def _deck_died(event: DeckDied, scene: Scene, pen: Pen) -> str:
    name = scene.members[event.seat]
    if event.fault is Fault.FALSE_COMPLAINT:
        return pen.text(
            "{name} has accused another falsely while the cards were shuffled: this is proven.",
            name=name,
        )
    return pen.text("{name} has cheated while the cards were shuffled: this is proven.", name=name)


def _forfeited(event: DealForfeited, scene: Scene, pen: Pen) -> str:
    if event.place == scene.me:
        return pen.text("You have forfeited deal {number}.", number=event.number)
    name = scene.name(event.place)
    return pen.text("{name} has forfeited deal {number}.", name=name, number=event.number)


def _seat_filled(event: SeatFilled, scene: Scene, pen: Pen) -> str:
    if scene.is_me(event.seat):
        if event.is_return:
            return pen.text("You are back: the game goes on.")
        return pen.text("The seat is yours: the game goes on.")
    if event.is_return:
        return pen.text("{name} is back: the game goes on.", name=event.name)
    return pen.text("{name} has taken the free seat: the game goes on.", name=event.name)


def _seats(scene: Scene, pen: Pen) -> tuple[str, ...]:
    order = ", ".join(scene.names)
    lines = (pen.text("In order of play: {names}.", names=order),)
    if scene.me is None:
        return lines
    partner = scene.name(scene.variant.partner_of(scene.me))
    return (*lines, pen.text("Your partner is {name}.", name=partner))


def _deal_began(event: DealBegan, scene: Scene, pen: Pen) -> str:
    if event.dealer == scene.me:
        return pen.bold(pen.text("Deal {number}. You deal.", number=event.number))
    name = scene.name(event.dealer)
    return pen.bold(pen.text("Deal {number}. {name} deals.", number=event.number, name=name))


def _pack_cut(event: PackCut, scene: Scene, pen: Pen) -> str:
    if event.place == scene.me:
        return pen.text("You cut {cards} cards.", cards=event.lifted)
    return pen.text("{name} cuts {cards} cards.", name=scene.name(event.place), cards=event.lifted)


def bid_line(place: Place, bid: Bid, scene: Scene, pen: Pen) -> str:
    """What somebody has said in the auction."""
    mine = place == scene.me
    if bid.trump is None:
        if mine:
            return pen.text("You pass.")
        return pen.text("{name} passes.", name=scene.name(place))
    suit = f"{pen.suit(bid.trump)} {suit_name(bid.trump, pen.words)}"
    if mine:
        return pen.text("You take {suit}.", suit=suit)
    return pen.text("{name} takes {suit}.", name=scene.name(place), suit=suit)


def _card_played(event: CardPlayed, scene: Scene, pen: Pen) -> str:
    line = _laid(event, scene, pen)
    if event.announcement is Announcement.BELOTE:
        return f"{line} {pen.text('Belote!')}"
    if event.announcement is Announcement.REBELOTE:
        return f"{line} {pen.text('Rebelote!')}"
    return line


def _laid(event: CardPlayed, scene: Scene, pen: Pen) -> str:
    card, mine, name = pen.card(event.card), event.place == scene.me, scene.name(event.place)
    if not event.claims:
        if mine:
            return pen.text("You play {card}.", card=card)
        return pen.text("{name} plays {card}.", name=name, card=card)
    claims = claims_words(event.claims, pen)
    if mine:
        return pen.text("You play {card} and declare {claims}.", card=card, claims=claims)
    return pen.text(
        "{name} plays {card} and declares {claims}.", name=name, card=card, claims=claims
    )


def _trick_won(event: TrickWon, scene: Scene, pen: Pen) -> str:
    points = pen.count("{number} point", "{number} points", event.points)
    if event.winner == scene.me:
        return pen.text("Trick {number} is yours: {points}.", number=event.number, points=points)
    return pen.text(
        "Trick {number} goes to {name}: {points}.",
        number=event.number,
        name=scene.name(event.winner),
        points=points,
    )


def game_over(event: GameOver, scene: Scene, pen: Pen) -> str:
    """Who has won, with the final score."""
    totals = totals_line(event.totals, scene, pen)
    if event.winner is None:
        return pen.bold(f"{pen.text('The match is over: a draw.')} {totals}")
    if scene.me is None:
        won = pen.text("The match is over: {side} win.", side=scene.team(event.winner, pen))
    elif event.winner == scene.variant.team_of(scene.me):
        won = pen.text("The match is over: you win!")
    else:
        won = pen.text("The match is over: you lose.")
    return pen.bold(f"{won} {totals}")
