"""The one door through which every sentence a person reads is translated.

English is the source language; a catalogue placed under ``takelan/locale`` needs no change of code.
"""

import gettext as _gettext
import os
from collections.abc import Mapping
from pathlib import Path

_catalogue = _gettext.translation("takelan", localedir=str(Path(__file__).parent / "locale"), fallback=True)

translate = _catalogue.gettext
translate_plural = _catalogue.ngettext

# Where gettext looks, too, and in this order.
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def languages(environ: Mapping[str, str] = os.environ) -> list[str]:
    """List the languages this person reads, the preferred one first, for pages that no catalogue holds."""
    wanted = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    found = []
    for locale in wanted.split(":"):
        whole = locale.partition(".")[0].partition("@")[0]
        found += [whole, whole.partition("_")[0]]
    return list(dict.fromkeys(name for name in found if name.replace("_", "").isalpha()))
