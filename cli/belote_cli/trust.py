"""Whether the players of a log are those whom its reader knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from belote_cli.pen import Pen
from belote_net.node.profile import Acquaintance, Meeting, own_key, read_known
from belote_net.table.messages import Member, MemberKind
from belote_protocol.identity import PublicIdentity

_KNOWN_FILE = "known"


@dataclass(frozen=True, slots=True)
class Trust:
    """Whom a reader has met.

    Attributes:
        me: his own key, if he has one here.
    """

    known: Sequence[Acquaintance]
    me: PublicIdentity | None = None

    def meeting(self, member: Member) -> tuple[Meeting, Acquaintance | None]:
        """What the key of a player tells, and who was met before under that key or that name."""
        for one in self.known:
            if one.identity == member.identity:
                return Meeting.KNOWN, one
        for one in self.known:
            if one.name == member.name:
                return Meeting.NAME_OF_ANOTHER, one
        return Meeting.FIRST, None

    def is_deceived(self, members: Sequence[Member]) -> bool:
        """Whether one of these has the name of an acquaintance, and another key."""
        return any(
            self.is_judged(member) and self.meeting(member)[0] is Meeting.NAME_OF_ANOTHER
            for member in members
        )

    def is_judged(self, member: Member) -> bool:
        """Whether there is anything to say: not of the reader, nor of bots, whose keys are new."""
        return member.kind is MemberKind.PERSON and member.identity != self.me


def trust_in(path: Path) -> Trust:
    """Those of a file of acquaintances, as a profile keeps one.

    Raises:
        StorageFailed, LogCorrupt: it cannot be read.
    """
    return Trust(read_known(path))


def own_trust(folder: Path) -> Trust | None:
    """Those of the profile in this folder; None if it has met nobody.

    Raises:
        StorageFailed, LogCorrupt: a file of it cannot be read.
    """
    path = folder / _KNOWN_FILE
    return Trust(read_known(path), own_key(folder)) if path.exists() else None


def trust_line(trust: Trust, member: Member, pen: Pen) -> str | None:
    """What is known of a player, if there is anything to say."""
    if member.identity == trust.me:
        return pen.text("  This is you.")
    if not trust.is_judged(member):
        return None
    meeting, known = trust.meeting(member)
    if known is None:
        return pen.text("  New: you have not met this key.")
    date = known.first_seen.isoformat()
    if meeting is Meeting.KNOWN:
        if known.name != member.name:
            return pen.text("  Known since {date}, as {name}.", date=date, name=known.name)
        return pen.text("  Known since {date}.", date=date)
    return pen.bold(
        pen.text(
            "  Warning: the {name} whom you know since {date} has ANOTHER key. "
            "Compare the four words with him.",
            name=known.name,
            date=date,
        )
    )


def trust_json(trust: Trust, member: Member) -> dict[str, object]:
    """The same for scripts."""
    if not trust.is_judged(member):
        return {"trust": None, "known_since": None}
    meeting, known = trust.meeting(member)
    since = known.first_seen.isoformat() if known is not None else None
    return {"trust": meeting.value, "known_since": since}
