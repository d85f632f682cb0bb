"""The private half of a seat, where it chooses by chance."""

from __future__ import annotations

import pytest

from belote_net.table.messages import Cut
from belote_protocol.codec import decode
from tests.four_seats import FourSeats


@pytest.mark.usefixtures("toy")
def test_cuts_differ() -> None:
    lifted = set()
    for seed in range(8):
        four = FourSeats(seed=seed)
        signed = four.answer(four.play_until(Cut.kind))
        lifted.add(decode(Cut, signed.entry.body).lifted)
    assert len(lifted) > 4
