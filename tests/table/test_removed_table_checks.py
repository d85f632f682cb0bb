"""Every check of the table layer and of its chains, taken out one at a time.

Each row plays a game of the toy group up to the moment of a cheat. With the check the cheat is
refused at the table; with the check taken out before the game it is accepted, or for checks that
guard what cannot go on, ends in an error that is no refusal. The real group is used in slow runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

import pytest

from belote_net.table import audit, checks, opening, plays, reveal
from belote_net.table.messages import MemberKind
from belote_net.table.table import Table
from belote_protocol import deck, hand, machine, preparation
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import ProtocolError, RejectedEntry
from belote_protocol.machine import NotYet
from tests.protocol.removal import Patch, instead, no_raise
from tests.protocol.toy_group import toy_group
from tests.table.card_cheats import CARDS
from tests.table.cheats import STEPS
from tests.table.deck_cheats import DECKS
from tests.table.games import seated
from tests.table.stage import Cheat, Stage

CHEATS = {cheat.name: cheat for cheat in (*STEPS, *DECKS, *CARDS)}


@dataclass(frozen=True)
class Row:
    """A check, how to take it out, and the cheat that passes without it.

    Attributes:
        check: what is checked.
        remove: takes it out.
        cheat: name of the cheat.
        house, seed: the game in which it has an occasion.
        crash: how the cheat ends without the check, None if it is accepted.
    """

    check: str
    remove: Patch
    cheat: str
    house: str = "classique"
    seed: int = 2
    crash: type[Exception] | None = None


def accept(*_: object, **__: object) -> None:
    """In the place of a verifier: all is well."""


def no_compare(owner: Any, name: str, old: str, new: str) -> Patch:  # noqa: ANN401 - any module
    """Change the source of a function: `old`, which occurs once, becomes `new`."""
    import inspect
    import sys
    import textwrap

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        function = inspect.getattr_static(owner, name)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(old) == 1, f"{old!r} occurs {source.count(old)} times"
        names: dict[str, Any] = {}
        scope = vars(sys.modules[function.__module__])
        exec(compile(source.replace(old, new), function.__code__.co_filename, "exec"), scope, names)
        monkeypatch.setattr(owner, name, names[name])

    return patch


def together(*patches: Patch) -> Patch:
    """Take out several checks that would each catch what the other lets pass."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for each in patches:
            each(monkeypatch)

    return patch


_M = machine.Machine
ROWS = (
    # machine.py
    Row("machine: seat exists", no_raise(_M, "check", "there is no seat"), "no such seat",
        crash=IndexError),
    Row("machine: signature", instead(SignedEntry, "verify_signature", accept),
        "signed by another"),
    Row("machine: link", no_raise(_M, "check", "_difference"), "own share again elsewhere"),
    Row("machine: seat and kind", no_raise(_M, "check", "expect.kind"), "honest, out of turn"),
    Row("machine: closed", no_raise(_M, "check", "is closed"), "after the end",
        crash=AttributeError),
    Row("machine: stale check", no_raise(_M, "advance", "StaleCheck"), "checked twice"),
    # checks.py
    Row("coin: own", no_raise(checks, "check_coin", "got a copy"), "copied coin"),
    Row("flip: opening", instead(checks, "verify_opening", accept), "other flip"),
    Row("cut: bounds", no_raise(checks, "check_cut", "a cut of"), "cut of 2"),
    Row("deal: digest", no_raise(checks, "check_distribution", "digest"), "wrong digest"),
    Row("deal: pattern", no_raise(checks, "check_distribution", "a way of dealing"),
        "unknown pattern", crash=AttributeError),
    Row("deal: next deck", no_raise(checks, "check_distribution", "decks_burnt + 1"),
        "deck again"),
    Row("deal: head of the deck",
        no_compare(Table, "completed", " and last.head == head", ""),
        "head of an unfinished deck"),
    Row("deal: head of another deck",
        no_compare(Table, "completed", " and last.head == head", ""), "head of another deck"),
    Row("deal: known head", no_raise(Table, "completed", "completes deck {number} expected"),
        "head of an unfinished deck", crash=NotYet),
    Row("share: proof", instead(checks, "verify_shares", accept), "shares: one_wrong"),
    Row("share: count", together(instead(checks, "verify_shares", accept),
        no_raise(deck.PublicDeck, "with_shares", "shares expected")), "shares: one_more",
        crash=ValueError),
    Row("bid: legal", instead(checks.Auction, "with_bid", None), "other suit in round one",
        crash=TypeError),
    Row("gather: proof", instead(checks, "verify_shuffle", accept), "gather: duplicate"),
    Row("gather: own cards", instead(checks, "verify_shuffle", accept), "hand of another"),
    Row("play: card of the pack", no_raise(checks, "card_numbered", "a card of the pack"),
        "card out of the pack", crash=IndexError),
    Row("play: proof", instead(checks, "verify_holding", accept), "card of another"),
    Row("play: proof is there",
        no_compare(checks, "check_play", "raise InvalidProof('a proof expected')", "pass"),
        "no proof"),
)
