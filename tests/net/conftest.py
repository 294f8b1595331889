"""Every test has folders of its own, so that none finds the tables and keys of another."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep keys and published tables in the test's own folder."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("TAKELAN_RUNTIME_DIR", str(tmp_path / "run"))
