"""Write the vectors of entries and of one whole game: `python -m tests.table.generate_vectors`.

`game.json` is a game of one deal: its entries in the order of a log; `game-opened-hand.json` is one
in which a hand was opened; after those of `game.json` there may follow what is in `absence-*.json`
and `reseat.json`. Every other file is one entry that must be refused after the first `after`
entries of `game.json`, and those of `then` if there are any. `expect` names the layer that refuses
("encoding", "signature", "chain", "rule" or "proof"); `culprit` is the seat that is proven to be at
fault, or null where nothing is proven against anybody.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from belote_net.node.codes import fingerprint_words, parse_code
from belote_net.node.words import WORDS
from belote_net.rules.cards import in_pack_order
from belote_net.rules.choices import OnAbsence
from belote_net.table.checks import SHORTEST_CUT
from belote_net.table.messages import Call, Cut, Distribution, Flip, Gather, Play, Result, Share
from belote_protocol.codec import decode, encode
from belote_protocol.deck_state import Commit, Key, Reveal, Shuffle
from belote_protocol.entry import Body, Entry, SignedEntry
from belote_protocol.identity import Identity
from tests.four_seats import FourSeats
from tests.table import vectors_of_votes
from tests.table.open_hands import leave_at, open_table
from tests.table.vectors_of_votes import ONE_DEAL, Named, Vector, hexed, new_game

B = TypeVar("B", bound=Body)

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors" / "games"


@functools.cache
def game() -> tuple[FourSeats, tuple[SignedEntry, ...]]:
    """The players and all entries of the game of `game.json`."""
    four = new_game()
    return four, (four.opening, *four.steps())


def whole_game() -> Named:
    four, entries = game()
    state = four.table.state
    (played,) = state.played
    assert played.score is not None
    yield (
        "game",
        {
            "what": "a game of one deal, in the order of a log: [raw, signature] for each entry",
            "expect": "success",
            "game": state.game.hex(),
            "seat_by_place": list(state.seated.by_place),
            "first_dealer": played.deal.dealer,
            "tricks": [[str(card) for card in trick.cards] for trick in played.tricks],
            "scores": list(state.current_match.scores),
            "digest": state.digest().hex(),
            "entries": [hexed(signed) for signed in entries],
        },
    )


def opened_hand() -> Named:
    """A game of one deal in which who is to play the tenth card leaves, and his hand is opened."""
    options = replace(ONE_DEAL, on_absence=OnAbsence.OPEN_HAND)
    four = open_table("vectors/open hand", options)
    leave_at(four, 9)
    four.play()
    state = four.table.state
    (played,) = state.played
    opened = played.deal.opened
    assert opened is not None
    yield (
        "game-opened-hand",
        {
            "what": "a game of one deal, left by a player whose hand the others opened",
            "expect": "success",
            "game": state.game.hex(),
            "absent": state.absent,
            "opened": [str(card) for card in in_pack_order(opened.cards)],
            "tricks": [[str(card) for card in trick.cards] for trick in played.tricks],
            "scores": list(state.current_match.scores),
            "digest": state.digest().hex(),
            "entries": [hexed(signed) for signed in four.table.log],
        },
    )


def one_entry() -> Named:
    four, entries = game()
    signed = entries[1]
    entry = signed.entry
    yield (
        "entry",
        {
            "what": "one entry, field by field, and what is made of it",
            "expect": "success",
            "game": entry.game.hex(),
            "chain": entry.chain,
            "seq": entry.seq,
            "prev": entry.prev.hex(),
            "seat": entry.seat,
            "kind": entry.kind,
            "body": entry.body.hex(),
            "raw": signed.raw.hex(),
            "head": signed.head.hex(),
            "identity": bytes(four.identities[entry.seat].public).hex(),
            "signature": signed.signature.hex(),
            "fingerprint": four.identities[entry.seat].public.fingerprint().hex(),
        },
    )


def place_of(kind: str, *, last: bool = False) -> int:
    """Index of the first (or last) entry of this kind in the game."""
    _, entries = game()
    places = [index for index, signed in enumerate(entries) if signed.entry.kind == kind]
    return places[-1 if last else 0]


def sealed(entry: Entry, **changes: object) -> SignedEntry:
    """`entry` with some fields changed, signed by the seat that it names then."""
    four, _ = game()
    changed = msgspec.structs.replace(entry, **changes)
    return resign(changed, four.identities[changed.seat])


def resign(entry: Entry, identity: Identity) -> SignedEntry:
    """`entry` with this identity's signature, whatever its body."""
    raw = encode(entry)
    signature = identity.sign(b"belote-net/v1/entry\x00" + raw)
    return SignedEntry.from_wire(raw, signature)


