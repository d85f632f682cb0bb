"""Every error as one clear sentence in the reader's language, with the exit code that fits."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from belote_cli.exit_codes import ExitCode
from belote_cli.templates import fields_in
from belote_cli.words import Words, capital, msg

if TYPE_CHECKING:
    from belote_net.notation.errors import WrittenGameRefused


class CommandFailed(Exception):
    """A command that cannot be done; the text is in the reader's language already."""

    def __init__(self, text: str, code: ExitCode) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


class UnknownFailure(Exception):
    """An error that this module has no words for: a fault of the program, not of its user."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What to print, and how to end."""

    text: str
    code: ExitCode


_SYSTEM_ERRORS: Final[Mapping[int, str]] = {
    errno.ENOENT: msg("there is no such file"),
    errno.EACCES: msg("access is not allowed"),
    errno.EPERM: msg("access is not allowed"),
    errno.EROFS: msg("the disk is read-only"),
    errno.ENOSPC: msg("the disk is full"),
    errno.EDQUOT: msg("the disk is full"),
    errno.EISDIR: msg("this is a folder"),
    errno.ENOTDIR: msg("a part of its path is no folder"),
    errno.ECONNREFUSED: msg("nobody answers there"),
    errno.EHOSTUNREACH: msg("this machine cannot be reached"),
    errno.ENETUNREACH: msg("this network cannot be reached"),
    errno.ETIMEDOUT: msg("no answer came in time"),
    errno.EADDRINUSE: msg("another program uses this port"),
}


def known_errors() -> tuple[type[BaseException], ...]:
    """What may end a command; called only when something has been raised."""
    from belote_net.errors import BeloteError
    from belote_protocol.errors import ProtocolError

    return (
        CommandFailed,
        KeyboardInterrupt,
        OSError,
        BeloteError,
        ProtocolError,
        BaseExceptionGroup,
    )


def explain(error: BaseException, words: Words) -> Failure:
    """The sentence and the exit code for an error, or for the first known one of a group.

    Raises:
        UnknownFailure: no words are known for it; its cause is `error`.
    """
    for leaf in leaves(error):
        failure = _explain_one(leaf, words)
        if failure is not None:
            return failure
    raise UnknownFailure from error


def leaves(error: BaseException) -> list[BaseException]:
    """The errors of a group, of the groups in it too; an error that is none is its own leaf."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for part in error.exceptions for leaf in leaves(part)]
    return [error]


def _explain_one(error: BaseException, words: Words) -> Failure | None:
    if isinstance(error, CommandFailed):
        return Failure(error.text, error.code)
    if isinstance(error, KeyboardInterrupt):
        return Failure(words.text("Interrupted."), ExitCode.UNFINISHED)
    from belote_net.errors import NodeError, OptionError, RuleError
    from belote_net.notation.errors import WrittenGameRefused
    from belote_protocol.errors import ProtocolError

    if isinstance(error, WrittenGameRefused):
        return Failure(_written_game_refused(error, words), ExitCode.REFUSED)
    if isinstance(error, NodeError):
        return Failure(_node_error(error, words), ExitCode.ENVIRONMENT)
    if isinstance(error, ProtocolError):
        return _protocol_error(error, words)
    if isinstance(error, OptionError):
        from belote_cli.rule_words import contradiction_words

        reason = contradiction_words(error, words)
        text = words.text("The rules are not well given: {reason}.", reason=reason)
        return Failure(text, ExitCode.USAGE)
    if isinstance(error, RuleError):
        text = words.text("Against the rules: {reason}.", reason=_reason(error, words))
        return Failure(text, ExitCode.REFUSED)
    if isinstance(error, OSError):
        text = words.text("{reason}.", reason=system_error(error, words))
        return Failure(text, ExitCode.ENVIRONMENT)
    return None


def _written_game_refused(error: WrittenGameRefused, words: Words) -> str:
    """The first line that is wrong, and why."""
    from belote_cli.written.reasons import written_reason

    reason = written_reason(error.reason, words)
    return words.text("Line {line}: {reason}.", line=error.line, reason=reason)


def system_error(error: OSError, words: Words) -> str:
    """An error of the system in the reader's language, after the file if there is one."""
    message = _SYSTEM_ERRORS.get(error.errno or 0)
    reason = words.text(message) if message else str(error.strerror or error)
    if error.filename is None:
        return capital(reason)
    return words.text("{path}: {reason}", path=error.filename, reason=reason)


