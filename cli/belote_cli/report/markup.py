"""HTML made of values: text is escaped unless this module made it, so that names stay names."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

VOID_TAGS: Final = frozenset(("circle", "line", "meta", "polyline"))
"""Elements without content: those of HTML that we use, and shapes."""

_UNSEEN: Final = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Controls, what turns the direction of writing, halves of characters, ends of lines."""


@dataclass(frozen=True, slots=True)
class Markup:
    """HTML that may stand in a page as it is: made here, or a constant of the program."""

    html: str


Node = Markup | str
"""What an element may hold; a string is text, whatever is in it."""


def element(tag: str, *children: Node, **attributes: str | int) -> Markup:
    """One element. `class_` is written `class`, and `aria_label` `aria-label`.

    >>> element("b", "1 < 2", class_="sum").html
    '<b class="sum">1 &lt; 2</b>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(str(value))}"'
        for name, value in attributes.items()
    )
    if tag in VOID_TAGS and not children:
        return Markup(f"<{tag}{written}>" if tag == "meta" else f"<{tag}{written}/>")
    return Markup(f"<{tag}{written}>{joined(children).html}</{tag}>")


def joined(nodes: Iterable[Node]) -> Markup:
    """Several one after the other."""
    return Markup(
        "".join(node.html if isinstance(node, Markup) else escaped(node) for node in nodes)
    )


def escaped(text: str) -> str:
    """Text as it stands in a page, inside an attribute or outside."""
    return html.escape(
        "".join("\ufffd" if unicodedata.category(char) in _UNSEEN else char for char in text)
    )


def cell(*children: Node, kind: str = "text") -> Markup:
    """One cell of a table; `kind` is its class."""
    return element("td", *children, class_=kind)


def heading(*children: Node, kind: str = "text") -> Markup:
    """The head of a column, of the same kind as what stands below it."""
    return element("th", *children, scope="col", class_=kind)


def grid(head: Iterable[Markup], rows: Iterable[Iterable[Markup]]) -> Markup:
    """A table with one line of heads; wider than a small screen, it scrolls."""
    body = (element("tr", *cells) for cells in rows)
    whole = element("table", element("thead", element("tr", *head)), element("tbody", *body))
    return element("div", whole, class_="wide")


def paragraphs(lines: Iterable[Node]) -> Markup:
    """One paragraph for each line."""
    return joined(element("p", line) for line in lines)