def said(index: int, body: Body) -> SignedEntry:
    """What the author of entry `index` could have said instead, well signed."""
    four, entries = game()
    context = entries[index].entry.context
    return SignedEntry.seal(context, body, four.identities[context.seat])


def body_of(index: int, kind: type[B]) -> B:
    """The body of an entry of the game."""
    return decode(kind, game()[1][index].entry.body)


def altered(kind: type[B], **changes: object) -> tuple[int, SignedEntry]:
    """The first entry of this kind with fields of its body changed."""
    index = place_of(kind.kind)
    body = msgspec.structs.replace(body_of(index, kind), **changes)
    return index, said(index, body)


Refused = Callable[[], tuple[int, SignedEntry]]


def _of_links() -> Iterator[tuple[str, str, bool, Refused]]:
    def signature_of_another() -> tuple[int, SignedEntry]:
        four, entries = game()
        return 1, resign(entries[1].entry, four.identities[2])

    def no_such_seat() -> tuple[int, SignedEntry]:
        four, entries = game()
        return 1, resign(msgspec.structs.replace(entries[1].entry, seat=5), four.identities[1])

    def gap() -> tuple[int, SignedEntry]:
        return 1, game()[1][2]

    def other_game() -> tuple[int, SignedEntry]:
        return 1, sealed(game()[1][1].entry, game=bytes(32))

    def other_history() -> tuple[int, SignedEntry]:
        return 1, sealed(game()[1][1].entry, prev=bytes(32))

    def out_of_turn() -> tuple[int, SignedEntry]:
        return 1, sealed(game()[1][1].entry, seat=2)

    def wrong_kind() -> tuple[int, SignedEntry]:
        return 1, sealed(game()[1][1].entry, kind=Cut.kind, body=encode(Cut(5)))

    yield "signed-by-another-seat", "signature", False, signature_of_another
    yield "signed-by-no-seat", "signature", False, no_such_seat
    yield "chain-gap", "chain", False, gap
    yield "chain-other-game", "chain", False, other_game
    yield "chain-other-history", "chain", False, other_history
    yield "chain-out-of-turn", "chain", True, out_of_turn
    yield "chain-wrong-kind", "chain", True, wrong_kind


def _of_bodies() -> Iterator[tuple[str, str, bool, Refused]]:
    def trailing() -> tuple[int, SignedEntry]:
        entry = game()[1][1].entry
        return 1, sealed(entry, body=entry.body + b"\x00")

    def text_for_bytes() -> tuple[int, SignedEntry]:
        index = place_of(Flip.kind)
        return index, sealed(game()[1][index].entry, body=b"\x91\xd9\x20" + b"a" * 32)

    def omitted() -> tuple[int, SignedEntry]:
        index = place_of(Cut.kind)
        return index, sealed(game()[1][index].entry, body=b"\x90")

    def another_head() -> tuple[int, SignedEntry]:
        return altered(Distribution, deck_head=game()[1][0].head)

    yield "body-trailing-byte", "encoding", True, trailing
    yield "body-text-for-bytes", "encoding", True, text_for_bytes
    yield "body-omitted-field", "encoding", True, omitted
    yield "flip-of-another-coin", "proof", True, lambda: altered(Flip, opening=bytes(32))
    yield "cut-of-two-cards", "rule", True, lambda: altered(Cut, lifted=2)
    yield "deal-pattern-unknown", "rule", True, lambda: altered(Distribution, pattern="4-4")
    yield "deal-another-deck", "proof", True, lambda: altered(Distribution, deck=2)
    yield "deal-another-state", "proof", True, lambda: altered(Distribution, digest=bytes(32))
    yield "deal-another-head", "proof", True, another_head
    yield "bid-of-no-suit", "rule", True, lambda: altered(Call, bid="100")
    yield "result-of-another-game", "proof", True, lambda: altered(Result, digest=bytes(32))


