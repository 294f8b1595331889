"""What can go wrong between a player and a table, in sentences that say what to do next."""

from takelan.errors import TakelanError


class BadAddressError(TakelanError):
    """'{text}' is no address: write ADDRESS or ADDRESS:PORT, like 192.168.1.20:18253 or [fe80::1]:18253."""


class UnknownMachineError(TakelanError):
    """No machine called '{host}' is known here: check the spelling, or ask the host for the address."""


class NothingListeningError(TakelanError):
    """No table is open at {place}: check the address with the host, or look around with `takelan list`."""


class UnreachableError(TakelanError):
    """{place} cannot be reached ({why}): check that both are on one network without a firewall between."""


class NotATableError(TakelanError):
    """Another program than takelan answers at {place}: check the port with the host."""


class StrangeCertificateError(TakelanError):
    """{place} is not the table that was expected there: look for it again with `takelan list`."""


class BusyError(TakelanError):
    """The table at {place} lets nobody in just now: try again in a few seconds."""


class DroppedError(BusyError):
    """The connection to {place} was closed at once: try again in a few seconds."""


class RefusedError(TakelanError):
    """The table refused, in its own words."""

    @property
    def code(self) -> str:
        """Tell which of the reasons of the protocol it was."""
        return str(self.details["code"])

    def __str__(self) -> str:
        return str(self.details["text"])


class VersionMismatchError(RefusedError):
    """The table refused another version of takelan, and named both."""


class TableFullError(RefusedError):
    """The table refused because all seats are taken."""


class GameRunningError(RefusedError):
    """The table refused because a game is running."""


class WordsForgottenError(RefusedError):
    """The host does not remember the check words it shared with this player."""


class CodeNeededError(RefusedError):
    """The table refused because it is private and no code was given."""


class WrongCodeError(RefusedError):
    """The table refused because the code is another one."""


class JoiningLockedError(RefusedError):
    """The table refused because too many wrong codes were tried there."""


class NoCodeAskedError(TakelanError):
    """The table at {place} asks for no code: it is not the one you were told of. Try `takelan list`."""


class StrangeHostError(TakelanError):
    """{place} does not know the code itself: it is not the table you were told of. Try `takelan list`."""


class CannotRestartError(TakelanError):
    """The round could not be begun anew here: try again, or open a new table with `takelan host`."""


class PortTakenError(TakelanError):
    """Port {port} is taken by another program: choose another one with --port, or leave it out."""


class CannotListenError(TakelanError):
    """A table cannot be opened at {place} ({why}): check --bind and --port."""


class NoTemporaryFileError(TakelanError):
    """No temporary file can be written ({why}): make room on the disk, or name another folder in TMPDIR."""
