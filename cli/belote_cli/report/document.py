"""A page of HTML as a whole: it holds no script and asks for nothing outside."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from belote_cli.report.markup import Markup, Node, element
from belote_cli.words import Language

_STYLE: Final = Markup((Path(__file__).parent / "style.css").read_text(encoding="utf-8"))
"""How a page looks: on a light screen, on a dark one, on a phone, on A4."""

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""Even if something slipped through, a browser would load and run nothing."""


def document(title: str, *body: Node, language: Language) -> str:
    """The text of a page in one file, to keep, to send or to print."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width"),
        element("title", title),
        element("style", _STYLE),
    )
    page = element("html", head, element("body", *body), lang=language.value)
    return f"<!DOCTYPE html>\n{page.html}\n"