def _of_proofs() -> Iterator[tuple[str, str, bool, Refused]]:
    def shuffle_swapped() -> tuple[int, SignedEntry]:
        first, second, *rest = body_of(place_of(Shuffle.kind), Shuffle).deck
        return altered(Shuffle, deck=(second, first, *rest))

    def gather_swapped() -> tuple[int, SignedEntry]:
        first, second, *rest = body_of(place_of(Gather.kind), Gather).deck
        return altered(Gather, deck=(second, first, *rest))

    def copied_commitment() -> tuple[int, SignedEntry]:
        first = body_of(place_of(Commit.kind), Commit)
        return place_of(Commit.kind) + 1, said(place_of(Commit.kind) + 1, first)

    def copied_key() -> tuple[int, SignedEntry]:
        first = body_of(place_of(Key.kind), Key)
        return place_of(Key.kind) + 1, said(place_of(Key.kind) + 1, first)

    def shares_swapped() -> tuple[int, SignedEntry]:
        body = body_of(place_of(Share.kind), Share)
        first, second, *rest = body.shares
        return altered(Share, shares=(second, first, *rest))

    def another_card() -> tuple[int, SignedEntry]:
        body = body_of(place_of(Play.kind), Play)
        return altered(Play, card=(body.card + 8) % 32)

    def another_position() -> tuple[int, SignedEntry]:
        body = body_of(place_of(Play.kind), Play)
        return altered(Play, position=((body.position or 0) + 1) % 8)

    def another_seed() -> tuple[int, SignedEntry]:
        return altered(Reveal, seed=bytes(32))

    def proof_missing() -> tuple[int, SignedEntry]:
        return altered(Play, proof=None)

    yield "commit-copied", "proof", True, copied_commitment
    yield "key-copied", "proof", True, copied_key
    yield "shuffle-swapped", "proof", True, shuffle_swapped
    yield "gather-swapped", "proof", True, gather_swapped
    yield "share-swapped", "proof", True, shares_swapped
    yield "play-another-card", "proof", True, another_card
    yield "play-another-position", "proof", True, another_position
    yield "play-without-proof", "proof", True, proof_missing
    yield "reveal-another-seed", "proof", True, another_seed


def refusals() -> Named:
    for name, layer, proven, make in (*_of_links(), *_of_bodies(), *_of_proofs()):
        after, signed = make()
        yield (
            f"refused-{name}",
            {
                "what": name.replace("-", " "),
                "expect": layer,
                "after": after,
                "culprit": signed.entry.seat if proven else None,
                "entry": hexed(signed),
            },
        )


def equivocation() -> Named:
    index = place_of(Cut.kind)
    lifted = body_of(index, Cut).lifted
    other = said(index, Cut(lifted - 1 if lifted > SHORTEST_CUT else lifted + 1))
    yield (
        "refused-equivocation",
        {
            "what": "two different entries by one seat in one place; both are well signed",
            "expect": "equivocation",
            "after": index + 1,
            "culprit": other.entry.seat,
            "entry": hexed(other),
        },
    )


def words() -> Named:
    four, _ = game()
    fingerprint = four.identities[0].public.fingerprint()
    yield (
        "words",
        {
            "what": "the word list in its order; a fingerprint in words; codes as typed",
            "expect": "success",
            "words": list(WORDS),
            "fingerprint": fingerprint.hex(),
            "fingerprint_words": list(fingerprint_words(fingerprint)),
            "codes": {
                typed: parse_code(typed)
                for typed in (f"7-{WORDS[0]}-{WORDS[255]}", f" 7 {WORDS[0].upper()} {WORDS[255]} ")
            },
        },
    )


GROUPS: tuple[Callable[[], Named], ...] = (
    one_entry,
    whole_game,
    opened_hand,
    refusals,
    equivocation,
    words,
    *vectors_of_votes.GROUPS,
)


def text(vector: Vector) -> str:
    return json.dumps(vector, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    names = set()
    for group in GROUPS:
        for name, vector in group():
            names.add(name)
            (FOLDER / f"{name}.json").write_text(text(vector), encoding="utf-8")
    for path in FOLDER.glob("*.json"):
        if path.stem not in names:
            path.unlink()


if __name__ == "__main__":
    main()
