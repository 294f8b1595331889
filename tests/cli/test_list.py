"""``takelan list``, as a process."""

import json

from tests.processes import Home


def test_json_tells_programs_all_they_need_to_choose_a_table(ada: Home) -> None:
    """One table a line: among the rest, whether it asks for a code, and whether it may be watched."""
    wishes = {
        "Open": [],
        "Shut": ["--option=onlookers=off"],
        "Late": ["--option=onlookers=delayed", "--private"],
    }
    hosts = {
        name: ada.host("take-it", f"--table={name}", "--bind=127.0.0.1", *words)
        for name, words in wishes.items()
    }
    lines = map(json.loads, ada.run("list", "--json").stdout.splitlines())
    # Others on this machine may have tables open too: only our own are looked at.
    listed = {one["table"]: one for one in lines}
    own = {name: listed[host.ready["table"]] for name, host in hosts.items()}
    assert {name: (one["private"], one["watchable"]) for name, one in own.items()} == {
        "Open": (False, True),
        "Shut": (False, False),
        "Late": (True, True),
    }
    assert [own[name]["name"] for name in wishes] == list(wishes)
    assert [own[name]["port"] for name in wishes] == [hosts[name].ready["port"] for name in wishes]
