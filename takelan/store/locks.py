"""Locks on files that end with their process, however it ends."""

import sys

if sys.platform == "win32":
    import msvcrt
    import os

    # Beyond every content, for a locked byte cannot be read by others there.
    _FAR = 1 << 20

    def lock(handle: int) -> bool:
        """Lock an open file for this process, or say that another has it."""
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(handle: int) -> bool:
        """Lock an open file for this process, or say that another has it."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
