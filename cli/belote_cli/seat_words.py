"""A seat that is silent, free or given to another: what is told of it. Pure.

What the reader can do is told apart, since a key and a typed word do it differently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from belote_cli.pen import Pen
from belote_cli.standstill import (
    Cost,
    EmptySeat,
    GivenSeat,
    OfferedSeat,
    Part,
    SilentSeat,
    Sitter,
    Standstill,
)
from belote_cli.words import msg
from belote_net.node.codes import fingerprint_words

COSTS: Final[Mapping[Cost, str]] = MappingProxyType(
    {
        Cost.FORFEIT: msg(
            "{name} has seen the cards: the deal is forfeited, and the other side writes it."
        ),
        Cost.OPEN: msg(
            "You will be asked whether to open {name}'s hand: if all of you do, it plays on by a "
            "fixed rule; else the deal is forfeited."
        ),
        Cost.ANNUL: msg("The deal is annulled and dealt again: {name} has not seen all the cards."),
        Cost.DISMISS: msg("The seat is free again: {name} does not get it."),
        Cost.VOID: msg("There will be no game: the places are not drawn yet."),
    }
)


def standstill_lines(still: Standstill | None, pen: Pen) -> tuple[str, ...]:
    """What the reader ought to know now; nothing while all is as usual."""
    match still:
        case SilentSeat() if still.is_warned:
            return _silent_lines(still, pen)
        case EmptySeat():
            return _empty_lines(still, pen)
        case OfferedSeat():
            return _offer_lines(still, pen)
        case GivenSeat():
            return (
                pen.text(
                    "The others have gone on without you: {name} has your seat now.",
                    name=still.name,
                ),
            )
    return ()


def _silent_lines(silent: SilentSeat, pen: Pen) -> tuple[str, ...]:
    if not silent.others:
        return (_teller_line(silent, pen),)
    told: tuple[str, ...] = (late_line(silent, pen),)
    if silent.voted:
        told = (_proposal(silent, pen), tally_line(silent, pen))
    if silent.missing and silent.part in (Part.VOTER, Part.VOTED):
        return (*told, missing_line(silent, pen))
    return told


def missing_line(silent: SilentSeat, pen: Pen) -> str:
    """Who has to come back before a vote can end."""
    return pen.count(
        "All the others have to vote, and {names} is not linked.",
        "All the others have to vote, and {names} are not linked.",
        len(silent.missing),
        names=pen.listed(silent.missing),
    )


def _teller_line(silent: SilentSeat, pen: Pen) -> str:
    """Who has to come back once all have voted."""
    return pen.text(
        "All have voted to go on without {name}: that begins once {teller} is linked again.",
        name=silent.name,
        teller=pen.listed(silent.missing),
    )


def late_line(silent: SilentSeat, pen: Pen) -> str:
    """Who is waited for, and for how long."""
    if silent.lost_s is not None:
        return pen.text(
            "Waiting for {name} (not linked for {seconds} s).",
            name=silent.name,
            seconds=silent.lost_s,
        )
    return pen.text(
        "Waiting for {name} (for {seconds} s).", name=silent.name, seconds=silent.waited_s
    )


def _proposal(silent: SilentSeat, pen: Pen) -> str:
    if silent.part is Part.ACCUSED and silent.is_refused:
        return pen.text("The others refuse what you sent, and go on without you.")
    if silent.part is Part.ACCUSED:
        return pen.text("The others propose to go on without you: speak now.")
    if silent.is_refused:
        return pen.text(
            "What {name} sent is wrong: the table goes on without {name} once all others "
            "have refused it.",
            name=silent.name,
        )
    if silent.part is Part.VOTED:
        return pen.text("You propose to go on without {name}.", name=silent.name)
    voters = [one for one in silent.voted if one is not None]
    return pen.count(
        "{voters} proposes to go on without {name}.",
        "{voters} propose to go on without {name}.",
        len(voters),
        voters=pen.listed(voters),
        name=silent.name,
    )


def tally_line(silent: SilentSeat, pen: Pen) -> str:
    """Who has voted, and who has not."""
    return pen.text(
        "Voted: {voted}. Not yet: {others}.",
        voted=names_line(silent.voted, pen),
        others=names_line(silent.others, pen),
    )


def names_line(names: Sequence[str | None], pen: Pen) -> str:
    """Names in a row; the reader's is None."""
    return ", ".join(pen.text("you") if one is None else one for one in names) or "–"


