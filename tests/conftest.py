"""For all tests: properties are tried on the same examples in every run, without a deadline."""

from __future__ import annotations

import hypothesis

hypothesis.settings.register_profile("belote-net", derandomize=True, deadline=None)
hypothesis.settings.load_profile("belote-net")
