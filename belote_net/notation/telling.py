"""A written game, told again by the rules from its first deal to its last."""

from __future__ import annotations

from belote_net.notation.dealing import DealTeller
from belote_net.notation.record import GameRecord, Player
from belote_net.notation.told import RecordRefused, ToldDeal, ToldGame, Where
from belote_net.rules.match import Match


def tell_game(record: GameRecord) -> ToldGame:
    """Tell a game as far as it is right, and what is wrong then, if something is."""
    match = Match.start(record.options, record.first_dealer)
    told: list[ToldDeal] = []
    players = record.players
    try:
        _check_names(players, Where(0, "player", len(players) - 1))
        for number, deal in enumerate(record.deals, start=1):
            _check_may_follow(told, match, number)
            teller = DealTeller(number, deal, match, players)
            try:
                teller.tell()
            finally:
                told.append(teller.told())
            match = told[-1].match
            players = _players_after(players, told[-1])
        _check_signed(record, told)
    except RecordRefused as refused:
        return ToldGame(record, tuple(told), refused.refusal)
    return ToldGame(record, tuple(told), None)


def _check_names(players: tuple[Player, ...], where: Where) -> None:
    # As in a log: whether other letters are capitals of one another is for no verifier to say.
    if len({player.name.encode().lower() for player in players}) != len(players):
        raise RecordRefused(where, "a name of its own for each player expected")


def _check_may_follow(told: list[ToldDeal], match: Match, number: int) -> None:
    """Refuse a deal after the last one, or after one that is not over."""
    where = Where(number, "deal")
    if match.is_over:
        raise RecordRefused(where, "no deal expected, the match is over")
    if not told:
        return
    last = told[-1]
    if not last.is_over:
        raise RecordRefused(where, f"the rest of deal {last.number} expected")
    if last.record.departure is not None and last.record.newcomer is None:
        raise RecordRefused(where, "sits expected, a place is free")


def _players_after(players: tuple[Player, ...], deal: ToldDeal) -> tuple[Player, ...]:
    """Who sits at each place when a deal is over."""
    newcomer, departure = deal.record.newcomer, deal.record.departure
    if newcomer is None:
        return players
    where = Where(deal.number, "sits")
    if departure is None or not deal.is_over or deal.match.is_over:
        raise RecordRefused(where, "nobody expected to sit down, no place is free")
    players = (*players[: departure.place], newcomer, *players[departure.place + 1 :])
    _check_names(players, where)
    return players


def _check_signed(record: GameRecord, told: list[ToldDeal]) -> None:
    if not record.signed:
        return
    where = Where(0, "signed")
    if not told or not told[-1].match.is_over:
        raise RecordRefused(where, "nothing expected to be signed, the match is not over")
    departure = told[-1].record.departure
    if departure is not None and departure.place in record.signed:
        raise RecordRefused(where, "nobody expected to sign who has left")
