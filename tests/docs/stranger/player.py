"""One seat, from the first byte to the farewell."""

import json
import os
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.docs.stranger.deals import Deal
from tests.docs.stranger.games import GAMES
from tests.docs.stranger.wire import Said, Wire, check, hashed, join

PROTOCOL = 1


class Stranger:
    """One seat, from the first byte to the farewell."""

    def __init__(self, wire: Wire, name: str) -> None:
        self.wire = wire
        self.name = name
        self._secret = Ed25519PrivateKey.generate()
        self.key = self._secret.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.words: list[int] = []
        self.table: Said = {}
        self.id = ""
        self.deals: list[Deal] = []
        self.opened: list[Said] = []
        self.names: list[str] = []
        self.step: Said = {}
        self.proven: set[Any] = set()
        self.moves = self.counted = self.answered = 0
        self.is_leaving = False
        self.log: dict[str, Any] = {"moves": 0, "proofs": 0, "refused": [], "checks": []}

    def sit_down(self) -> None:
        """Greet the host, prove the key and ask for a seat."""
        self.wire.say("hello", protocol=PROTOCOL, version="0.1")
        challenge = self.wire.expect("challenge")
        self.id = challenge["table"]
        certificate, nonce = self.wire.certificate, challenge["nonce"]
        claim = join("takelan seat 1", self.id, challenge["term"], self.key, certificate, nonce)
        mine = os.urandom(16)
        commitment = hashed("takelan check commitment 1", claim, mine)
        self.wire.say("introduce", key=self.key, commitment=commitment)
        theirs = self.wire.expect("prompt")["nonce"]
        number = int.from_bytes(hashed("takelan check words 1", claim, mine, theirs), "big")
        self.words = [number % 1296, number // 1296 % 1296]
        self.wire.say("proof", nonce=mine)
        self.wire.say("join", name=self.name, key=self.key, signature=self._secret.sign(claim))
        self.wire.expect("welcome")

    def play(self) -> dict[str, Any]:
        """Hear and answer until the host says farewell; return what happened."""
        while (heard := self.wire.hear()) is not None:
            answer = getattr(self, "on_" + heard["say"].replace("-", "_"), None)
            # Whoever has said `leave` has nothing to add; only the farewell is waited for.
            if answer is not None and (heard["say"] == "farewell" or not self.is_leaving):
                answer(heard)
        return self.log

    def on_ping(self, ping: Said) -> None:
        """Show that one is there."""
        self.wire.say("pong", number=ping["number"])

    def on_table(self, table: Said) -> None:
        """Look around; between games and rounds want the next one."""
        self.table = table
        me = table["seats"][table["you"]]
        if table["stage"] in ("lobby", "resting") and not me["is_ready"]:
            self.wire.say("ready", is_ready=True)

    def on_doorway(self, doorway: Said) -> None:
        """As the owner: remember the check words beside the others' seats."""
        self.log["checks"] += [
            one["words"] for one in doorway["checks"] if one["words"] not in self.log["checks"]
        ]

    def on_refused(self, refused: Said) -> None:
        """Remember what was turned down."""
        self.log["refused"].append(refused["code"])

    def on_shuffle(self, shuffle: Said) -> None:
        """Bind oneself to a nonce for the next deal."""
        number = shuffle["terms"]["number"]
        # An attempt that failed is no part of the game.
        self.deals = [one for one in self.deals if one.number["round"] != number["round"]]
        self.deals.append(Deal(self.id, shuffle, self.key))
        deal = self.deals[-1]
        self.wire.say("pledge", number=number, commitment=deal.commitment(self.key, deal.nonce))

    def on_pledges(self, pledges: Said) -> None:
        """Sign the list and tell the nonce."""
        deal = self.deals[-1]
        signature = self._secret.sign(deal.accept(pledges["players"]))
        self.wire.say("contribute", number=deal.number, nonce=deal.nonce, signature=signature)

    def on_bound(self, bound: Said) -> None:
        """Keep what the host is bound to."""
        self.deals[-1].bound = bound["cards"]
        self.names = [one["name"] for one in self.table["seats"]]

    def on_proofs(self, proofs: Said) -> None:
        """Check the cards of the next step."""
        self.proven |= {self.deals[-1].prove(one) for one in proofs["proofs"]}
        self.log["proofs"] += len(proofs["proofs"])

    def on_take_that(self, step: Said) -> None:
        """Take a step in, and answer it if it is this seat's turn."""
        self.step = step
        for heard in step["hearings"]:
            if heard["event"] in ("dealt", "drew"):
                shown = heard["hand"] if heard["event"] == "dealt" else [heard["card"]]
                check(self.proven.issuperset(shown), "a card without its proof")
            if heard["event"] == "game_ended":
                self.log |= {"totals": heard["totals"], "winners": heard["winners"]}
        self.deals[-1].hearings += step["hearings"]
        self.proven = set()
        self._move()

    on_take_a_number = on_take_that

    def on_counted(self, counted: Said) -> None:
        """Remember which moves are judged."""
        self.counted = counted["number"]
        self._move()

    def _move(self) -> None:
        """Answer the newest view, unless a move is still on its way."""
        if not self.step:
            return
        view, revision = self.step["view"], self.step["revision"]
        move = GAMES[view["game"]].move(view)
        if move is None or self.moves != self.counted or revision <= self.answered:
            return
        self.moves += 1
        self.answered = revision
        self.wire.say("play", move=move, revision=revision, number=self.moves)
        self.log["moves"] += 1

    def on_opened(self, opened: Said) -> None:
        """Check the whole game once its last deal is opened, and sign it."""
        self.opened.append(opened["deal"])
        if opened["is_last"]:
            game = self.deals[-1].number["game"]
            self.wire.say("attest", game=game, signature=self._secret.sign(self._game_text(game)))

    def _game_text(self, number: int) -> bytes:
        view = self.step["view"]
        game, options = view["game"], view["options"]
        lines: list[Said] = [{"game": game, "seats": self.names, "options": options}]
        dealer = None
        for deal, opened in zip(self.deals, self.opened, strict=True):
            seed = deal.seed(opened)
            order = deal.deck(GAMES[game].cards(), seed)
            dealer = deal.dealer(dealer, seed)
            check(deal.hearings[0]["dealer"] == dealer, "another dealer than the seed says")
            lines += GAMES[game].tell(deal.hearings, order, dealer, options)
        digest = sha256()
        for line in lines:
            text = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            digest.update(join(text))
        return join("takelan game 1", self.id, number, digest.digest())

    def on_attested(self, attested: Said) -> None:
        """Leave once everybody who took part in the last deal has signed, or somebody objects."""
        has_all = self.deals[-1].keys <= {one["key"] for one in attested["signed"]}
        if has_all or attested["objecting"]:
            self.log["objecting"] = attested["objecting"]
            self.is_leaving = True
            self.wire.say("leave")

    def on_farewell(self, farewell: Said) -> None:
        """Remember why it ended."""
        self.log["farewell"] = farewell["code"]
