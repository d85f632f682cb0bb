"""One module for each screen: what it shows, and what its keys do."""
