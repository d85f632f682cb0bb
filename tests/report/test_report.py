"""The page of a game: what stands in it, and what never does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.proof_words import PROVEN
from belote_cli.report.cards import sentence
from belote_cli.report.curve import score_curve
from belote_cli.report.markup import element, escaped
from belote_cli.scene import Scene
from belote_cli.words import Language
from belote_net.rules.cards import PACK
from belote_net.rules.choices import Annonces, Direction
from belote_net.rules.options import Options
from belote_net.table.messages import Cut, Play
from belote_protocol.entry import Body, SignedEntry
from tests.cli.games import cheated, entries, finished_game, pen, write_game
from tests.cli.support import Run
from tests.four_seats import FourSeats, short_game
from tests.protocol.toy_group import toy_group
from tests.report.pages import Part, page_of, read_page
from tests.table.leaving import leave, newcomer, sit_down, taking_game
from tests.table.open_hands import help_open, leave_at, open_table
from tests.table.stacked import StackedSeats, stack, stacked_decks

NAMES = ("Léa", "Marcel", "Jo", "Inès")


def log_of(game: FourSeats) -> tuple[SignedEntry, ...]:
    return tuple(game.table.log)


def marked(part: Part, kind: str, tag: str = "div") -> list[Part]:
    """The elements of a part that are of a kind, among others."""
    found = part.all(tag)
    return [one for one in found if kind in (one.attributes.get("class") or "").split()]


def rows(part: Part, table: int) -> list[list[str]]:
    """The lines of one table of a part, below its head."""
    body = part.all("tbody")[table]
    return [[one.text for one in line.inside if isinstance(one, Part)] for line in body.all("tr")]


def test_the_verdict_comes_first_and_then_all_parts() -> None:
    _, page = page_of(entries())
    (body,) = page.all("body")
    first, verdict = (one for one in body.inside[:2] if isinstance(one, Part))
    assert first.text == f"Game {finished_game().table.game.hex()[:12]}"
    assert verdict.attributes["class"] == "verdict finished"
    assert verdict.text == "Verdict: finished. Every entry is right."
    titles = [one.text for one in page.all("h2")]
    assert titles == ["Players and rules", "The score", "The deals", "What is proven"]


@pytest.mark.parametrize("language", list(Language))
def test_the_page_asks_for_nothing_and_runs_nothing(language: Language) -> None:
    text, page = page_of(entries(), language)
    assert page.all("html")[0].attributes["lang"] == language.value
    for forbidden in ("<script", "http:", "https:", "src=", "href", "url(", "@import"):
        assert forbidden not in text, forbidden
    tags = {"script", "link", "img", "iframe", "object", "embed", "form", "a", "base"}
    assert not [tag for tag in tags if page.all(tag)]
    policy = [one.attributes.get("content") or "" for one in page.all("meta")]
    assert any(one.startswith("default-src 'none'") for one in policy)


def test_both_languages_say_all_of_it() -> None:
    english, french = (page_of(entries(), language)[1] for language in sorted(Language, key=str))
    assert english.text != french.text
    for tag in ("p", "td", "th", "h2", "h3", "circle"):
        assert len(english.all(tag)) == len(french.all(tag))


def test_every_deal_has_four_hands_and_eight_tricks() -> None:
    _, page = page_of(entries())
    articles = page.all("article")
    played = finished_game().table.state.played
    assert len(articles) == len(played)
    english = pen()
    for article, item in zip(articles, played, strict=True):
        assert item.contract is not None
        hands, tricks = marked(article, "hand"), rows(article, 0)
        assert sorted(hand.all("bdi")[0].text for hand in hands) == sorted(NAMES)
        dealt = [card.text for hand in hands for card in marked(hand, "card", "span")]
        assert sorted(dealt) == sorted(map(english.card, PACK))
        (turned,) = marked(article, "turned")
        assert f"Turned card: {turned.text}." in article.text
        assert [line[0] for line in tricks] == list("12345678")
        assert sum(int(line[-1]) for line in tricks) == 162
        played_cards = [cell.removeprefix("▸ ") for line in tricks for cell in line[1:5]]
        assert sorted(played_cards) == sorted(map(english.card, PACK))
        places = [one.text for one in article.all("thead")[0].all("th")][1:5]
        for line, trick in zip(tricks, item.tricks, strict=True):
            (lead,) = (index for index, cell in enumerate(line[1:5]) if cell.startswith("▸"))
            names = finished_game().table.state
            assert places[lead] == names.member_at(trick.leader).name
        assert len(marked(article, "won", "td")) == 8
        assert "Auction: " in article.text


def test_the_hands_lie_where_the_players_sit() -> None:
    for direction, following in (
        (Direction.COUNTER_CLOCKWISE, "east"),
        (Direction.CLOCKWISE, "west"),
    ):
        game = FourSeats(options=replace(short_game(), direction=direction), seed=3)
        with toy_group():
            game.play()
            _, page = page_of(log_of(game))
        seating = game.table.state.seating
        assert seating is not None
        (felt,) = marked(page, "felt")
        by_side = {
            (one.attributes["class"] or "").removeprefix("hand "): one.all("bdi")[0].text
            for one in marked(felt, "hand")
        }
        names = [NAMES[seat] for seat in seating.by_place]
        assert by_side["south"] == names[0]
        assert by_side[following] == names[1]
        assert by_side["north"] == names[2]
        dealer = game.table.state.played[0].deal.dealer
        marks = {one.all("bdi")[0].text: one.text for one in marked(felt, "hand")}
        assert [name for name in names if "· dealer" in marks[name]] == [names[dealer]]


def test_the_board_shows_both_sides_and_who_is_ahead() -> None:
    _, page = page_of(entries())
    scores = finished_game().table.state.current_match.scores
    (board,) = marked(page, "board")
    assert [int(one.text) for one in board.all("strong")] == list(scores)
    (ahead,) = marked(board, "ahead")
    assert ahead.all("strong")[0].text == str(max(scores))
    assert "Match to 100 points." in board.text


def test_when_it_was_played_is_told_as_what_nobody_signed() -> None:
    _, page = page_of(entries())
    assert (
        "Begun at 2026-09-21 14:13:20 UTC, by the clock of the machine that kept the file."
        in page.all("section")[1].text
    )


@pytest.mark.parametrize("most", [1, 7, 99, 100, 162, 501, 1000, 1156, 25_000])
def test_the_axis_has_few_round_numbers(most: int) -> None:
    totals = [(0, most // 2), (most, most // 3)]
    picture = read_page(
        score_curve(totals, 0, Scene.of_game(finished_game().table.state), pen()).html
    )
    heights = {
        one.attributes["y1"] for one in picture.all("line") if one.attributes["class"] == "grid"
    }
    assert len(heights) <= 5
    assert (most < 10) == (not heights)


def test_the_ends_of_two_curves_never_lie_on_one_another() -> None:
    totals = [(500, 499), (1000, 999)]
    picture = read_page(
        score_curve(totals, 1000, Scene.of_game(finished_game().table.state), pen()).html
    )
    ends = {one.text: int(one.attributes["y"] or 0) for one in marked(picture, "side-0", "text")}
    ends |= {one.text: int(one.attributes["y"] or 0) for one in marked(picture, "side-1", "text")}
    assert ends["999"] - ends["1000"] >= 15


def test_the_winning_card_is_framed() -> None:
    _, page = page_of(entries())
    article = page.all("article")[0]
    places = [one.text for one in article.all("thead")[0].all("th")][1:5]
    for line in article.all("tbody")[0].all("tr"):
        cells = [one for one in line.inside if isinstance(one, Part)]
        (winner,) = marked(line, "won", "td")
        index = cells.index(winner)
        assert places[index - 1] == cells[5].text


def test_the_sheet_has_every_formula_and_the_curve_ends_at_the_score() -> None:
    _, page = page_of(entries())
    score = page.all("section")[2]
    match = finished_game().table.state.current_match
    lines = rows(score, 0)
    for team, points in enumerate(match.scores):
        assert lines[-1][4 + 2 * team] == str(points)
        assert lines[-1][3 + 2 * team].endswith(f"= {points}")
    (picture,) = page.all("svg")
    curves = [one for one in picture.all("polyline")]
    assert len(curves) == len(match.scores)
    heights = [int(str(one.attributes["points"]).split()[-1].split(",")[1]) for one in curves]
    assert (heights[0] < heights[1]) == (match.scores[0] > match.scores[1])
    labels = {one.text for one in picture.all("text")}
    assert labels >= {str(points) for points in (*match.scores, match.options.target)}
    titles = [one.text for one in picture.all("title")]
    assert f"Inès and Marcel after deal 1: {match.scores[1]}" in titles


def test_what_is_proven_is_counted_by_kind_and_chain() -> None:
    _, page = page_of(entries())
    proof = page.all("section")[-1]
    counted = {line[0]: int(line[1]) for line in rows(proof, 0)}
    kinds = [signed.entry.kind for signed in entries()]
    assert counted == {kind: kinds.count(kind) for kind in kinds}
    heads = {line[0]: (int(line[1]), line[2]) for line in rows(proof, 1)}
    expected = finished_game().table.log.counts()
    assert heads == {chain: (count, head.hex()) for chain, (count, head) in expected.items()}
    assert f"Result signed by: {', '.join(NAMES)}." in proof.text


def test_every_kind_of_entry_has_its_words() -> None:
    def kinds(body: type[Body]) -> Iterator[str]:
        for child in body.__subclasses__():
            if child.__module__.startswith("belote_"):
                yield child.kind
            yield from kinds(child)

    assert set(PROVEN) == set(kinds(Body))


def test_an_unfinished_game() -> None:
    _, page = page_of(entries()[:60])
    assert page.all("section")[0].attributes["class"] == "verdict unfinished"
    (article,) = page.all("article")
    assert "The hands were not shown." in article.text
    assert article.text.endswith("Here the game was adjourned.")
    assert "Nobody has signed a result yet." in page.text


def test_before_the_places_are_drawn() -> None:
    _, page = page_of(entries()[:3])
    assert "The places are not drawn yet." in page.text
    assert not page.all("svg")
    assert "agree" in page.all("section")[-1].text


def test_a_refused_game_tells_what_is_wrong_and_then_what_is_right() -> None:
    _, page = page_of(cheated())
    verdict = page.all("section")[0]
    assert verdict.attributes["class"] == "verdict refused"
    name = NAMES[cheated()[-1].entry.seat]
    assert f"{name} signed it, on top of all that comes before it." in verdict.text
    assert "What follows is the part before it, which is right." in verdict.text
    assert page.all("article")[-1].text.endswith("From here on the file is refused.")
    assert f"{len(cheated()) - 1} entries were checked" in page.text


@pytest.mark.usefixtures("toy")
def test_forfeits_and_those_who_played_then() -> None:
    game = taking_game()
    game.play_until(Play.kind, count=7)
    seat = leave(game)
    name = game.table.members[seat].name
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    game.play()
    _, page = page_of(log_of(game))
    first, second = page.all("article")
    assert name in first.text
    assert "Odile" not in first.text
    assert "forfeit by the other side 162 = 162" in first.text
    assert "The hands were not shown." in first.text
    assert "Odile" in second.text
    assert name not in second.text
    assert rows(page.all("section")[2], 0)[0][2] == "forfeit: a player has left the table"
    assert f"{name} left it, there was no answer" in page.all("section")[1].text


@pytest.mark.usefixtures("toy")
def test_an_annulled_deal() -> None:
    game = taking_game()
    game.play_until(Cut.kind)
    sit_down(game, leave(game))
    game.play()
    _, page = page_of(log_of(game))
    assert "Deal 1: annulled, a player had left." in page.all("article")[0].text
    assert rows(page.all("section")[2], 0)[0][1:4] == ["—", "annulled", "—"]


def test_declarations_and_belote() -> None:
    hands = stack("KS QS JS", "KH QH JH", "", "9C 8C 7C", turn_up="8H", taker=2)
    options = short_game(replace(Options(), annonces=Annonces.ON))
    game = StackedSeats(options=options, stacks=[hands], seed="cli")
    with toy_group(), stacked_decks(game):
        game.play()
        _, page = page_of(log_of(game))
    article = page.all("article")[0].text
    assert "shown: tierce K♥ Q♥ J♥" in article
    assert "declarations 40" in article


@pytest.mark.usefixtures("toy")
def test_a_hand_that_was_opened() -> None:
    game = open_table(5)
    leave_at(game, 5)
    help_open(game)
    _, page = page_of(log_of(game))
    assert "left this deal, and the others opened the hand." in page.all("article")[0].text


@pytest.mark.usefixtures("toy")
def test_names_are_text_whatever_is_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("<script>alert(1)", "</p><b>&amp;", "\"'><i x=", "a http://x")
    monkeypatch.setattr("tests.four_seats.NAMES", names)
    game = FourSeats(options=short_game(), seed=1)
    game.play()
    text, page = page_of(log_of(game))
    assert not page.all("script")
    assert not page.all("b")
    assert not page.all("i")
    assert "<script" not in text
    for name in names:
        assert [name] == [line[0] for line in rows(page.all("section")[1], 0) if line[0] == name]


def test_what_moves_the_cursor_or_turns_the_writing_is_shown_as_such() -> None:
    assert escaped("a\x00b\x1b[2Jc\u202ed\u2028e\ud800") == "a\ufffdb\ufffd[2Jc\ufffdd\ufffde\ufffd"
    assert element("p", title='"><script>').html == '<p title="&quot;&gt;&lt;script&gt;"></p>'


def test_cards_in_a_sentence_are_red_with_their_ranks() -> None:
    line = "Jo 10♥, Léa V♠, R♦ and ♦ diamonds; A♥10♦."
    page = read_page(sentence(line).html)
    assert page.text == line
    assert [one.text for one in page.all("span")] == ["10♥", "R♦", "♦", "A♥", "10♦"]


def test_the_command_writes_one_file(belote: Run, tmp_path: Path) -> None:
    source = write_game(tmp_path / "game.belote", entries())
    target = tmp_path / "page.html"
    found = belote("report", str(source), "-o", str(target))
    assert found.code == ExitCode.FINE
    assert found.lines == [f"The report is in {target}."]
    page = read_page(target.read_text(encoding="utf-8"))
    assert "Verdict: finished." in page.text
    assert "Verdict : partie finie." not in page.text
    french = belote("report", str(source), "-o", str(target), lang="fr")
    assert french.lines == [f"Le compte rendu est dans {target}."]
    assert "Verdict : partie finie." in target.read_text(encoding="utf-8")


def test_without_a_name_the_page_is_named_as_the_game(
    belote: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = write_game(tmp_path / "bad.belote", cheated())
    monkeypatch.chdir(tmp_path)
    assert belote("report", str(bad)).code == ExitCode.REFUSED
    assert "Verdict: refused." in (tmp_path / "bad.html").read_text(encoding="utf-8")


def test_the_game_is_never_written_over(belote: Run, tmp_path: Path) -> None:
    game = write_game(tmp_path / "game.html", entries()[:3])
    before = game.read_bytes()
    found = belote("report", str(game), "-o", str(tmp_path / "." / "game.html"))
    assert found.code == ExitCode.USAGE
    assert "is the game itself" in found.error
    assert game.read_bytes() == before


def test_what_is_no_game_makes_no_page(belote: Run, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Once upon a time.")
    target = tmp_path / "page.html"
    assert belote("report", str(tmp_path / "text"), "-o", str(target)).code == ExitCode.ENVIRONMENT
    assert not target.exists()
