"""The lobby as characters: who is here, how the others come, and what is played. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from belote_cli.plain.lobby import lobby_places, machine_lines, watchers_line
from belote_cli.plain.situation import rules_lines
from belote_cli.tui.canvas import Canvas, Size, clip, text_width, wrap
from belote_cli.tui.line_edit import LineEdit
from belote_cli.tui.look import Look
from belote_cli.tui.render_table import draw_keys
from belote_cli.tui.touches import Pick, Press
from belote_net.node.codes import fingerprint_words
from belote_net.node.frames import LobbyFrame, LobbyMember
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for
from belote_net.table.messages import MemberKind, Seats
from belote_protocol.identity import PublicIdentity

_SHOWN_ADDRESSES: Final = 2
_NAME_COLUMNS: Final = 18
_WORDS_COLUMN: Final = 43
"""Where the four words of a person's key begin: all but the very longest stand whole there."""
_ROWS_BELOW: Final = 3
"""Rows that the rules leave free: what happened last, what is waited for, and the keys."""


@dataclass(frozen=True, slots=True)
class LobbyScene:
    """All that the renderer of the lobby is given.

    Attributes:
        lobby: None until the host has shown it.
        me: the reader.
        code: of the table; None where only the host knows it.
        addresses: where the host listens, the one of this machine last; empty at a guest's.
        selected: which member the cursor is on.
        told: what happened, oldest first.
        edit: what is being said; None when nothing is.
        asks_to_leave: Ctrl-C was pressed once.
        host_is_away: who keeps the table is not linked: nobody else can begin a game.
        skill: how well our own bots play, as a message; empty where we have none.
    """

    lobby: LobbyFrame | None
    me: PublicIdentity
    code: str | None = None
    addresses: tuple[str, ...] = ()
    selected: int = 0
    told: tuple[str, ...] = ()
    edit: LineEdit | None = None
    asks_to_leave: bool = False
    host_is_away: bool = False
    skill: str = ""

    @property
    def watches(self) -> bool:
        """Whether the reader has no seat, and takes none."""
        watchers = self.lobby.watchers if self.lobby is not None else None
        return any(one.identity == self.me for one in watchers or ())

    @property
    def is_host(self) -> bool:
        """Whether the reader keeps the table."""
        return self.code is not None

    @property
    def is_full(self) -> bool:
        """Whether nobody else can sit down: all seats are taken, by members who are here."""
        lobby = self.lobby
        return (
            lobby is not None
            and len(lobby.members) == lobby_places(lobby)
            and all(one.present for one in lobby.members)
        )

    @property
    def is_open_to_watchers(self) -> bool:
        """Whether others may watch."""
        return self.lobby is not None and self.lobby.watchers is not None

    @property
    def is_ready(self) -> bool:
        """Whether the reader has said that the game may begin."""
        members = self.lobby.members if self.lobby is not None else ()
        return any(one.ready for one in members if one.identity == self.me)


def lobby_canvas(scene: LobbyScene, look: Look, size: Size) -> Canvas:
    """The whole screen."""
    canvas = look.canvas(size)
    canvas.put(0, 1, look.text("The table before the game"), "title")
    canvas.right(0, size.columns - 1, "belote-net", "dim")
    canvas.rule(1)
    row = _draw_ways_in(canvas, 2, scene, look)
    if scene.lobby is None:
        canvas.put(row + 1, 3, look.text("The host has not shown the table yet."), "dim")
    else:
        row = _draw_members(canvas, row, scene, scene.lobby, look)
        row = _draw_rules(canvas, row, scene.lobby, look)
    _draw_told(canvas, row, scene, look)
    _draw_keys(canvas, scene, look)
    return canvas


