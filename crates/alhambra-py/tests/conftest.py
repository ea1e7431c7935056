"""What the tests share: set-ups by lot, and games played by lot."""

from __future__ import annotations

import random

import alhambra


def some_setup(dice: random.Random) -> dict:
    """Two to six players and any modules that go with so many."""
    players = dice.randint(2, 6)
    fitting = [m["slug"] for m in alhambra.modules() if m["players"][0] <= players <= m["players"][1]]
    return {"players": players, "modules": dice.sample(fitting, dice.randint(0, len(fitting)))}


def play(game: alhambra.Game, dice: random.Random, decisions: int | None = None) -> alhambra.Game:
    """Plays by lot to the end, or so many decisions."""
    while not game.over and decisions != 0:
        game.apply(dice.randrange(game.legal_count()))
        decisions = None if decisions is None else decisions - 1
    return game
