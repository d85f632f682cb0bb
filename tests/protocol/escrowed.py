"""The chain of a deck whose keys are shared, and seats that share them wrongly: for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Self

from msgspec.structs import replace as alter

from belote_protocol import escrow
from belote_protocol.deck_state import Complain, Death, EscrowCommit, EscrowKey, Expose, Shuffle
from belote_protocol.entry import Body, EntryContext, Seat, SignedEntry
from belote_protocol.escrow import Escrow, ReceivingKey, Route, make_escrow, receivers
from belote_protocol.group import GENERATOR, ORDER, SCALAR_BYTES, Scalar
from belote_protocol.preparation import (
    make_complaint,
    make_escrow_commit,
    make_escrow_key,
    make_expose,
    own_escrow_share,
)
from belote_protocol.seed import Seed
from tests.protocol.test_preparation import IDENTITIES, SEATS, Chain

OTHER_GAME = b"h" * 32


class EscrowChain(Chain):
    """One deck's chain with an escrow, and everybody's seed."""

    has_escrow = True

    def __init__(self, *, number: int = 3, audited: bool = True, game: bytes = b"g" * 32) -> None:
        super().__init__(number=number, audited=audited, game=game)
        self.entries: list[SignedEntry] = []

    def honest(self) -> Body:
        context = self.context
        seed = self.seeds[context.seat]
        if context.kind == EscrowCommit.kind:
            return make_escrow_commit(context, seed)
        if context.kind == EscrowKey.kind:
            return make_escrow_key(self.state, context, seed, self.random_bytes)
        if context.kind == Expose.kind:
            return make_expose(seed)
        if context.kind == Shuffle.kind:
            return make_complaint(self.state, context, seed) or super().honest()
        return super().honest()

    def say(self, body: Body, context: EntryContext | None = None) -> SignedEntry:
        context = context or replace(self.context, kind=body.kind)
        return SignedEntry.seal(context, body, IDENTITIES[context.seat])

    def accept(self, body: Body) -> None:
        signed = self.say(body)
        self.machine.advance(self.machine.check(signed))
        self.entries.append(signed)

    def complain(self, accused: int) -> Self:
        """Let the seat whose shuffle is due complain instead."""
        self.accept(Complain(accused))
        return self

    def finish(self) -> Self:
        """Let everybody be honest until the chain is closed."""
        while self.machine.expect is not None:
            self.accept(self.honest())
        return self

    @property
    def death(self) -> Death:
        """How the deck died."""
        assert self.machine.expect is None
        assert self.state.dead is not None
        return self.state.dead

    def shares_of(self, sender: int) -> tuple[Scalar, ...]:
        """All shares of one seat's key, as their receivers open them."""
        return tuple(
            own_escrow_share(
                self.state,
                self.machine.game,
                self.seeds[receiver],
                sender=Seat(sender),
                receiver=receiver,
            )
            for receiver in receivers(sender, SEATS)
        )


def sealed(
    plaintext: bytes, route: Route, receiving_keys: Sequence[ReceivingKey], seed: Seed
) -> bytes:
    """Any bytes, encrypted along a route by the holder of `seed`."""
    peer = receiving_keys[route.receiver]
    cipher = escrow._cipher(seed, peer, receiving_keys[route.sender], peer)
    return cipher.encrypt(bytes(12), plaintext, route.associated_data)


Forge = Callable[[Escrow, Seed, Sequence[ReceivingKey], EntryContext], Escrow]
"""Makes an honest escrow wrong for the sender's first receiver; its commitments still add up."""


def _with_plaintext(change: Callable[[int], int]) -> Forge:
    def forge(
        honest: Escrow, seed: Seed, keys: Sequence[ReceivingKey], context: EntryContext
    ) -> Escrow:
        first = receivers(context.seat, len(keys))[0]
        share = int(Scalar.from_wide(seed.derive("escrow share", first.to_bytes(8, "big"))))
        route = Route(context.game, context.chain, context.seat, first)
        plaintext = change(share).to_bytes(SCALAR_BYTES, "little")
        return (alter(honest[0], ciphertext=sealed(plaintext, route, keys, seed)), *honest[1:])

    return forge


def _for_another_game(
    honest: Escrow, seed: Seed, keys: Sequence[ReceivingKey], context: EntryContext
) -> Escrow:
    other = make_escrow(seed, keys, replace(context, game=OTHER_GAME))
    return (other[0], *honest[1:])


def _for_another_deck(
    honest: Escrow, seed: Seed, keys: Sequence[ReceivingKey], context: EntryContext
) -> Escrow:
    other = make_escrow(seed, keys, replace(context, chain="deck/7"))
    return (other[0], *honest[1:])


def _for_another_receiver(
    honest: Escrow, seed: Seed, keys: Sequence[ReceivingKey], context: EntryContext
) -> Escrow:
    first, second, *others = honest
    return (
        alter(first, ciphertext=second.ciphertext),
        alter(second, ciphertext=first.ciphertext),
        *others,
    )


def _other_commitments(
    honest: Escrow, seed: Seed, keys: Sequence[ReceivingKey], context: EntryContext
) -> Escrow:
    first, second, *others = honest
    return (
        alter(first, commitment=first.commitment + GENERATOR),
        alter(second, commitment=second.commitment - GENERATOR),
        *others,
    )


def _garbled(
    honest: Escrow, seed: Seed, keys: Sequence[ReceivingKey], context: EntryContext
) -> Escrow:
    first = honest[0]
    return (alter(first, ciphertext=first.ciphertext[::-1]), *honest[1:])


WRONG_ESCROWS: dict[str, Forge] = {
    "wrong share": _with_plaintext(lambda share: (share + 1) % ORDER),
    "share not reduced": _with_plaintext(lambda share: share + ORDER),
    "share of zero": _with_plaintext(lambda share: 0),
    "for another receiver": _for_another_receiver,
    "for another game": _for_another_game,
    "for another deck": _for_another_deck,
    "other commitments": _other_commitments,
    "garbled": _garbled,
}


def wrong_key(chain: EscrowChain, name: str) -> EscrowKey:
    """A key that is due, with proof, and an escrow that only its receivers can find wrong."""
    honest = chain.honest()
    assert isinstance(honest, EscrowKey)
    seed, keys = chain.seeds[chain.context.seat], chain.state.receiving_keys
    return alter(honest, escrow=WRONG_ESCROWS[name](honest.escrow, seed, keys, chain.context))


def with_wrong_escrow(name: str, sender: int = 0) -> EscrowChain:
    """A chain on which one seat has shared its key wrongly."""
    chain = EscrowChain().to(EscrowKey.kind, sender)
    chain.accept(wrong_key(chain, name))
    return chain


def with_other_receiving_key() -> EscrowChain:
    """A chain on which seat 0 receives under another key than it encrypts with.

    Nobody can open what it sends, and yet its seed gives every byte of its escrow.
    """
    chain = EscrowChain()
    commitment = make_escrow_commit(chain.context, chain.seeds[0]).commitment
    other = escrow.receiving_key(Seed(b"o" * 32))
    chain.accept(EscrowCommit(commitment, other))
    return chain


def with_other_commitment() -> EscrowChain:
    """A chain on which seat 0 has committed to another seed than the one it uses."""
    chain = EscrowChain()
    other = make_escrow_commit(chain.context, Seed(b"o" * 32)).commitment
    chain.accept(EscrowCommit(other, escrow.receiving_key(chain.seeds[0])))
    return chain