def _draw_ways_in(canvas: Canvas, row: int, scene: LobbyScene, look: Look) -> int:
    """How the others come to this table; returns the next free row."""
    if scene.code is None:
        return row
    if scene.is_full and not scene.is_open_to_watchers:
        canvas.put(row, 3, look.text("The table is full."), "dim")
        return row + 1
    verb = "watch" if scene.is_full else "join"
    inner = f"   {scene.code}   "
    line = "━" * text_width(inner)
    canvas.put(row, 3, f"┏{line}┓", "key")
    canvas.put(row + 1, 3, f"┃{inner}┃", "key")
    canvas.put(row + 2, 3, f"┗{line}┛", "key")
    beside = text_width(inner) + 8
    next_player, watcher = look.text("The next player types:"), look.text("To watch, one types:")
    canvas.put(row, beside, watcher if scene.is_full else next_player)
    canvas.put(row + 1, beside, f"belote-net {verb} {scene.code}", "bold")
    row += 3
    for address in scene.addresses[:-1][:_SHOWN_ADDRESSES]:
        command = f"belote-net {verb} {address}"
        canvas.put(row, 3, look.text("or, if that finds nothing: {command}", command=command))
        row += 1
    if scene.addresses:
        command = f"belote-net {verb} {scene.addresses[-1]} --as {look.text('NAME')}"
        text = look.text("in another window here: {command}", command=command)
        canvas.put(row, 3, text, "dim")
        row += 1
    return row


def _draw_members(
    canvas: Canvas, row: int, scene: LobbyScene, lobby: LobbyFrame, look: Look
) -> int:
    row += 1
    for index in range(lobby_places(lobby)):
        chosen = index == scene.selected
        style = "selected" if chosen else ""
        mark = "▶" if chosen else " "
        canvas.put(row, 2, f"{mark} {index + 1} ", style, Pick(index))
        if index < len(lobby.members):
            _draw_member(canvas, row, lobby.members[index], lobby, scene, look)
        else:
            canvas.put(row, 7, look.text("free seat"), "dim", Pick(index))
        row += 1
    partners = _partners(lobby, look)
    machines = machine_lines(lobby, scene.me, look.pen)
    for line, style in ((partners, ""), (" ".join(machines), "warn")):
        if line:
            canvas.put(row, 3, clip(line, canvas.size.columns - 4), style)
            row += 1
    _draw_watchers(canvas, row, scene, lobby, look)
    return row + 1


def _draw_watchers(
    canvas: Canvas, row: int, scene: LobbyScene, lobby: LobbyFrame, look: Look
) -> None:
    """Whether others may watch, and who does; the host changes it here."""
    column, touch = 3, None
    if scene.is_host:
        touch = Press("w")
        column = canvas.put(row, column, "w", "key", touch) + 1
    line = clip(watchers_line(lobby, scene.me, look.pen), canvas.size.columns - column - 1)
    canvas.put(row, column, line, "", touch)


def _draw_member(
    canvas: Canvas,
    row: int,
    member: LobbyMember,
    lobby: LobbyFrame,
    scene: LobbyScene,
    look: Look,
) -> None:
    name = clip(member.name, _NAME_COLUMNS)
    if member.identity == scene.me:  # a long name is cut, who it is never
        room = _NAME_COLUMNS - text_width(look.text("{name} (you)", name=""))
        name = look.text("{name} (you)", name=clip(member.name, room))
    canvas.put(row, 7, name, "bold", Pick(lobby.members.index(member)))
    state, style = look.text("not ready yet"), "dim"
    if member.kind is MemberKind.BOT:
        machine = lobby.members[member.operator].name
        state = look.text("bot on {name}'s machine", name=machine)
    elif not member.present:
        state, style = look.text("away"), "warn"
    elif member.ready:
        state, style = look.text("ready"), "good"
    if member.kind is MemberKind.PERSON:
        canvas.put(row, 26, clip(state, _WORDS_COLUMN - 28), style)
        words = " ".join(fingerprint_words(member.identity.fingerprint()))
        canvas.put(row, _WORDS_COLUMN, clip(words, canvas.size.columns - _WORDS_COLUMN), "dim")
        return
    canvas.put(row, 26, clip(state, 21), style)
    if scene.skill and lobby.members[member.operator].identity == scene.me:
        canvas.put(row, 48, clip(look.text(scene.skill), canvas.size.columns - 48), "dim")


