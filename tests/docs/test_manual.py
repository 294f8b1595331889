"""The man page says what the commands say."""

import shutil
import subprocess

import pytest

from tests.docs.manual import PAGE, page


def test_the_man_page_is_that_of_these_commands() -> None:
    """`make manual` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.skipif(shutil.which("groff") is None, reason="only where man pages can be set")
def test_the_man_page_can_be_set_without_a_warning() -> None:
    """Every command and every section is in it."""
    setting = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", str(PAGE)], capture_output=True, text=True, timeout=60
    )
    assert (setting.returncode, setting.stderr) == (0, "")
