"""Games as text (`belote_net.notation`) and this program's other ways to show a game."""
