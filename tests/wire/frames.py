"""One message of every kind, for tests that need them all."""

from takelan.rules.take_a_number.types import ChooseCard, ChooseRow, KeepCard
from takelan.rules.take_it.types import Flip, Grab
from takelan.rules.take_that.types import Lay, TakeLine, Twist
from takelan.wire import admission, fairness, succession, to_host
from takelan.wire.peer_text import PlayerName, Talk
from takelan.wire.succession import Offer, Where
from takelan.wire.to_host import AnyToHost

_OFFER = Offer(b"h" * 32, b"x" * 32, Where(("10.77.0.2", "fe80::1%eth0"), 18253, "ab" * 32))
_VOTE = succession.Vote(2, b"d" * 32, b"k" * 32, False, b"s" * 64)
_CANDIDACY = succession.Candidacy(
    "0123456789abcdef", 2, b"k" * 32, succession.Epoch(1, 0), sequence=0, bases=(), offer=_OFFER
)

TO_HOST: tuple[AnyToHost, ...] = (
    to_host.Ask(),
    to_host.Hello(1, "0.1.0"),
    admission.Introduce(b"k" * 32, b"c" * 32, b"e" * 33),
    admission.Proof(b"n" * 16, b"m" * 32),
    to_host.Join(PlayerName("Ann"), b"k" * 32, b"s" * 64),
    *(
        to_host.Play(move, 7)
        for move in (
            Lay(12),
            Twist(21),
            TakeLine(),
            Flip(),
            Grab(3),
            ChooseCard(9),
            ChooseRow(1),
            KeepCard(4),
        )
    ),
    to_host.Say(Talk("hello")),
    to_host.Ready(),
    to_host.Rename(PlayerName("Ben")),
    to_host.Pong(5),
    to_host.Leave(),
    to_host.StepOut(),
    to_host.ChooseGame("take-it"),
    to_host.SetOption("rounds", "3"),
    to_host.AddBot("greedy"),
    to_host.Unseat(2),
    to_host.MoveTo(2, 0),
    to_host.MarkDealer(None),
    to_host.Start(),
    admission.SetCode((7, 77, 777)),
    to_host.Standby(_OFFER),
    to_host.Serving(),
    succession.Listening(None),
    succession.Kept(succession.Epoch(1, 1), 3),
    succession.Superseded(2, 1),
    succession.Answered(_VOTE),
    succession.Resigned(),
    to_host.Join(PlayerName("Ben"), b"k" * 32, b"s" * 64, 12, "hard"),
    to_host.Watch(PlayerName("Ann"), b"k" * 32, b"s" * 64),
    to_host.Sit(),
    fairness.Pledge(fairness.DealNumber(1, 2, 1), b"c" * 32),
    fairness.Contribute(fairness.DealNumber(1, 2, 1), b"n" * 32, b"s" * 64),
    fairness.Attest(1, None),
    succession.Restarted(succession.Certificate(_CANDIDACY, (_VOTE,))),
)
