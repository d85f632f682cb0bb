"""What four processes on this machine take: `python -m tests.bench.four_processes`.

One hosts, three join by code over loopback, all play a match by lines. Times are medians; a play is
measured from the moment its author has it on the disk to the moment the last of the others has,
which is all of its way but the making of the proof (`belote-net bench` prints that).
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

import trio

from belote_net.node.storage import read_log
from belote_net.table.messages import Cut, Distribution, Play
from belote_net.table.opening import TABLE_CHAIN
from belote_protocol.deck_state import Commit
from tests.e2e.seats import Seat
from tests.e2e.test_four_processes import NAMES


async def measure(home: Path) -> None:
    seats = [Seat(home, name) for name in NAMES]
    host, *guests = seats
    async with trio.open_nursery() as nursery:
        await host.start(nursery, "host", "--set", "target=400")
        joins = []
        for number, guest in enumerate(guests, start=1):
            code, address = await host.code_and_address(codes=number)
            begun = trio.current_time()
            await guest.start(nursery, "join", code, address)
            await guest.until("Type ready")
            joins.append(trio.current_time() - begun)
            await guest.type("ready")
            await host.until(rf"{guest.name} \(ready\)")
        await host.type("start")
        for seat in seats:
            await seat.until("The game is kept in")
        for seat in seats:
            await seat.leave()
        nursery.cancel_scope.cancel()
    print(f"joining by code, program start included: {statistics.median(joins):.2f} s (bound: 2 s)")
    report(seats)


def report(seats: list[Seat]) -> None:
    """Figures from the arrival times in the four logs, which share this machine's clock."""
    logs = [read_log(seat.log).records for seat in seats]
    arrivals = [{one.signed.head: one.arrival_ms for one in log} for log in logs]
    entries = [one.signed for one in logs[0]]
    first_commit = next(one for one in entries if one.entry.kind == Commit.kind)
    turns = [one for one in entries if one.entry.chain == TABLE_CHAIN]
    cuts = [index for index, one in enumerate(turns) if one.entry.kind == Cut.kind]

    def latest(index: int) -> int:
        return max(known[turns[index].head] for known in arrivals)

    def readable(cut: int) -> int:
        """When the last share before the first bid of a deal was everywhere."""
        deal = next(i for i in range(cut, len(turns)) if turns[i].entry.kind == Distribution.kind)
        return latest(deal + len(seats))

    begun = min(known[first_commit.head] for known in arrivals)
    print(
        f"first deal, first commit to readable hands: {readable(cuts[0]) - begun} ms (bound: 1000)"
    )
    prepared = [readable(cut) - latest(cut) for cut in cuts[1:]]
    print(
        f"a prepared deck, cut to readable hands: {statistics.median(prepared):.0f} ms (bound: 150)"
    )
    plays = [
        latest(index) - arrivals[one.entry.seat][one.head]
        for index, one in enumerate(turns)
        if one.entry.kind == Play.kind
    ]
    print(f"a play, disk of its author to all disks: {statistics.median(plays):.0f} ms (bound: 60)")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        trio.run(measure, Path(home))


if __name__ == "__main__":
    main()
