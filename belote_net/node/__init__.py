"""The node: trio, and the only code that touches sockets, files, clocks and randomness."""
