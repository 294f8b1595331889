"""Whatever is said, in whatever order, by whomever: the table stands."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import GAMES
from takelan.wire import to_host, to_peer
from takelan.wire.codec import encode, host_decoder, peer_decoder
from takelan.wire.peer_text import PlayerName, Talk
from tests.table.room import Room

PEOPLE = ("Ann", "Ben", "Cleo", "Dan")

numbers = st.integers(-2, 110)
moves = st.one_of(
    st.builds(take_that.Lay, numbers),
    st.builds(take_that.Twist, numbers),
    st.just(take_that.TakeLine()),
    st.just(take_it.Flip()),
    st.builds(take_it.Grab, numbers),
    st.builds(take_a_number.ChooseCard, numbers),
    st.builds(take_a_number.ChooseRow, numbers),
    st.builds(take_a_number.KeepCard, numbers),
)
wishes = st.one_of(
    st.builds(to_host.ChooseGame, st.sampled_from(sorted(GAMES))),
    st.builds(
        to_host.SetOption,
        st.sampled_from(["rounds", "clock", "advanced", "deck", "grace", "onlookers", "nonsense"]),
        st.sampled_from(["1", "3", "true", "own", "takelan", "0.5", "-1", "off", "delayed", "live"]),
    ),
    st.builds(to_host.AddBot, st.sampled_from([None, "greedy", "random", "genius"])),
    st.builds(to_host.Unseat, st.integers(1, 8)),
    st.builds(to_host.MoveTo, st.integers(1, 8), st.integers(0, 9)),
    st.builds(to_host.MarkDealer, st.none() | st.integers(1, 8)),
    st.just(to_host.Start()),
)
messages = st.one_of(
    st.builds(to_host.Play, moves, st.none() | st.integers(0, 30)),
    st.builds(to_host.Say, st.just(Talk("hm"))),
    st.builds(to_host.Ready, st.booleans()),
    st.builds(to_host.Rename, st.sampled_from([PlayerName(name) for name in PEOPLE])),
    st.just(to_host.Leave()),
    st.just(to_host.StepOut()),
    st.builds(to_host.Sit, st.booleans()),
    wishes,
)
deeds = st.one_of(
    st.tuples(st.just("join"), st.sampled_from(PEOPLE), st.sampled_from([None, "hard", "genius"])),
    st.tuples(st.just("watch"), st.sampled_from(PEOPLE), st.none()),
    st.tuples(st.just("say"), st.integers(0, 9), messages),
    st.tuples(st.just("lose"), st.integers(0, 9), st.none()),
    st.tuples(st.just("wait"), st.sampled_from([0.0, 0.5, 3.0, 30.0]), st.none()),
    st.tuples(st.just("legal"), st.integers(0, 9), st.integers(0, 200)),
)


class Check(Room):
    """A room in which every deed is possible and every letter is read like a client reads it."""

    def do(self, deed: tuple[str, Any, Any]) -> None:
        """Do one thing."""
        kind, first, second = deed
        if kind == "join":
            self.join(first, stand_in=second)
        elif kind == "watch":
            self.watch(first)
        elif kind == "wait":
            self.wait(first)
            self.let_bots_move()
        elif open_peers := [peer for peer in range(1, self._peers + 1) if peer not in self.closed]:
            self.speak(kind, open_peers[first % len(open_peers)], second)

    def speak(self, kind: str, peer: int, message: Any) -> None:
        """Let an open connection do something."""
        if kind == "lose":
            self.lose(peer)
            self.closed.add(peer)
        elif kind == "say":
            (decoded,) = host_decoder().feed(encode(message))
            self.say(peer, decoded)
        elif self.heard(peer, to_peer.Step):
            view = self.view(peer)
            legal = GAMES[view.__struct_config__.tag].moves_in(view)
            if legal:
                self.play(peer, legal[message % len(legal)])

    def check(self) -> None:
        """See that all letters can be read and that nobody was shown another seat's view."""
        for peer, told in self.told.items():
            for message in told:
                (decoded,) = peer_decoder().feed(encode(message))
                assert decoded == message
            if peer > 0 and self.heard(peer, to_peer.Step) and peer not in self.closed:
                assert self.view(peer).seat == self.state(peer).you or self.state(peer).stage != "playing"


@given(st.sampled_from(sorted(GAMES)), st.lists(deeds, max_size=60))
def test_no_conversation_breaks_the_table(game: str, script: list[tuple[str, Any, Any]]) -> None:
    """Joining, leaving, nonsense, moves and time in any order raise nothing and leak nothing."""
    room = Check(game, words={"idle_flip": "0.5", "flip_gap": "0.1", "grace": "2"})
    for deed in script:
        room.do(deed)
    room.check()


@given(st.sampled_from(sorted(GAMES)), st.lists(st.integers(0, 200), min_size=30, max_size=120))
def test_every_seat_is_always_shown_what_the_rules_show_it(game: str, picks: list[int]) -> None:
    """Events to animate, a view to believe: the last view a seat was sent is the one it would get now."""
    room = Check(game, words={"idle_flip": "0.5", "flip_gap": "0"})
    peers = [room.join(name) for name in PEOPLE]
    room.say(peers[0], to_host.Start())
    for place, pick in enumerate(picks):
        room.speak("legal", peers[place % 4], pick)
        match = room.table._evening.match
        assert match is not None
        assert [room.view(peer) for peer in peers] == [match.view(seat) for seat in range(4)]
