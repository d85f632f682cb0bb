"""`belote-net identity`: who you are to the others, and who they are to you."""

from __future__ import annotations

import getpass
import secrets
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed
from belote_cli.game_list import Progress, list_games
from belote_cli.invocation import Invocation
from belote_cli.words import msg
from belote_net.node import durable
from belote_net.node.codes import fingerprint_words
from belote_net.node.identity_file import (
    MAX_FILE_BYTES,
    MIN_PASSPHRASE_CHARACTERS,
    open_identity,
    read_rotation,
    seal_identity,
)
from belote_net.node.profile import Acquaintance, Profile, has_key
from belote_protocol.identity import PublicIdentity


def run(invocation: Invocation) -> ExitCode:
    """Show it, or do what the action says."""
    return _ACTIONS[invocation.arguments.action](invocation)


def _show(invocation: Invocation) -> ExitCode:
    """Name, fingerprint words, key and folder; the key is made at the first call."""
    with closing(_profile(invocation)) as profile:
        public = profile.identity.public
        invocation.console.lines(
            (
                invocation.text("Name: {name}", name=profile.name or invocation.text("(none yet)")),
                invocation.text("Your four words: {words}", words=_words(public)),
                invocation.text("Key: {key}", key=bytes(public).hex()),
                invocation.text("Folder: {folder}", folder=profile.folder),
                invocation.text("The others see the same four words beside your name."),
            )
        )
    return ExitCode.FINE


def _known(invocation: Invocation) -> ExitCode:
    """The players met so far; one is forgotten, or known by a new key, if asked."""
    arguments = invocation.arguments
    with closing(_profile(invocation)) as profile:
        if arguments.forget is not None:
            for known in _named(profile, arguments.forget, invocation):
                profile.forget(known.identity)
        if arguments.accept is not None:
            rotation = read_rotation(_read(Path(arguments.accept)))
            if not profile.accept(rotation):
                raise invocation.usage_error("This is the new key of nobody that you have met.")
        if not profile.known:
            invocation.console.line(invocation.text("You have met nobody yet."))
        for known in profile.known:
            invocation.console.line(
                invocation.text(
                    "{name}, since {date}: {words}",
                    name=known.name,
                    date=known.first_seen.isoformat(),
                    words=_words(known.identity),
                )
            )
    return ExitCode.FINE


def _export(invocation: Invocation) -> ExitCode:
    """Write the key and the name to a file that a passphrase opens."""
    path = _file(invocation)
    if path.exists():
        raise invocation.usage_error("{path} exists already.", path=path)
    with closing(_profile(invocation)) as profile:
        passphrase = _ask(invocation, msg("A passphrase for this file: "))
        if len(passphrase) < MIN_PASSPHRASE_CHARACTERS:
            raise invocation.usage_error(
                "A passphrase of at least {number} characters, please: whoever finds the file "
                "can try as many as he likes.",
                number=MIN_PASSPHRASE_CHARACTERS,
            )
        if _ask(invocation, msg("The same again: ")) != passphrase:
            raise invocation.usage_error("The two are not the same.")
        data = seal_identity(profile.identity, profile.name or "", passphrase, secrets.token_bytes)
        durable.write_whole(path, data, mode=durable.PRIVATE_MODE)
    invocation.console.line(
        invocation.text("Written to {path}. Whoever has it and the passphrase is you.", path=path)
    )
    return ExitCode.FINE


def _import(invocation: Invocation) -> ExitCode:
    """Be who is in the file, in a profile that is nobody yet."""
    root, name = invocation.profiles_root, invocation.profile_name
    if has_key(root, name):
        raise invocation.usage_error(
            "This profile has a key, which is not overwritten: import with --as NAME."
        )
    data = _read(_file(invocation))
    identity, shown = open_identity(data, _ask(invocation, msg("The passphrase of this file: ")))
    with closing(Profile(root, name, secrets.token_bytes)) as profile:
        profile.take_identity(identity)
        if shown:
            profile.rename(shown)
    return _show(invocation)


def _rotate(invocation: Invocation) -> ExitCode:
    """Take a new key; whoever knew the old one can be told, and can check it."""
    games = list_games(invocation.games_folder, invocation.console.words)
    open_games = [game for game in games if game.progress is Progress.UNFINISHED]
    if open_games and not invocation.arguments.force:
        raise invocation.usage_error(
            "A game is not finished, and only the old key can play on: finish it first, or give "
            "it up with --force."
        )
    with closing(_profile(invocation)) as profile:
        statement = profile.rotate(secrets.token_bytes, _today())
    invocation.console.line(
        invocation.text(
            "You have a new key. Give your friends {path}; they type: "
            "belote-net identity known --accept FILE",
            path=statement,
        )
    )
    return _show(invocation)


_ACTIONS: Final[dict[str, Callable[[Invocation], ExitCode]]] = {
    "show": _show,
    "known": _known,
    "export": _export,
    "import": _import,
    "rotate": _rotate,
}


def _profile(invocation: Invocation) -> Profile:
    return Profile(invocation.profiles_root, invocation.profile_name, secrets.token_bytes)


def _named(profile: Profile, text: str, invocation: Invocation) -> list[Acquaintance]:
    """The players with this name, or whose key begins so."""
    found = [
        known
        for known in profile.known
        if known.name == text or (len(text) >= 8 and bytes(known.identity).hex().startswith(text))
    ]
    if not found:
        raise invocation.usage_error("You have met nobody called {name}.", name=text)
    return found


def _file(invocation: Invocation) -> Path:
    given: str | None = invocation.arguments.file
    if given is None:
        raise invocation.usage_error("Name the file, too.")
    return Path(given)


def _read(path: Path) -> bytes:
    return durable.read_whole(path, limit_bytes=MAX_FILE_BYTES)


def _ask(invocation: Invocation, question: str) -> str:
    """A passphrase, typed without echo: never an argument, which every process could read."""
    try:
        return getpass.getpass(invocation.text(question))
    except EOFError:
        raise CommandFailed(invocation.text("Interrupted."), ExitCode.UNFINISHED) from None


def _words(identity: PublicIdentity) -> str:
    return " ".join(fingerprint_words(identity.fingerprint()))


def _today() -> date:
    return datetime.now(UTC).date()
