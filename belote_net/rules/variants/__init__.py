"""The games of the belote family, and which one a set of options asks for."""

from __future__ import annotations

from belote_net.rules.options import Options
from belote_net.rules.variant import Variant
from belote_net.rules.variants.classic import Classic

__all__ = ["variant_for"]


def variant_for(options: Options) -> Variant:
    """Return the game that these options describe: belote with a turned card, for four."""
    return Classic(options)
