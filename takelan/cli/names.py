"""What a person and a table are called."""

import getpass

from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.store.settings import load
from takelan.wire.failures import UnusableTextError
from takelan.wire.peer_text import PlayerName, TableName


class UnusableNameError(TakelanError):
    """'{name}' cannot be shown on every terminal: choose a name of letters and digits with {option}."""


def player_name(given: str | None) -> PlayerName:
    """Take the name that was given, else the one of the settings, else the login name."""
    wanted = (load().name or _login_name()) if given is None else given
    try:
        return PlayerName(wanted)
    except UnusableTextError as error:
        raise UnusableNameError(name=wanted, option="--name") from error


def table_name(given: str | None, host: PlayerName) -> TableName:
    """Take the name that was given, else one made of the host's."""
    wanted = _("{name}'s table").format(name=host) if given is None else given
    try:
        return TableName(wanted)
    except UnusableTextError as error:
        raise UnusableNameError(name=wanted, option="--table") from error


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        # A container may have a user without a name.
        return _("Player")
