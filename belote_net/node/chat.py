"""Chat lines: signed by who says them, passed on by everybody, each shown once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from belote_net.node.events import Said, Tell
from belote_net.node.frames import TOKEN_BYTES, Say
from belote_net.node.text import clean_say
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import Identity, PublicIdentity

MAX_REMEMBERED = 512
"""How many lines are recognised when they come again by another way."""

_PREFIX = b"belote-net/v1/say\x00"


class Chat:
    """The chat of one room."""

    def __init__(
        self,
        identity: Identity,
        room: bytes,
        random_bytes: Callable[[int], bytes],
        tell: Tell,
        pass_on: Callable[[Say, PublicIdentity | None], None],
    ) -> None:
        """The chat of `room`, in which we are `identity`.

        Args:
            identity: signs our lines.
            room: 16 bytes.
            random_bytes: n fresh random bytes.
            tell: takes events.
            pass_on: sends a line to all links but the one it came from.
        """
        self._identity = identity
        self._room = room
        self._random_bytes = random_bytes
        self._tell = tell
        self._pass_on = pass_on
        self._seen: OrderedDict[bytes, None] = OrderedDict()

    def say(self, text: str) -> None:
        """Say something to everybody; nothing if no visible character is left of it."""
        cleaned = clean_say(text)
        if not cleaned:
            return
        number = self._random_bytes(TOKEN_BYTES)
        author = self._identity.public
        signature = self._identity.sign(self._signed(author, number, cleaned))
        self._note(number)
        self._tell(Said(author, cleaned))
        self._pass_on(Say(author, number, cleaned, signature), None)

    def hear(self, frame: Say, source: PublicIdentity, *, is_known: bool) -> None:
        """Take a line from the link to `source`.

        Args:
            frame: the line.
            source: who brought it, not always who says it.
            is_known: whether its author belongs to the room.

        Raises:
            InvalidEncoding: its author did not sign it.
        """
        if frame.number in self._seen or not is_known:
            return
        try:
            frame.author.verify(
                frame.signature, self._signed(frame.author, frame.number, frame.text)
            )
        except InvalidProof:
            raise InvalidEncoding("a chat line signed by its author expected") from None
        self._note(frame.number)
        self._tell(Said(frame.author, clean_say(frame.text)))
        self._pass_on(frame, source)

    def _signed(self, author: PublicIdentity, number: bytes, text: str) -> bytes:
        return _PREFIX + self._room + bytes(author) + number + text.encode()

    def _note(self, number: bytes) -> None:
        self._seen[number] = None
        if len(self._seen) > MAX_REMEMBERED:
            self._seen.popitem(last=False)
