"""The one door through which every sentence a person reads is translated.

English is the source language; a catalogue placed under ``takelan/locale`` needs no change of code.
"""

import gettext as _gettext
from pathlib import Path

_catalogue = _gettext.translation("takelan", localedir=str(Path(__file__).parent / "locale"), fallback=True)

translate = _catalogue.gettext
translate_plural = _catalogue.ngettext