def _protocol_error(error: Exception, words: Words) -> Failure | None:
    from belote_protocol.backend import GroupUnsound

    # First of all: what follows imports the group, which would fail in the same way again.
    if isinstance(error, GroupUnsound):
        text = words.text(
            "The cryptographic library of this machine cannot be trusted ({detail}).", detail=error
        )
        return Failure(text, ExitCode.ENVIRONMENT)
    from belote_net.table.opening import UnknownVersion
    from belote_protocol.errors import RejectedEntry

    if isinstance(error, UnknownVersion):
        text = words.text("This game needs another version of belote-net ({detail}).", detail=error)
        return Failure(text, ExitCode.ENVIRONMENT)
    if isinstance(error, RejectedEntry):
        text = words.text("An entry is refused: {reason}.", reason=_reason(error, words))
        return Failure(text, ExitCode.REFUSED)
    text = words.text("Something is refused: {reason}.", reason=_reason(error, words))
    return Failure(text, ExitCode.REFUSED)


def _reason(error: Exception, words: Words) -> str:
    """What a refusal says, in the reader's language where it is known."""
    from belote_cli.card_text import CardText
    from belote_cli.pen import Pen
    from belote_cli.reason_words import reason_text

    return reason_text(str(error), Pen(words, CardText(words.language)))


def _node_error(error: Exception, words: Words) -> str:
    """The words for an error of the node; its own English ones where there are none."""
    from belote_net.node import errors

    sentences: dict[type[Exception], Callable[[Any, Words], str]] = {
        errors.StorageFailed: _storage_failed,
        errors.LogCorrupt: _log_corrupt,
        errors.BadCode: _bad_code,
        errors.CodeRefused: _code_refused,
        errors.PeerRefused: _peer_refused,
        errors.TableNotFound: _table_not_found,
    }
    for kind in type(error).__mro__:
        if kind in sentences:
            return sentences[kind](error, words)
        message = _FIXED.get(kind.__name__)
        if message is not None:
            return words.text(message)
    return words.text("{reason}.", reason=capital(str(error)))


_FIXED: Final[Mapping[str, str]] = {
    "SecretForgotten": msg("A secret of this game was destroyed: the game cannot go on here."),
    "ProfileInUse": msg(
        "This player is in another window already: play here as another one, with --as NAME."
    ),
    "GameInUse": msg("This game is open in another window."),
    "BadAddress": msg("An address is written HOST:PORT, for instance 192.168.1.12:22032."),
    "PortInUse": msg("Another program uses this port: choose another one with --port."),
    "LobbyError": msg("This cannot be done now."),
    "BadPassphrase": msg("The passphrase is wrong, or the file was changed."),
    "BadIdentityFile": msg("This is not such a file of belote-net, or it was changed."),
    "PeerLost": msg("The connection is lost."),
    "HandshakeFailed": msg("The other machine did not prove who it is."),
}
"""By class name: errors that need no detail."""


def _storage_failed(error: Exception, words: Words) -> str:
    cause = error.__cause__
    if isinstance(cause, OSError):
        reason = system_error(cause, words)
        if cause.filename is None:
            return words.text("{reason}. What was written before is safe.", reason=reason)
        return words.text("{reason}.", reason=reason)
    return _in_words(error, _STORAGE, words) or words.text(
        "The file cannot be used ({detail}).", detail=error
    )


