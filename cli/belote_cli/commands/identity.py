"""`belote-net identity`: who you are to the others."""

from __future__ import annotations

import secrets

from belote_cli.exit_codes import ExitCode
from belote_cli.invocation import Invocation
from belote_net.node.codes import fingerprint_words
from belote_net.node.profile import Profile


def run(invocation: Invocation) -> ExitCode:
    """Print name, fingerprint words, key and folder; the key is made at the first call."""
    profile = Profile(invocation.profiles_root, invocation.profile_name, secrets.token_bytes)
    try:
        name = profile.name or invocation.text("(none yet)")
        public = profile.identity.public
        words = " ".join(fingerprint_words(public.fingerprint()))
        invocation.console.lines(
            (
                invocation.text("Name: {name}", name=name),
                invocation.text("Your four words: {words}", words=words),
                invocation.text("Key: {key}", key=bytes(public).hex()),
                invocation.text("Folder: {folder}", folder=profile.folder),
                invocation.text("The others see the same four words beside your name."),
            )
        )
    finally:
        profile.close()
    return ExitCode.FINE
