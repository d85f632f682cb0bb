"""Keep the translations: find the messages of the program, update the `.po`, compile the `.mo`.

Run `python -m tests.cli.catalogues` after changing a message, fill in what is empty in
`fr.po`, and run it again.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import babel.messages.catalog
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from belote_cli.words import DOMAIN, LOCALE_FOLDER, Language

PACKAGE = LOCALE_FOLDER.parent
MARKERS = {"msg": 1, "text": 1, "tell": 1, "ask": 1, "usage_error": 1, "count": 2}
"""By name of the function: how many of its first arguments are messages."""

NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""A date that never changes: files change only with their messages."""

Message = str | tuple[str, str]
"""A message, or its singular and plural."""


def messages() -> dict[Message, list[str]]:
    """Every message of the program, with the modules that use it."""
    found: dict[Message, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        for message in _messages_in(ast.parse(path.read_text(encoding="utf-8"))):
            places = found.setdefault(message, [])
            if place not in places:
                places.append(place)
    return found


def _messages_in(tree: ast.Module) -> Iterator[Message]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else None
        name = node.func.id if isinstance(node.func, ast.Name) else name
        size = MARKERS.get(name or "")
        if size is None or len(node.args) < size:
            continue
        texts = [
            argument.value
            for argument in node.args[:size]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if len(texts) == size:
            yield texts[0] if size == 1 else (texts[0], texts[1])


def forms(item: babel.messages.catalog.Message) -> list[str]:
    """The translation of a message, in all its plural forms."""
    if isinstance(item.string, str):
        return [item.string]
    return list(item.string or ())


def po_path(language: Language) -> Path:
    """The text of a catalogue."""
    return LOCALE_FOLDER / language.value / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_path(language: Language) -> Path:
    """The compiled catalogue that the program reads."""
    return po_path(language).with_suffix(".mo")


def read_catalogue(language: Language) -> Catalog:
    """A catalogue as it is on the disk."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language.value, domain=DOMAIN)


def compiled(language: Language) -> bytes:
    """What the `.mo` has to be."""
    buffer = io.BytesIO()
    write_mo(buffer, read_catalogue(language))
    return buffer.getvalue()


def update(language: Language) -> list[Message]:
    """Write both files of a language; returns the messages that nobody has translated yet."""
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    old = read_catalogue(language) if path.exists() else Catalog(locale=language.value)
    new = Catalog(
        locale=language.value,
        domain=DOMAIN,
        fuzzy=False,
        header_comment="# belote-net",
        creation_date=NO_DATE,
        revision_date=NO_DATE,
    )
    missing = []
    for message, places in sorted(messages().items(), key=str):
        before = old.get(message if isinstance(message, str) else message[0])
        translated = tuple(forms(before)) if before is not None else ()
        if language is Language.ENGLISH:
            translated = (message,) if isinstance(message, str) else message
        if not translated or not all(translated[:2]):
            missing.append(message)
        string = "".join(translated) if isinstance(message, str) else _padded(translated, new)
        new.add(message, string, locations=[(place, 0) for place in places])
    with path.open("wb") as file:
        write_po(file, new, include_lineno=False, width=96)
    mo_path(language).write_bytes(compiled(language))
    return missing


def _padded(translated: tuple[str, ...], catalogue: Catalog) -> tuple[str, ...]:
    """As many plural forms as the language has; French has a third, for millions."""
    filled = tuple(form for form in translated if form)
    return (*filled, *filled[-1:] * (catalogue.num_plurals - len(filled)))


def main() -> None:
    """Update all languages, and list what is to be translated."""
    for language in Language:
        for message in update(language):
            print(f"{language.value}: {message!r} is not translated")


if __name__ == "__main__":
    main()
