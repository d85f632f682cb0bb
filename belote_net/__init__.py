"""The game of belote: pure rules, the table as a fold over signed entries, and the network node."""
