"""`belote-net verify FILE...`: the verdict on games, and how files of one game stand together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

from belote_cli.audit_json import comparison_json
from belote_cli.audit_words import comparison_lines, fork_lines, short_name
from belote_cli.exit_codes import ExitCode, gravest
from belote_cli.failures import explain
from belote_cli.file_report import FileReport, found_lines, report_on
from belote_cli.game_files import FileAudit
from belote_cli.invocation import Invocation
from belote_cli.many_files import read_all
from belote_cli.pen import Pen
from belote_cli.trust import Trust, own_trust, trust_in
from belote_net.errors import NodeError
from belote_net.table.audit import Comparison, Relation, compare_logs
from belote_protocol.log import Log


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files of one game, and how they stand to one another."""

    one: FileReport
    other: FileReport
    comparison: Comparison


def run(invocation: Invocation) -> ExitCode:
    """Verify every file, on all cores, then compare those of one game."""
    arguments, console = invocation.arguments, invocation.console
    trust = _trust(invocation)
    paths = [Path(name) for name in arguments.files]
    reports: list[FileReport] = []
    for report in read_all(paths, partial(report_on, pen=invocation.pen, trust=trust), console):
        reports.append(report)
        if report.failure is not None:
            _print_failure(invocation, report.name, report.failure)
        elif not arguments.json:
            _print_report(invocation, report)
    pairs = pairs_of(reports)
    if arguments.json:
        console.json(as_json(reports, pairs))
    else:
        console.lines(_relation_lines(reports, pairs, invocation.pen))
    deceived = arguments.trust is not None and any(one.is_deceived for one in reports)
    return gravest((*_codes(reports, pairs), *[ExitCode.REFUSED] * deceived))


def print_audit(invocation: Invocation, found: FileAudit) -> None:
    """Print all that a file says, or the first thing in it that is wrong."""
    invocation.console.lines(found_lines(found, invocation.pen))


def _trust(invocation: Invocation) -> Trust | None:
    """Whom the reader knows: as he says, or as his profile does.

    Raises:
        StorageFailed, LogCorrupt: the file that he names cannot be read.
    """
    given = invocation.arguments.trust
    if given is not None:
        return trust_in(Path(given))
    try:
        return own_trust(invocation.profiles_root / invocation.profile_name)
    except NodeError as error:
        # A log can be judged without it.
        invocation.console.error(explain(error, invocation.console.words).text)
        return None


def _print_failure(invocation: Invocation, name: str, text: str) -> None:
    if len(invocation.arguments.files) > 1:
        text = invocation.text("{name}: {text}", name=name, text=text)
    invocation.console.error(invocation.text("belote-net: {text}", text=text))


def _print_report(invocation: Invocation, report: FileReport) -> None:
    is_one_of_several = len(invocation.arguments.files) > 1
    if is_one_of_several:
        invocation.console.line(invocation.text("File {name}", name=report.name))
    invocation.console.lines(report.lines)
    if is_one_of_several:
        invocation.console.line()


def pairs_of(reports: Iterable[FileReport]) -> tuple[Pair, ...]:
    """All pairs of files of one game, compared as far as their entries are right."""
    logs = [(report, _log(report)) for report in reports if report.game is not None]
    return tuple(
        Pair(one, other, compare_logs(log, other_log))
        for (one, log), (other, other_log) in combinations(logs, 2)
        if one.game == other.game
    )


def _log(report: FileReport) -> Log:
    log = Log(report.entries[0].head)
    for signed in report.entries:
        log.append(signed)
    return log


def as_json(reports: Sequence[FileReport], pairs: Sequence[Pair]) -> dict[str, object]:
    """What scripts get: of one file its verdict, of several that of each (docs/verify.md)."""
    if len(reports) == 1:
        return reports[0].json
    return {
        "files": [report.json for report in reports],
        "comparisons": [
            {"files": [pair.one.name, pair.other.name], **comparison_json(pair.comparison)}
            for pair in pairs
        ],
    }


def _relation_lines(
    reports: Sequence[FileReport], pairs: Sequence[Pair], pen: Pen
) -> tuple[str, ...]:
    """How the files of one game stand together; of many, only what is not as it should be."""
    if len(reports) == 2:
        return _lines_of_two(reports, pairs, pen)
    lines: list[str] = []
    for copies in _by_game(reports):
        if len(copies) == 1:
            continue
        forks = [
            pair
            for pair in pairs
            if pair.one.game == copies[0].game and pair.comparison.relation is Relation.FORK
        ]
        for pair in forks:
            lines.append(pen.text("{one} and {other}:", one=pair.one.name, other=pair.other.name))
            lines += fork_lines(pair.comparison, pair.one.people, pen)
        if not forks:
            longest = max(copies, key=lambda report: len(report.entries))
            lines.append(
                pen.text(
                    "{number} files tell the game {game} alike; {name} goes furthest.",
                    number=len(copies),
                    game=short_name(longest.entries[0].head),
                    name=longest.name,
                )
            )
    return tuple(lines)


def _lines_of_two(
    reports: Sequence[FileReport], pairs: Sequence[Pair], pen: Pen
) -> tuple[str, ...]:
    if any(report.game is None for report in reports):
        return ()
    if not pairs:
        return comparison_lines(Comparison(Relation.DIFFERENT_GAMES), (), pen)
    (pair,) = pairs
    return comparison_lines(pair.comparison, pair.one.people, pen)


def _by_game(reports: Iterable[FileReport]) -> tuple[tuple[FileReport, ...], ...]:
    games: dict[bytes, list[FileReport]] = {}
    for report in reports:
        if report.game is not None:
            games.setdefault(report.game, []).append(report)
    return tuple(map(tuple, games.values()))


def _codes(reports: Sequence[FileReport], pairs: Sequence[Pair]) -> tuple[ExitCode, ...]:
    """Of every file and pair; a game that one file tells to its end is finished in all of them."""
    finished = {one.game for one in reports if one.game and one.code is ExitCode.FINE}
    codes = [
        ExitCode.FINE if one.code is ExitCode.UNFINISHED and one.game in finished else one.code
        for one in reports
    ]
    codes += [ExitCode.REFUSED for pair in pairs if pair.comparison.relation is Relation.FORK]
    if len(reports) == 2 and all(one.game for one in reports) and not pairs:
        codes.append(ExitCode.USAGE)
    return tuple(codes)
