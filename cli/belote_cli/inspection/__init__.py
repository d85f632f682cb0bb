"""One entry of a log, field by field, with the equation that was checked."""

from belote_cli.inspection.entries import inspect_record
from belote_cli.inspection.words import (
    inspection_json,
    inspection_lines,
    listed_json,
    listed_line,
)

__all__ = ["inspect_record", "inspection_json", "inspection_lines", "listed_json", "listed_line"]
