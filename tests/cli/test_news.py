"""What a node tells besides the game, line by line: refusals above all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
import trio

import belote_net.node
from belote_cli.commands.host import host_table
from belote_cli.door_words import TURNED_AWAY, TWO_LINKS, door_reason
from belote_cli.plain.news import missing_players, news_lines
from belote_cli.templates import fields_in
from belote_cli.words import Language
from belote_net.errors import RuleError
from belote_net.node.events import (
    CallerRefused,
    DecisionRefused,
    EntryRefused,
    NodeEvent,
    OpeningRefused,
    TurnedAway,
)
from belote_net.node.node import Node
from tests.cli.games import finished_game, pen
from tests.cli.test_tables import Player, Reader, caller, seen
from tests.node.tables import Player as PlayerAtNode
from tests.node.tables import four_players, wait_for
from tests.node.test_leaving import TWO_DEALS, play_until_in_trick, vote

FRENCH, ENGLISH = pen(Language.FRENCH), pen(Language.ENGLISH)


@dataclass
class Quiet:
    """As much of a node as news look at."""

    table = finished_game().table
    lobby = None

    @property
    def game(self) -> Quiet:
        return self


def told(event: NodeEvent) -> tuple[str, str]:
    """An event in French and in English, as one text each."""
    node = cast(Node, Quiet())
    french, english = ("\n".join(news_lines(event, node, reader)) for reader in (FRENCH, ENGLISH))
    return french, english


def test_a_refused_entry_says_who_what_why_and_where_the_proof_is() -> None:
    evidence = Path("/games/2026-01-01-abc.evidence-1-1.belote")
    event = EntryRefused(bytes(32), "table", 15, 1, "pass or H expected, got C", evidence)
    assert told(event) == (
        "Refusé : ce qu'a envoyé Marcel (place 2, chaîne table, rang 15).\n"
        "Attendu : passe, cœur.\n"
        "Reçu : trèfle.\n"
        f"La preuve est gardée dans {evidence}",
        "Refused: what Marcel sent (seat 2, chain table, place 15).\n"
        "Expected: pass, hearts.\n"
        "Came: clubs.\n"
        f"The proof is kept in {evidence}",
    )


def test_what_a_decoder_says_is_only_a_detail() -> None:
    reason = "not a Call: Expected `array` of at least length 1, got 0"
    event = EntryRefused(bytes(32), "table", 15, 1, reason, Path("x"))
    french, _ = told(event)
    assert "Raison : Call ne se lit pas ainsi (Expected `array` of at least length 1, got 0)." in (
        french
    )


def test_who_is_turned_away_at_our_door_is_told_with_the_reason() -> None:
    assert told(CallerRefused("every seat is taken", "192.168.1.7")) == (
        "1 appel refusé (192.168.1.7) : toutes les places sont prises.",
        "1 call was refused (192.168.1.7): every seat is taken.",
    )
    assert told(CallerRefused("version 3 of the protocol expected, got 2", None, 12)) == (
        "12 appels refusés (le dernier : une machine inconnue) : l'autre machine a une autre "
        "version de belote-net.",
        "12 calls were refused (the last one: an unknown machine): the other machine has another "
        "version of belote-net.",
    )


def test_a_door_that_the_system_cannot_open_is_told_of() -> None:
    french, english = told(
        CallerRefused("nobody can be let in at this moment: Too many open files")
    )
    assert french.endswith("cet ordinateur ne peut plus ouvrir de connexion.")
    assert english.endswith("this computer can open no more connections.")


def test_what_a_stranger_says_is_never_shown() -> None:
    for reason in ("not a JoinHello: \x1b[2J", "anything at all"):
        for text in told(CallerRefused(reason, "192.168.1.7")):
            assert reason not in text
            assert "belote-net" in text


def test_two_members_who_call_each_other_at_once_are_no_news() -> None:
    assert told(CallerRefused(TWO_LINKS, "192.168.1.7")) == ("", "")


def test_who_turns_us_away_says_why_in_our_language() -> None:
    other = finished_game().table.members[1].identity
    hint = "use --as NAME to play from a second terminal"
    french, english = told(TurnedAway(other, f"this identity is here in another process: {hint}"))
    assert french == "Marcel nous a refusés : ce joueur est déjà là, dans une autre fenêtre."
    assert english == "Marcel turned us away: this player is here already, in another window."


def test_other_refusals_are_translated_where_they_are_known() -> None:
    french, _ = told(OpeningRefused("it is for terms that we were not ready for"))
    assert french.endswith("elle est pour des conditions que nous n'avions pas acceptées.")
    french, english = told(DecisionRefused(RuleError("the auction is over, got pass")))
    assert french == "Les enchères sont finies ; reçu : passe."
    assert english == "The auction is over, got pass."


@pytest.mark.usefixtures("toy")
async def test_who_asks_for_a_free_seat_misses_nobody_who_has_not_let_him_in_yet(
    tmp_path: Path,
) -> None:
    """The host alone does; the others do it as they agree."""
    async with four_players(tmp_path) as four:
        leaver, guest = four.players[2], four.players[1]
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, leaver)
        await leaver.kill()
        await wait_for(lambda: missing_players(guest.live, ENGLISH) != ())
        (missing,) = missing_players(guest.live, ENGLISH)
        assert missing == "Not connected: Jo. The game waits for them."
        await vote(four, leaver)
        odile = PlayerAtNode("Odile", tmp_path / "Odile")
        await four.come(odile)
        me = odile.live.identity
        await wait_for(
            lambda: [one.identity for one in four.players[3].live.votes.claimants] == [me]
        )
        assert len(odile.live.here) < 3
        assert missing_players(odile.live, ENGLISH) == ()
        four.players[3].live.votes.fill_seat(me)
        await wait_for(lambda: odile.game.replica.seat is not None)
        assert missing_players(odile.live, ENGLISH) == ()


@pytest.mark.slow
def test_a_stranger_at_the_door_is_one_line_for_the_host(tmp_path: Path) -> None:
    out = Reader()

    async def knock() -> None:
        async with trio.open_nursery() as nursery:
            stay = Player([], out, interactive=True)
            nursery.start_soon(host_table, caller(tmp_path, stay, out, "host", "--as", "Lea"))
            where = await seen(out, r"window here: belote-net join 127.0.0.1:(\d+)")
            for _ in range(3):
                async with await trio.open_tcp_stream("127.0.0.1", int(where)) as stream:
                    await stream.send_all(b"GET / HTTP/1.1\r\n\r\n")
                    with suppress(trio.BrokenResourceError):
                        await stream.receive_some()
            await seen(out, r"call was refused \(127.0.0.1\): what was said is not")
            nursery.cancel_scope.cancel()

    trio.run(knock)
    assert out.text.count("refused") == 1
    assert "HTTP" not in out.text


# The node's own words.


def texts_of(path: Path) -> Iterator[str]:
    """Texts with which a module of the node turns somebody away; fields are `7`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name == "PeerRefused" or (name == "note" and "efusals" in ast.unparse(node.func)):
            for argument in node.args[1:2]:
                if isinstance(argument, ast.Constant):
                    yield str(argument.value)
                elif isinstance(argument, ast.JoinedStr):
                    parts = (
                        part.value if isinstance(part, ast.Constant) else "7"
                        for part in argument.values
                    )
                    yield "".join(map(str, parts))


def all_texts() -> set[str]:
    folder = Path(belote_net.node.__path__[0])
    return {text for path in folder.rglob("*.py") for text in texts_of(path)}


def is_known(text: str) -> bool:
    return any(fields_in(text, template) is not None for template in TURNED_AWAY)


def test_every_reason_of_the_node_to_turn_somebody_away_has_words() -> None:
    unknown = {text for text in all_texts() if not is_known(text)}
    # What the other side gave as its reason is repeated, and two links at once are no refusal.
    assert unknown - {"turned away: 7", TWO_LINKS} == set()
    for text in all_texts() - unknown:
        assert door_reason(text, FRENCH) != door_reason(text, ENGLISH)


@pytest.mark.parametrize("template", list(TURNED_AWAY))
def test_every_known_reason_is_one_that_the_node_gives(template: str) -> None:
    assert any(fields_in(text, template) is not None for text in all_texts())
