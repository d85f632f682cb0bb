"""Reading a page again, as strictly as a browser would not."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from belote_cli.game_files import FileAudit
from belote_cli.report import report_page
from belote_cli.report.markup import VOID_TAGS
from belote_cli.words import Language, Words
from belote_net.table.audit import audit_log
from belote_net.table.statements import statements_of
from belote_protocol.entry import SignedEntry

BEGAN_MS = 1_790_000_000_000
"""When the first entry of a page's game came, by the clock of the machine that kept it."""


@dataclass
class Part:
    """An element: what it is called, its attributes, and what it holds in order."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    inside: list[Part | str] = field(default_factory=list)

    def all(self, tag: str) -> list[Part]:
        """Every element of that name, in the order in which they begin."""
        found = [self] if self.tag == tag else []
        for part in self.inside:
            found += part.all(tag) if isinstance(part, Part) else []
        return found

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(one if isinstance(one, str) else one.text for one in self.inside)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Part("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"{tag} has an attribute twice"
        part = Part(tag, dict(attrs))
        self.open[-1].inside.append(part)
        if tag != "meta":
            self.open.append(part)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID_TAGS, f"{tag} is closed at once"
        self.open[-1].inside.append(Part(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, f"{tag} closes something else"

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read_page(text: str) -> Part:
    """The elements of a page; fails if one is not closed, or in another one's place."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    (root,) = reader.open
    return root


def page_of(
    entries: tuple[SignedEntry, ...], language: Language = Language.ENGLISH
) -> tuple[str, Part]:
    """The page of a log, as text and as its elements."""
    audit = audit_log(entries)
    assert audit.table is not None
    found = FileAudit(audit, 0, statements_of(audit.table, ()), None, BEGAN_MS)
    text = report_page(found, Words(language))
    return text, read_page(text)
