"""Links that a test can cut, as a cable that is pulled would, while every node lives on."""

from __future__ import annotations

import trio

from belote_net.node.errors import TableNotFound
from belote_net.node.transport import Address, Dial, Stream, dial
from tests.node.tables import Four, Player, wait_for


class Cables:
    """All TCP streams between four nodes on loopback.

    Attributes:
        pulled: whose machine is on no network at this moment.
    """

    def __init__(self, four: Four) -> None:
        """Lay cables; before any of the four has a node."""
        self.pulled: Player | None = None
        self._four = four
        self._streams: list[tuple[Player, Address, Stream]] = []
        for player in four.players:
            player.dial = self._dial_of(player)

    async def cut(self, player: Player) -> None:
        """Break all links of this player, and wait until all four have noticed; none come back."""
        self.pulled = player
        ends = {str(address) for address in player.live.addresses}
        for caller, address, stream in self._streams:
            if caller is player or str(address) in ends:
                await trio.aclose_forcefully(stream)
        me, others = player.live.identity, [one for one in self._four.players if one is not player]
        await wait_for(lambda: not player.live.linked)
        await wait_for(lambda: not any(me in one.live.linked for one in others if one.node))

    async def mend(self) -> None:
        """Put the cable in again, and wait until all are linked."""
        self.pulled = None
        await wait_for(lambda: all(len(one.live.linked) == 3 for one in self._four.players))

    def _dial_of(self, player: Player) -> Dial:
        async def call(address: Address) -> Stream:
            pulled = self.pulled
            if pulled is player or (pulled and pulled.node and address in pulled.live.addresses):
                raise TableNotFound(f"{address} does not answer")
            stream = await dial(address)
            self._streams.append((player, address, stream))
            return stream

        return call