def _partners(lobby: LobbyFrame, look: Look) -> str:
    """Who plays with whom, as far as they are here."""
    if lobby.seats is Seats.DRAWN:
        return look.text("The places will be drawn.")
    teams = variant_for(Options.from_map(lobby.options)).teams
    names = [one.name for one in lobby.members]
    sides = [
        look.text(
            "{one} and {other}",
            one=names[team[0]] if team[0] < len(names) else "…",
            other=names[team[-1]] if team[-1] < len(names) else "…",
        )
        for team in teams
    ]
    return look.text("{one} against {other}", one=sides[0], other=sides[-1])


def _draw_rules(canvas: Canvas, row: int, lobby: LobbyFrame, look: Look) -> int:
    row += 1
    width, room = canvas.size.columns - 6, canvas.size.rows - _ROWS_BELOW - row
    rules = rules_lines(Options.from_map(lobby.options), look.pen)
    lines = [part for line in rules for part in wrap(line, width)]
    if len(lines) > room:
        more = look.text("… and more: o shows all rules.")
        lines = [*(clip(line, width) for line in rules[: max(1, room - 1)]), more]
    for line in lines:
        canvas.put(row, 3, line)
        row += 1
    return row


def _draw_told(canvas: Canvas, row: int, scene: LobbyScene, look: Look) -> None:
    """What happened, what is missing, and what is being typed, above the keys."""
    last = canvas.size.rows - 2
    canvas.put(last, 3, clip(_state(scene, look), canvas.size.columns - 4), "turn")
    if scene.edit is not None:
        canvas.clear((last,))
        canvas.put(last, 3, "> ", "key")
        scene.edit.draw(canvas, last, 5, canvas.size.columns - 8)
    room = last - row
    if room <= 0:
        return
    lines = [part for one in scene.told for part in wrap(one, canvas.size.columns - 6)][-room:]
    for at, line in enumerate(lines, start=last - len(lines)):
        canvas.put(at, 3, line)


def _state(scene: LobbyScene, look: Look) -> str:
    """What the game waits for."""
    if scene.asks_to_leave:
        return look.text("Leave the table? Ctrl-C or y leaves, Esc stays.")
    if scene.host_is_away:
        return look.text("The host is not here: wait, or leave (q) and open a table of your own.")
    lobby = scene.lobby
    if lobby is None:
        return ""
    free = lobby_places(lobby) - len(lobby.members)
    if free:
        return look.pen.count("{number} seat is free.", "{number} seats are free.", free)
    late = [one.name for one in lobby.members if not (one.ready and one.present)]
    if late:
        return look.text("Not ready yet: {names}.", names=", ".join(late))
    return look.text("Everybody is ready.")


def _draw_keys(canvas: Canvas, scene: LobbyScene, look: Look) -> None:
    if scene.edit is not None:
        keys = [
            (look.text("Enter"), look.text("say"), "enter"),
            (look.text("Esc"), look.text("back"), "escape"),
        ]
    else:
        keys = [] if scene.watches else _keys_of_a_player(scene, look)
        keys += [("o", look.text("rules"), "o")]
        if not scene.watches:
            keys += [("t", look.text("talk"), "t")]
        keys += [("q", look.text("leave"), "q")]
    draw_keys(canvas, canvas.size.rows - 1, keys)


def _keys_of_a_player(scene: LobbyScene, look: Look) -> list[tuple[str, str, str]]:
    begin = look.text("start") if scene.is_host else look.text("ready")
    if scene.is_ready:
        begin = look.text("not yet")
    keys = [(look.text("Enter"), begin, "enter")]
    if not scene.is_host:
        return [*keys, ("p", look.text("sit there"), "p")]
    keys += [("b", look.text("bot"), "b"), ("k", look.text("send away"), "k")]
    return [*keys, ("c", look.text("new code"), "c")]
