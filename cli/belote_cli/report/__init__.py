"""A game as one page to read, to print and to keep."""

from belote_cli.report.page import report_page

__all__ = ["report_page"]
