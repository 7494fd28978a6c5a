"""Sound game files made at random, of any shape that the form has."""

import random
from collections.abc import Iterator

VERDICTS = ("win", "push", "lose")


def made_file(seed: int) -> str:
    """A game with streets, an opponent or none, and a wager of every kind."""
    rng = random.Random(seed)
    return "\n".join(_Maker(rng, seed).lines()) + "\n"


class _Maker:
    def __init__(self, rng: random.Random, seed: int) -> None:
        self.rng, self.seed = rng, seed
        self.dealer, self.several = rng.random() < 0.6, rng.random() < 0.5
        self.hole = rng.randint(1, 5)

    def lines(self) -> Iterator[str]:
        rng = self.rng
        streets = list(self._streets())
        held = self.hole + sum(own + board for own, board, _ in streets)
        yield f'[game]\nid = "made-{self.seed}"\nshort = "m{self.seed}"'
        yield f'name = "Made {self.seed}"\nseats = 4\nhole = {self.hole}'
        if rng.random() < 0.3:
            yield "bonus_cap = 50"
        if self.dealer:
            yield f'[game.dealer]\nqualifier = "{rng.choice(("932", "none", "K2"))}"'
            yield f'unqualified = "{rng.choice(("push", "win", "play"))}"'
            yield f'ties = "{rng.choice(VERDICTS)}"'
        else:
            yield f"wins = {rng.randint(2, max(2, min(4, held)))}"
        decisions = sum(decides for _, _, decides in streets)
        for number, (own, board, decides) in enumerate(streets):
            yield f'[[game.street]]\nname = "s{number}"\nown = {own}\nboard = {board}'
            yield f"face_up = {rng.choice(('true', 'false'))}"
            if decides:
                decisions -= 1
                free = rng.choice(("fold", "check")) if self.several or not decisions else "check"
                sizes = "bet = 1", "bet = 2", "up_to = 3", "up_to = [1, 1, 1, 2, 2, 3]"
                yield f'free = "{free}"\n{rng.choice(sizes)}'
        yield from self._wagers()

    def _streets(self) -> Iterator[tuple[int, int, bool]]:
        """Own cards, community cards, and whether a decision follows."""
        rng, left = self.rng, 7 - self.hole
        # A hand of one card would have no flush to win with.
        for number in range(rng.randint(1, 4)):
            own = rng.randint(0, min(2, left)) if rng.random() < 0.4 else 0
            board = rng.randint(0, min(3, left - own)) if rng.random() < 0.8 else 0
            if not number and self.hole == 1 and not own:
                board = max(board, 1)
            if number and not own + board:
                return
            left -= own + board
            yield own, board, not number or rng.random() < 0.8

    def _wagers(self) -> Iterator[str]:
        rng = self.rng
        scales = ["1", '"3/5"', "{ length = [1, 1, 2, 0, 5] }", "{ length = [0, 2] }"]
        scales += ["{ margin = [0, 1, 3] }"] * 2 if self.dealer else []
        yield '[[game.wager]]\nid = "ante"\nname = "Ante"'
        yield self._main(rng.choice(scales))
        yield '[[game.wager]]\nid = "twin"\nname = "Twin"\nequals_ante = true\nbasis = "to 1"'
        yield f'pick = "best"\nunmatched = "{rng.choice(("push", "lose"))}"'
        yield self._main('"table"')
        yield '[[game.wager]]\nid = "all"\nname = "All"\nbasis = "to 1"\nlooks_at = "table"'
        yield 'bonus = true\n[[game.wager]]\nid = "early"\nname = "Early"\nbasis = "to 1"'
        if self.hole > 1:
            yield "first = 2"
        verb = rng.choice(("bet", "raise", "play"))
        yield f'[game.bet]\nid = "more"\nname = "More"\nverb = "{verb}"'
        yield f"several = {str(self.several).lower()}"
        yield self._main("1", folds=self.several)
        yield self._table("twin", '"3-card straight flush" = 20\n"3-card flush" = 2')
        yield self._table("all", '"4-card flush" = { by_players = [9, 4, 2] }\n"3-card flush" = 1')
        yield self._table("early", '"2-card flush" = 1')

    def _main(self, pays: str, *, folds: bool = True) -> str:
        rng = self.rng
        parts = [f'fold = "{rng.choice(VERDICTS)}"'] if folds else []
        parts += [f'ahead = "win", behind = "{rng.choice(VERDICTS)}", pays = {pays}']
        if self.dealer:
            parts += [f'tie = "{rng.choice(("win", "as ruled"))}"']
            parts += [f'unqualified = "{rng.choice(("as ruled", "compared", "push"))}"']
        return f"main = {{ {', '.join(parts)} }}"

    def _table(self, wager: str, pays: str) -> str:
        head = f'[[paytable]]\nid = "A"\ngame = "made-{self.seed}"\nwager = "{wager}"'
        return f'{head}\nbasis = "to 1"\n[paytable.pays]\n{pays}'
