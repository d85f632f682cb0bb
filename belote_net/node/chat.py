"""Chat lines: signed by who says them, passed on by everybody, each shown once.

Every author numbers the own lines, upwards, and a line counts only if its number is beyond the last
one heard of its author. So nobody can bring an old line again, or take a number away from another.
Numbers are times of day, so that they go on rising when a node is restarted.
"""

from __future__ import annotations

from collections.abc import Callable

from belote_net.node.events import Said, Tell
from belote_net.node.frames import Say
from belote_net.node.text import clean_say
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import Identity, PublicIdentity
from belote_protocol.version import PROTOCOL_LABEL

MAX_AUTHORS = 64
"""How many authors are told apart in one room; nobody is forgotten, others are not heard."""

_NUMBER_BYTES = 8
_PREFIX = f"{PROTOCOL_LABEL}/say\x00".encode()


class Chat:
    """The chat of one room."""

    def __init__(
        self,
        identity: Identity,
        room: bytes,
        now_ms: Callable[[], int],
        tell: Tell,
        pass_on: Callable[[Say, PublicIdentity | None], None],
    ) -> None:
        """The chat of `room`, in which we are `identity`.

        Args:
            identity: signs our lines.
            room: 16 bytes.
            now_ms: milliseconds since 1970.
            tell: takes events.
            pass_on: sends a line to all links but the one it came from.
        """
        self._identity = identity
        self._room = room
        self._now_ms = now_ms
        self._tell = tell
        self._pass_on = pass_on
        self._last: dict[PublicIdentity, int] = {}

    def say(self, text: str) -> None:
        """Say something to everybody; nothing if no visible character is left of it."""
        cleaned = clean_say(text)
        if not cleaned:
            return
        author = self._identity.public
        number = max(self._now_ms(), self._last.get(author, 0) + 1)
        signature = self._identity.sign(self._signed(author, number, cleaned))
        self._last[author] = number
        self._tell(Said(author, cleaned))
        self._pass_on(Say(author, number, cleaned, signature), None)

    def hear(self, frame: Say, source: PublicIdentity, *, is_known: bool) -> None:
        """Take a line from the link to `source`; one that is not new is ignored.

        Args:
            frame: the line.
            source: who brought it, not always who says it.
            is_known: whether its author belongs to the room.

        Raises:
            InvalidEncoding: its author did not sign it.
        """
        if not is_known or not self._is_new(frame):
            return
        try:
            frame.author.verify(
                frame.signature, self._signed(frame.author, frame.number, frame.text)
            )
        except InvalidProof:
            raise InvalidEncoding("a chat line signed by its author expected") from None
        self._last[frame.author] = frame.number
        if cleaned := clean_say(frame.text):
            self._tell(Said(frame.author, cleaned))
            self._pass_on(frame, source)

    def _is_new(self, frame: Say) -> bool:
        # Whatever comes back of our own lines is old, even if this process did not say it.
        if frame.author == self._identity.public:
            return False
        is_heard = frame.author in self._last or len(self._last) < MAX_AUTHORS
        return is_heard and frame.number > self._last.get(frame.author, -1)

    def _signed(self, author: PublicIdentity, number: int, text: str) -> bytes:
        said = bytes(author) + number.to_bytes(_NUMBER_BYTES, "big") + text.encode()
        return _PREFIX + self._room + said
