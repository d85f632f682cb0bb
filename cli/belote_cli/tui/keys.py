"""Keys of the terminal as presses: one binding for every key, and the screen decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from belote_cli.tui.touches import Press

_NAMES: Final = {
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    Keys.ControlI: "tab",
    Keys.BackTab: "s-tab",
    Keys.ControlH: "backspace",
    Keys.ControlA: "home",
    Keys.ControlE: "end",
    Keys.BracketedPaste: "paste",
}
_NOT_KEYS: Final = frozenset(
    (
        Keys.Any,
        Keys.CPRResponse,
        Keys.Vt100MouseEvent,
        Keys.WindowsMouseEvent,
        Keys.ScrollUp,
        Keys.ScrollDown,
        Keys.Ignore,
        Keys.SIGINT,
    )
)


def every_key(deliver: Callable[[Press], None]) -> KeyBindings:
    """Bindings that hand every key to `deliver`; the mouse stays with the window."""
    bindings = KeyBindings()

    def press(event: KeyPressEvent) -> None:
        last = event.key_sequence[-1]
        if last.key is Keys.BracketedPaste:
            deliver(Press("paste", last.data))
        elif isinstance(last.key, Keys):
            deliver(Press(_NAMES.get(last.key, last.key.value)))
        else:
            deliver(Press(last.key))

    for key in Keys:
        if key not in _NOT_KEYS:
            bindings.add(key, eager=True)(press)
    bindings.add(Keys.Any)(press)  # not eager: clicks are keys too, and belong to the window
    return bindings
