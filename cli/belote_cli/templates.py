"""Sentences with fields, recognised in what a layer below has said in English."""

from __future__ import annotations

import re


def fields_in(text: str, template: str) -> dict[str, str] | None:
    """What stands in the fields of `template` if `text` was made from it, else None.

    >>> fields_in("there is no seat 5", "there is no seat {seat}")
    {'seat': '5'}
    """
    found = re.fullmatch(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template)), text)
    return None if found is None else found.groupdict()