_STORAGE: Final = (
    msg("{path} exists already"),
    msg("{path} is larger than {number} bytes"),
    msg("cannot write {path}: an earlier write failed"),
    msg("a profile name of letters, digits, - and _ expected, at most 32, got {name}"),
    msg("a name needs at least one visible character"),
)
_CORRUPT: Final = (
    msg("log format {ours} expected, got {theirs}: another version of belote-net wrote it"),
    msg("{path} is no key: {number} bytes expected"),
    msg("line {line} of the known players is damaged"),
)
"""What the node says of files, where the class of the error does not tell enough."""


def _in_words(error: Exception, templates: Sequence[str], words: Words) -> str | None:
    """What an error says, if it is one of these sentences, as a sentence of the reader's."""
    for template in templates:
        fields = fields_in(str(error), template)
        if fields is not None:
            return words.text("{reason}.", reason=capital(words.text(template, **fields)))
    return None


def _log_corrupt(error: Any, words: Words) -> str:  # noqa: ANN401 - one class, imported lazily
    known = _in_words(error, _CORRUPT, words)
    if known is not None:
        return known
    if error.record == 0:
        return words.text(
            "This file is not a game of belote-net, or its beginning is damaged. "
            "A game as text, which nobody has signed, is for replay and export."
        )
    return words.text("The file is damaged at record {record}.", record=error.record)


def _bad_code(error: Any, words: Words) -> str:  # noqa: ANN401 - one class, imported lazily
    if error.suggestion is not None:
        return words.text(
            "This code has a word that no code has: did you mean {code}?", code=error.suggestion
        )
    return words.text("A code is a digit and two words, for instance 7-trefle-capot.")


def _code_refused(error: Any, words: Words) -> str:  # noqa: ANN401 - one class, imported lazily
    if error.attempts_left is None:
        return words.text(
            "The code is wrong, or another player has used it: it changes with each. "
            "Read it again on the host's screen."
        )
    return words.count(
        "Somebody typed a wrong code: {number} try is left.",
        "Somebody typed a wrong code: {number} tries are left.",
        error.attempts_left,
    )


_REFUSALS: Final[Mapping[str, str]] = {
    "version": msg("The other machine has another version of belote-net."),
    "code": msg(
        "The code is wrong, or another player has used it: it changes with each. "
        "Read it again on the host's screen."
    ),
    "locked": msg("Too many wrong codes: the host must show a new one."),
    "no-code": msg("This machine takes nobody in: only the host does."),
    "unknown": msg("You are not a player of this game."),
    "room": msg("This table is not there any more."),
    "twice": msg("You sit at this table already: play here as another one, with --as NAME."),
    "linked": msg("You are connected to this machine already."),
    "full": msg("Every seat at this table is taken."),
    "closed": msg("The host does not let anybody watch this table."),
    "crowded": msg("Eight watch this table already: no more can."),
    "proof": msg("The other machine did not prove who it is."),
}
"""By the value of `Refusal`."""


_NOWHERE: Final[Mapping[str, str]] = {
    "nobody listens at {address}": msg(
        "No table was found. Nobody listens at {address}: "
        "is that still the address that the host's screen shows?"
    ),
    "no machine is called {host}": msg(
        "No table was found. There is no machine {host} on this network: "
        "type the address as the host's screen shows it."
    ),
    "{address} does not answer: is a firewall in the way?": msg(
        "No table was found. {address} does not answer: a firewall of the host's machine may be "
        "in the way, or that machine is on another network."
    ),
}
"""What the node says of an address that was called."""


def _table_not_found(error: Exception, words: Words) -> str:
    for template, sentence in _NOWHERE.items():
        fields = fields_in(str(error), template)
        if fields is not None:
            return words.text(sentence, **fields)
    return words.text(
        "No table was found. Ask the host for the address that his screen shows, "
        "and type: belote-net join HOST:PORT"
    )


def _peer_refused(error: Any, words: Words) -> str:  # noqa: ANN401 - one class, imported lazily
    return words.text(_REFUSALS[error.reason.value])
