"""The table: one game of belote as a pure fold over signed entries."""

from belote_net.table.audit import Audit, Verdict, audit_log, compare_logs
from belote_net.table.decisions import Decider, Decision, Duty, PlaceBid, PlayCard
from belote_net.table.player import Player
from belote_net.table.table import Table
from belote_net.table.view import TableView

__all__ = [
    "Audit",
    "Decider",
    "Decision",
    "Duty",
    "PlaceBid",
    "PlayCard",
    "Player",
    "Table",
    "TableView",
    "Verdict",
    "audit_log",
    "compare_logs",
]
