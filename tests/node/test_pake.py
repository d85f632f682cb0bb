"""A short code makes a strong key; points outside the group are refused before they are used."""

from __future__ import annotations

import pytest

from belote_net.node.pake import PAKE_BYTES, PakeSide, begin, finish
from belote_protocol.backend import NON_CANONICAL, OFF_CURVE, SMALL_ORDER, TORSION_TRANSLATES
from belote_protocol.errors import InvalidEncoding
from tests.node.support import seeded

CODE = "7-trefle-capot"
SIDE_BYTES = {PakeSide.GUEST: b"B", PakeSide.HOST: b"A"}


def test_both_sides_get_one_key_if_and_only_if_the_codes_are_one() -> None:
    guest, host, other = (
        begin(side, code, seeded(seed))
        for seed, (side, code) in enumerate(
            [(PakeSide.GUEST, CODE), (PakeSide.HOST, CODE), (PakeSide.HOST, "1-zebre-zebre")]
        )
    )
    message = guest.message
    key = finish(guest, host.message)
    assert key == finish(host, message)
    assert key != finish(other, message)


@pytest.mark.parametrize("side", PakeSide)
@pytest.mark.parametrize(
    "point",
    [*SMALL_ORDER, *TORSION_TRANSLATES, *NON_CANONICAL, OFF_CURVE],
    ids=lambda point: point.hex()[:4] + "-" + point.hex()[-2:],
)
def test_what_is_no_element_of_the_group_is_refused(side: PakeSide, point: bytes) -> None:
    exchange = begin(side, CODE, seeded("x"))
    with pytest.raises(InvalidEncoding, match="not the encoding of a group element"):
        finish(exchange, SIDE_BYTES[side] + point)


@pytest.mark.parametrize("side", PakeSide)
def test_a_message_of_the_own_side_or_of_another_size_is_refused(side: PakeSide) -> None:
    own = begin(side, CODE, seeded("y")).message
    for message in (own, b"S" + own[1:], own[:-1], own + b"\x00", b""):
        with pytest.raises(InvalidEncoding):
            finish(begin(side, CODE, seeded("z")), message)
    assert len(own) == PAKE_BYTES


@pytest.mark.parametrize("side", PakeSide)
def test_our_own_message_sent_back_is_refused(side: PakeSide) -> None:
    exchange = begin(side, CODE, seeded("y"))
    with pytest.raises(InvalidEncoding):
        finish(exchange, SIDE_BYTES[side] + exchange.message[1:])


def test_no_secret_is_shown() -> None:
    assert CODE not in repr(begin(PakeSide.HOST, CODE, seeded("x")))
