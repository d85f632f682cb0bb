"""The full screen: the only part of the program that knows prompt-toolkit."""
