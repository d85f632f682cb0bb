"""What the check of an entry establishes, kind by kind (docs/protocol.md §6, §9, §10)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from belote_cli.words import msg

PROVEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "table": msg("players, keys and rules are fixed; the hash of this entry is the game"),
        "agree": msg("a player accepts the first entry by its hash"),
        "coin": msg("a coin is fixed before any other is seen"),
        "flip": msg("the opened coin is the one that was fixed"),
        "cut": msg("the right player cuts, as deep as the rules allow"),
        "deal": msg("the dealer deals a deck that all have shuffled, in a pattern of the rules"),
        "share": msg("each decryption share is made with the secret behind its seat's key"),
        "bid": msg("the auction allows the bid"),
        "gather": msg("the hidden hand is the one that was dealt, shuffled once more"),
        "play": msg("the card was dealt to its player, and the rules allow it"),
        "height": msg("the rules ask for this answer, and allow it"),
        "trump": msg("the rules ask for this answer, and allow it"),
        "show": msg("the declared cards are in the hand"),
        "absence": msg("all others have signed that they go on, or the chain of a deck proves why"),
        "reseat": msg("the seat is free, and the one named may take it"),
        "recover": msg(
            "the seat declines, or opens its part of the hand with the share it was sent"
        ),
        "result": msg("the seat signs the score that follows from all entries"),
        "commit": msg("a secret is fixed before any other is seen"),
        "commit-escrow": msg("a secret is fixed before any other is seen"),
        "key": msg("who publishes the key knows its secret"),
        "key-escrow": msg(
            "who publishes the key knows its secret; the promised shares add up to it"
        ),
        "shuffle": msg("the new deck is the old one, permuted and encrypted again"),
        "complain": msg(
            "a seat says that the share it was sent is false; what is exposed settles it"
        ),
        "expose": msg("the accused opens its secret, which tells all who is at fault"),
        "reveal": msg("the secret is the one that was fixed, and deals this very deck again"),
    }
)
"""By kind of entry; every kind has its signature, its place and its link checked besides."""
