"""Private tables, as processes: the code on the screen, in the shell, and after the host has died."""

import json
import re
import signal
from pathlib import Path

import pytest

from tests.cli.test_completion import _offered
from tests.processes import HeadlessHost, Home, until, wrong_code

_CODE = re.compile(r"takelan join ([a-z]+-[a-z]+-[a-z]+)")


def _host(home: Home, *more: str) -> HeadlessHost:
    return home.host("take-that", "--private", "--bind=127.0.0.1", *more)


def test_a_code_finds_its_table_and_opens_it(ada: Home) -> None:
    """Three words are all a guest types; a second private table and an open one are not mistaken for it."""
    others = [_host(ada), ada.host("take-it", "--bind=127.0.0.1")]
    host = _host(ada)
    guest = ada.start("join", host.ready["code"], "--plain", "--name=Ben")
    guest.line_with("You sit at the table as Ben.")
    # Others on this machine may have tables open too: only our own are looked at.
    own = [f"127.0.0.1:{one.ready['port']}" for one in (host, *others)]
    lines = ada.run("list").stdout.splitlines()
    listed = [next(line for line in lines if place in line) for place in own]
    assert ["[private]" in line for line in listed] == [True, True, False]
    assert "1 of 4 seats taken" in listed[0]
    assert host.ready["code"] not in "".join(lines)
    for other in others:
        assert other.process.popen.poll() is None


def test_the_owner_sees_the_code_and_draws_a_new_one(ada: Home) -> None:
    """With --plain: the command for guests, their check words, and a new code at one key."""
    owner = ada.start(
        "host", "take-that", "--private", "--plain", "--name=Ada", "--bind=127.0.0.1", "--port=0"
    )
    code = _found_code(owner.line_with("takelan join "))
    guest = ada.start("join", code, "--plain", "--name=Ben")
    own = guest.line_with("Your check words: ")
    words = own.removeprefix("Your check words: ").partition(" (")[0]
    guest.line_with("Seats (2 of 4)")
    assert owner.line_with("Ben's check words: ").startswith(f"Ben's check words: {words} (not compared)")
    owner.type("v Ben")
    owner.line_with(f"Check words: {words}, compared.")
    guest.type("v")
    guest.line_with(f"Check words: {words}, compared.")
    owner.type("c")
    new = _found_code(owner.line_with("The table is private."))
    assert new != code
    owner.type("c open")
    owner.line_with("The table is open to all now.")


def test_an_onlooker_is_told_check_words_with_a_seat(ada: Home) -> None:
    """The host knows those of seats alone: before there is nothing to compare."""
    host = ada.start("host", "take-that", "--plain", "--name=Ada", "--bind=127.0.0.1", "--port=0")
    place = host.line_with("takelan join ").rpartition(" ")[2].strip()
    otto = ada.start("watch", place, "--plain", "--name=Otto")
    otto.type("j")
    told: list[str] = []
    while "You sit at the table as Otto." not in told:
        line = otto.line()
        assert line is not None, told
        told.append(line)
    assert "You look on. j takes a seat at the next deal." in told
    assert not any("check words" in line for line in told)
    words = otto.line_with("Your check words: ").removeprefix("Your check words: ").partition(" (")[0]
    host.line_with(f"Otto's check words: {words}")


def _found_code(line: str) -> str:
    match = _CODE.search(line)
    assert match, line
    return match[1]


def test_a_wrong_code_is_one_sentence(ada: Home) -> None:
    """Wrong words, misspelt words and no words: each says what to do."""
    host = _host(ada)
    place, right = host.place, host.ready["code"]
    wrong = wrong_code(right)
    for arguments, sentence in (
        ([wrong], "That is not the code of this table: check the three words with its host."),
        (
            [place, f"--code={wrong}"],
            "That is not the code of this table: check the three words with its host.",
        ),
        ([place], "This table is private: type its code, `takelan join` and the three words."),
        ([place, "--code=otter-lamp-cabel"], "'cabel' is none of the words that codes are made of"),
        (
            [place, "--code=otter-lamp"],
            "'otter-lamp' is no code: type all three words, like otter-lamp-cable.",
        ),
    ):
        finished = ada.run("join", "--plain", *arguments)
        assert (finished.returncode, finished.stdout) == (2, ""), arguments
        assert sentence in finished.stderr
        assert finished.stderr.count("\n") == 1


def _wait_for_welcome(log: Path) -> None:
    until(lambda: log.exists() and '"say":"welcome"' in log.read_text(), "a bot to sit down")


def test_a_bot_can_be_told_a_code(ada: Home) -> None:
    """By the code alone, or by address and code."""
    host = _host(ada, "--seats=2")
    first = ada.start("bot", "--join", host.ready["code"], "--name=One", "--wire-log=one.jsonl")
    second = ada.start("bot", "--join", host.place, "--code", host.ready["code"], "--wire-log=two.jsonl")
    for name in ("one", "two"):
        _wait_for_welcome(ada.folder / f"{name}.jsonl")
    for bot in (first, second):
        bot.signal(signal.SIGTERM)
        assert bot.wait() == 0


def test_looking_on_at_a_private_table_needs_the_code(ada: Home) -> None:
    """Without it, or with a wrong one, nothing is shown; with it, what is open to all."""
    host = _host(ada, "--start=when-full", "--seats=2", "--rounds=100", "--option=round_pause=0.05")
    code = host.ready["code"]
    for name in ("One", "Two"):
        ada.start("bot", "--join", code, f"--name={name}", "--pace=0.2", f"--wire-log={name}.jsonl")
    for arguments, sentence in (
        ([], "This table is private"),
        ([f"--code={wrong_code(code)}"], "That is not the code of this table"),
    ):
        refused = ada.run("watch", "--plain", host.place, "--wire-log=refused.jsonl", *arguments)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert sentence in refused.stderr
        told = map(json.loads, (ada.folder / "refused.jsonl").read_text().splitlines())
        assert {message["say"] for message in told} <= {"challenge", "prompt", "refused"}
    ada.start("watch", code, "--plain", "--name=Otto", "--wire-log=gallery.jsonl")
    log = ada.folder / "gallery.jsonl"
    until(lambda: log.exists() and log.read_text().count('"laid"') >= 2, "cards to be seen")
    steps = [json.loads(line) for line in log.read_text().splitlines()[:-1] if '"hearings"' in line]
    assert steps
    assert all(step["view"]["seat"] is None and not step["view"]["hand"] for step in steps)


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("takelan join ott", ["otter"]),
        ("takelan join otter-lam", ["otter-lamp"]),
        ("takelan join x --code otter-lamp-cabl", ["otter-lamp-cable"]),
    ],
)
def test_tab_completes_the_words_of_a_code(line: str, offers: list[str]) -> None:
    """In the shell, word by word."""
    assert _offered(line) == offers
