"""The command line: what may be written, and the help for it. Imports nothing heavy."""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Any, Final

from belote_cli.words import NO_BREAK, Language, Words, argparse_speaks, set_off

PROGRAM: Final = "belote-net"
MAX_PORT: Final = 65535


class _HelpFormatter(argparse.HelpFormatter):
    """Help whose lines begin with no sign that French sets off by a space."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        lines = super()._split_lines(set_off(text), width)
        return [line.replace(NO_BREAK, " ") for line in lines]

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        filled = super()._fill_text(set_off(text), width, indent)
        return filled.replace(NO_BREAK, " ")


def parse_arguments(arguments: list[str], words: Words) -> argparse.Namespace:
    """Read the command line; `.command` is None when no command is named.

    Raises:
        SystemExit: help was asked for (0), or the line is not understood (2); the text is printed.
    """
    with argparse_speaks(words.language):
        return _parser(words).parse_args(arguments)


def asked_language(arguments: list[str]) -> Language | None:
    """The language that `--lang` names, found before the rest is read."""
    asked = _given_for("--lang", arguments)
    return next((one for one in Language if one.value == asked), None)


def asked_player(arguments: list[str]) -> str | None:
    """The player that `--as` names, found before the rest is read."""
    return _given_for("--as", arguments)


def _given_for(option: str, arguments: list[str]) -> str | None:
    """What stands behind the last `option`, as argparse will take it."""
    found = None
    for argument, following in pairwise((*arguments, "")):
        name, equals, value = argument.partition("=")
        if name == option:
            found = value if equals else following
    return found or None


def _parser(words: Words) -> argparse.ArgumentParser:
    text = words.text
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description=text("Belote for four on a local network, with no server and no dealer."),
        epilog=text("Without a command: a menu."),
        allow_abbrev=False,
        formatter_class=_HelpFormatter,
    )
    parser.set_defaults(profile=None, lang=None, plain=False)
    _add_common(parser, words)
    parser.add_argument(
        "--version",
        action="store_true",
        help=text("show the version of the program and of its protocol, and exit"),
    )
    commands = parser.add_subparsers(
        dest="command", metavar=text("COMMAND"), title=text("commands")
    )

    def command(name: str, purpose: str) -> argparse.ArgumentParser:
        child = commands.add_parser(
            name,
            help=purpose,
            description=purpose,
            allow_abbrev=False,
            formatter_class=_HelpFormatter,
        )
        _add_common(child, words)
        return child

    _add_table_commands(command, words)
    _add_lone_commands(command, words)
    _add_file_commands(command, words)
    _add_concours(command, words)
    _add_other_commands(command, words)
    return parser


def _add_common(parser: argparse.ArgumentParser, words: Words) -> None:
    text = words.text
    parser.add_argument(
        "--as",
        dest="profile",
        metavar=text("NAME"),
        default=argparse.SUPPRESS,
        help=text("play as another player of this computer (a second window)"),
    )
    parser.add_argument(
        "--lang",
        choices=[language.value for language in Language],
        default=argparse.SUPPRESS,
        help=text("language: fr or en"),
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        default=argparse.SUPPRESS,
        help=text("one event per line, for screen readers and scripts"),
    )


def _add_rules(parser: argparse.ArgumentParser, words: Words) -> None:
    text = words.text
    parser.add_argument(
        "--rules",
        "--preset",
        dest="rules",
        metavar=text("PRESET|FILE.toml"),
        help=text("house rules: a preset (see: belote-net rules) or a file"),
    )
    parser.add_argument(
        "--set",
        dest="changes",
        action="append",
        default=[],
        metavar=text("OPTION=VALUE"),
        help=text("change one rule, for instance target=501"),
    )


def _add_by_hand(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument(
        "--by-hand",
        action="store_true",
        help=words.text("be asked how to cut and in which packets to deal"),
    )


def _add_seed(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument(
        "--seed",
        type=int,
        metavar=words.text("NUMBER"),
        default=0,
        help=words.text("how bots choose between equal cards; never used for keys"),
    )
    parser.add_argument(
        "--strength",
        choices=["beginner", "regular", "expert"],
        help=words.text("how well bots play; what the settings say by default"),
    )


def _add_port(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument(
        "--port",
        type=port,
        metavar=words.text("PORT"),
        help=words.text("the port to listen on (else 22032, or a free one)"),
    )


def _add_where(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument(
        "where",
        nargs="*",
        metavar=words.text("CODE|HOST:PORT"),
        help=words.text("the code of the table, its address, or both"),
    )


def port(text: str) -> int:
    """A port number; argparse calls it by this name in its messages.

    Raises:
        ValueError: it is none.
    """
    number = int(text)
    if not 0 < number <= MAX_PORT:
        raise ValueError(text)
    return number


def _add_table_commands(command: Any, words: Words) -> None:  # noqa: ANN401 - a local function
    text = words.text
    host = command("host", text("open a table and wait for the others"))
    _add_rules(host, words)
    host.add_argument(
        "--bots",
        type=int,
        choices=range(4),
        default=0,
        help=text("how many bots take a seat at once"),
    )
    _add_port(host, words)
    _add_seed(host, words)
    _add_by_hand(host, words)
    host.add_argument(
        "--watchers", action="store_true", help=text("others may watch, eight at most")
    )

    join = command("join", text("sit down at somebody's table"))
    _add_where(join, words)
    _add_port(join, words)
    _add_by_hand(join, words)

    _add_where(command("watch", text("look on at somebody's table, without any hand")), words)

    resume = command("resume", text("go on with a game that was adjourned"))
    resume.add_argument(
        "game", nargs="?", metavar=text("GAME"), help=text("the first letters of its name")
    )
    resume.add_argument(
        "--at",
        metavar=text("HOST:PORT"),
        help=text("where another player is, if not where he was before"),
    )
    _add_port(resume, words)
    _add_seed(resume, words)
    _add_by_hand(resume, words)


def _add_lone_commands(command: Any, words: Words) -> None:  # noqa: ANN401 - a local function
    text = words.text
    games = command("games", text("list your games and how far they are"))
    _add_json(games, words)

    demo = command("demo", text("play at once, you and three bots, on this computer"))
    demo.add_argument(
        "--watch", action="store_true", help=text("four bots play a whole game, you watch")
    )
    demo.add_argument("--fast", action="store_true", help=text("bots do not take time to think"))
    _add_rules(demo, words)
    _add_seed(demo, words)
    _add_by_hand(demo, words)


def _add_file_commands(command: Any, words: Words) -> None:  # noqa: ANN401 - a local function
    text = words.text
    verify = command("verify", text("check games entry by entry, and compare files of one"))
    verify.add_argument("files", nargs="+", metavar=text("FILE"))
    verify.add_argument(
        "--trust",
        metavar=text("FILE"),
        help=text("players you know, as a profile keeps them: a false name is refused"),
    )
    _add_json(verify, words)

    replay = command("replay", text("tell a game again, deal by deal"))
    replay.add_argument("file", metavar=text("FILE"))
    _add_json(replay, words)

    inspect = command("inspect", text("show one entry of a game, field by field, and its check"))
    inspect.add_argument("file", metavar=text("FILE"))
    inspect.add_argument(
        "which",
        nargs="*",
        metavar=text("RECORD | CHAIN [PLACE]"),
        help=text("which entry, by its number in the file or its place; else all are listed"),
    )
    _add_json(inspect, words)

    report = command("report", text("write a game as one page, to read and to print"))
    report.add_argument("file", metavar=text("FILE"))
    report.add_argument(
        "-o",
        dest="output",
        metavar=text("FILE"),
        help=text("where the page goes (else into this folder, named as the game)"),
    )

    export = command("export", text("write a game as text that people and programs can read"))
    export.add_argument("file", metavar=text("FILE"))
    export.add_argument(
        "-o", dest="output", metavar=text("FILE"), help=text("where it goes (else it is printed)")
    )
    _add_json(export, words)


def _add_concours(command: Any, words: Words) -> None:  # noqa: ANN401 - a local function
    text = words.text
    concours = command("concours", text("rank the players of a tournament by its logs"))
    concours.add_argument("files", nargs="+", metavar=text("FILE"))
    concours.add_argument(
        "--by", choices=["player", "team"], help=text("rank players, or pairs that stay together")
    )
    concours.add_argument(
        "--unfinished", action="store_true", help=text("count games that are not finished, too")
    )
    concours.add_argument("--csv", metavar=text("FILE"), help=text("write the ranking as CSV"))
    concours.add_argument("--html", metavar=text("FILE"), help=text("write the ranking as a page"))


def _add_other_commands(command: Any, words: Words) -> None:  # noqa: ANN401 - a local function
    """What is about no game."""
    text = words.text
    rules = command("rules", text("show the house rules that a table can choose"))
    rules.add_argument("action", nargs="?", choices=["list", "show", "diff"], default="list")
    rules.add_argument("presets", nargs="*", metavar=text("PRESET|FILE.toml"))
    _add_json(rules, words)

    identity = command("identity", text("show your name, your key and its four words"))
    identity.add_argument(
        "action",
        nargs="?",
        choices=["show", "known", "export", "import", "rotate"],
        default="show",
    )
    identity.add_argument("file", nargs="?", metavar=text("FILE"))
    identity.add_argument(
        "--forget", metavar=text("NAME"), help=text("with known: remember a player no more")
    )
    identity.add_argument(
        "--accept", metavar=text("FILE"), help=text("with known: a friend's word about a new key")
    )
    identity.add_argument(
        "--force", action="store_true", help=text("with rotate: give up unfinished games")
    )

    bench = command("bench", text("measure this machine against what the program promises"))
    bench.add_argument(
        "--bots", action="store_true", help=text("let bots of all strengths play one another")
    )
    bench.add_argument(
        "--pairs",
        type=int,
        default=200,
        metavar=text("NUMBER"),
        help=text("with --bots: how many deals, each played twice with the sides changed"),
    )
    bench.add_argument("--preset", metavar=text("PRESET"), help=text("with --bots: the rules"))
    bench.add_argument("--seed", type=int, default=0, metavar=text("NUMBER"))


def _add_json(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--json", action="store_true", help=words.text("print JSON, for scripts"))
