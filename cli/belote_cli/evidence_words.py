"""What a small file of evidence proves, in words and as JSON (docs/verify.md)."""

from __future__ import annotations

from belote_cli.audit_words import short_name
from belote_cli.entry_words import claim_line, printable
from belote_cli.pen import Pen
from belote_cli.reason_words import reason_lines
from belote_net.node.codes import fingerprint_words
from belote_net.table.double_signature import DoubleSignature
from belote_protocol.errors import InvalidProof


def proof_lines(proof: DoubleSignature, pen: Pen) -> tuple[str, ...]:
    """Who is proven to have signed twice, where, and what each of the two says."""
    name = proof.member.name
    words = " ".join(fingerprint_words(proof.member.identity.fingerprint()))
    lines = [
        pen.text("Game {game}", game=short_name(proof.game)),
        pen.text("Player {name}: {words}", name=name, words=words),
        pen.bold(
            pen.text("It is evidence: {name} signed two different entries in one place.", name=name)
        ),
    ]
    for signed in (proof.one, proof.other):
        entry = signed.entry
        lines.append(
            pen.text(
                "Entry {head}: chain {chain}, place {place}, kind {kind}.",
                head=short_name(signed.head),
                chain=printable(entry.chain),
                place=entry.seq,
                kind=printable(entry.kind),
            )
        )
        claim = claim_line(entry, pen)
        lines += [f"  {claim}"] if claim is not None else []
    return tuple(lines)


def no_proof_lines(why: InvalidProof, pen: Pen) -> tuple[str, ...]:
    """That a file proves nothing, and what it lacks."""
    text = pen.text("This evidence proves nothing against anybody.")
    return (pen.bold(text), *reason_lines(str(why), pen))


def proof_json(proof: DoubleSignature) -> dict[str, object]:
    """What is proven, for scripts."""
    identity = proof.member.identity
    return {
        "verdict": "proof",
        "reason": None,
        "game": proof.game.hex(),
        "culprit": proof.seat,
        "name": proof.member.name,
        "identity": bytes(identity).hex(),
        "words": list(fingerprint_words(identity.fingerprint())),
        "chain": proof.one.entry.chain,
        "place": proof.one.entry.seq,
        "entries": [proof.one.head.hex(), proof.other.head.hex()],
    }
