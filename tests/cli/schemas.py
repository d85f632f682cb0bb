"""The part of JSON Schema that our schemas use: enough to check what the program prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TYPES: dict[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
_KNOWN = {
    *("$schema", "$defs", "$ref", "title", "description", "anyOf", "enum", "type", "pattern"),
    *("required", "properties", "additionalProperties", "items", "minItems", "maxItems"),
    *("minimum", "maximum"),
}

Schema = dict[str, Any]


def violations(value: object, schema: Schema, root: Schema, at: str = "$") -> list[str]:
    """Why a value does not fit a schema; nothing if it does.

    Raises:
        ValueError: the schema uses what is not known here.
    """
    return list(_violations(value, schema, root, at))


def _violations(value: object, schema: Schema, root: Schema, at: str) -> Iterator[str]:
    if unknown := schema.keys() - _KNOWN:
        raise ValueError(f"unknown words in the schema: {sorted(unknown)}")
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if "anyOf" in schema and all(violations(value, one, root, at) for one in schema["anyOf"]):
        yield f"{at}: fits none of its forms"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is none of {schema['enum']}"
    if "type" in schema and not _has_type(value, schema["type"]):
        yield f"{at}: {schema['type']} expected, got {value!r}"
    elif isinstance(value, dict):
        yield from _in_object(value, schema, root, at)
    elif isinstance(value, list):
        yield from _in_array(value, schema, root, at)
    elif isinstance(value, str):
        if not re.search(schema.get("pattern", ""), value):
            yield f"{at}: {value!r} does not match"
    elif isinstance(value, int) and not (
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
    ):
        yield f"{at}: {value} is out of its range"


def _has_type(value: object, types: str | list[str]) -> bool:
    names = [types] if isinstance(types, str) else types
    kinds = tuple(_TYPES[name] for name in names)
    return isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds)


def _in_object(value: dict[str, object], schema: Schema, root: Schema, at: str) -> Iterator[str]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at}: {name} is missing"
    for name, part in value.items():
        if name in properties:
            yield from _violations(part, properties[name], root, f"{at}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{at}: {name} is not foreseen"


def _in_array(value: list[object], schema: Schema, root: Schema, at: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{at}: {len(value)} items"
    for index, part in enumerate(value):
        yield from _violations(part, schema.get("items", {}), root, f"{at}[{index}]")
