"""The line interface: one event per line, no cursor movement, for people and for scripts."""
