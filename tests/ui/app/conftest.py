"""Every test of the app has settings of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAKELAN_CONFIG_DIR", str(tmp_path / "config"))
    for variable in ("SSH_CONNECTION", "SSH_TTY", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
