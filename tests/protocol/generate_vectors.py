"""Write the test vectors for other implementations: `python -m tests.protocol.generate_vectors`.

One JSON file per case in `protocol/vectors`, named by what it tests. `expect` is "success" or the
layer that must refuse: "encoding" (the bytes are no value), "proof" (the values do not hold) or
"chain" (the entry is not the one that is due).
Byte strings are hexadecimal, numbers are numbers, `wire` values are msgpack as they are sent, and
`context` is absorbed under the label "context" into a fresh transcript before anything else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.protocol import (
    vectors_of_escrow,
    vectors_of_plays,
    vectors_of_proofs,
    vectors_of_values,
)

Vector = dict[str, object]
Named = Iterator[tuple[str, Vector]]

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"

GROUPS: dict[str, Callable[[], Named]] = {
    "constants": vectors_of_values.constants,
    "encodings": vectors_of_values.encodings,
    "transcripts": vectors_of_values.transcripts,
    "seeds": vectors_of_values.seeds,
    "commitments": vectors_of_values.commitments,
    "keys": vectors_of_values.keys,
    "wire": vectors_of_values.wire,
    "knowledge": vectors_of_proofs.knowledge,
    "shares": vectors_of_proofs.shares,
    "shuffles": vectors_of_proofs.shuffles,
    "deck": vectors_of_proofs.deck,
    "receiving keys": vectors_of_escrow.receiving_keys,
    "escrows": vectors_of_escrow.escrows,
    "partials": vectors_of_escrow.partials,
    "deck chains": vectors_of_escrow.deck_chains,
    "plays": vectors_of_plays.plays,
    "refused proofs": vectors_of_plays.refused_proofs,
    "refused plays": vectors_of_plays.refused_plays,
}


def text(vector: Vector) -> str:
    """The file's content."""
    return json.dumps(vector, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every vector; files of cases that are no more are removed."""
    FOLDER.mkdir(exist_ok=True)
    written = set()
    for group in GROUPS.values():
        for name, vector in group():
            path = FOLDER / f"{name}.json"
            if path in written:
                raise ValueError(f"two vectors are named {name}")
            path.write_text(text(vector), encoding="utf-8")
            written.add(path)
    for path in FOLDER.glob("*.json"):
        if path not in written:
            path.unlink()


if __name__ == "__main__":
    main()
