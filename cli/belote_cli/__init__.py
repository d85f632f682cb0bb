"""The faces of the game: arguments, text and keys. They decide nothing."""