def vote_lines(silent: SilentSeat, pen: Pen) -> tuple[str, ...]:
    """What a vote would mean: to be read before it is cast."""
    lines = [
        pen.text("To go on without {name}: all the others have to vote for it.", name=silent.name),
        pen.text(COSTS[silent.cost], name=silent.name),
        pen.text("A vote cannot be taken back."),
    ]
    if silent.voted:
        lines.append(tally_line(silent, pen))
    return tuple(lines)


def _empty_lines(empty: EmptySeat, pen: Pen) -> tuple[str, ...]:
    if empty.is_mine:
        text = pen.text(
            "The others have gone on without you. Your seat is still free: you come back to it "
            "as soon as {name} is linked.",
            name=empty.filler,
        )
        return (text,)
    lines = [pen.text("{name}'s seat is free.", name=empty.left)]
    if empty.i_wish:
        lines.append(
            pen.text(
                "You have asked for it, and {name} says who may have it.",
                name=empty.filler,
            )
        )
    elif not empty.is_mine_to_fill:
        lines.append(pen.text("{name} says who may have it.", name=empty.filler))
    if empty.sitters:
        names = ", ".join(sitter_words(one, pen) for one in empty.sitters)
        lines.append(pen.text("Asking for it: {names}.", names=names))
    if empty.code is not None:
        lines.append(join_line(empty.code, pen))
    return (" ".join(lines),)


def join_line(code: str, pen: Pen) -> str:
    """What a stranger types to come to the seat that is free."""
    return pen.text("Who wants it types: belote-net join {code}", code=code)


def _offer_lines(offer: OfferedSeat, pen: Pen) -> tuple[str, ...]:
    if offer.is_mine:
        text = pen.text("You are to take {name}'s seat, if the others agree.", name=offer.left)
    else:
        who = sitter_words(offer.sitter, pen)
        text = pen.text("{who} is to take {name}'s seat.", who=who, name=offer.left)
    if offer.waits_for is None:
        return (text,)
    return (f"{text} {pen.text('Waiting for the word of {name}.', name=offer.waits_for)}",)


def sitter_words(sitter: Sitter, pen: Pen) -> str:
    """Who sits down, and of a bot what its machine then sees."""
    if sitter.machine is None:
        return sitter.name
    seats = seats_words(sitter.sees, pen)
    return pen.text(
        "{name}, bot (on {machine}'s machine: it will see {seats})",
        name=sitter.name,
        machine=sitter.machine,
        seats=seats,
    )


def seats_words(seats: Sequence[int], pen: Pen) -> str:
    """Seats by their numbers from 1: `seat 1`, `seats 1 and 3`, or `seats 1, 3 and 4`."""
    shown = pen.listed([str(seat + 1) for seat in seats])
    return pen.count("seat {seats}", "seats {seats}", len(seats), seats=shown)


def sitter_line(sitter: Sitter, pen: Pen) -> str:
    """One who wishes for the seat, with what tells strangers apart."""
    who = sitter_words(sitter, pen)
    if sitter.machine is not None:
        return who
    return f"{who}, {' '.join(fingerprint_words(sitter.identity.fingerprint()))}"


def choice_lines(empty: EmptySeat, pen: Pen) -> tuple[str, ...]:
    """Who wishes for the seat, numbered from 1."""
    if not empty.sitters:
        return (pen.text("Nobody has asked for it yet."),)
    return tuple(
        f"{number}: {sitter_line(one, pen)}" for number, one in enumerate(empty.sitters, start=1)
    )
