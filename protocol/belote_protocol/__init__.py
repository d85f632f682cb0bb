"""Mental poker and the signed log: knows seats and card numbers, has never heard of belote."""
