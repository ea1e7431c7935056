"""Alhambra for Python: the rules engine as a PettingZoo environment, many games at once, and single games.

    import alhambra

    env = alhambra.env(players=3, modules=["thieves"])   # PettingZoo AEC
    envs = alhambra.VectorEnv(256, players=3)            # many games, one array of observations
    result = alhambra.playouts(10_000, players=4)        # whole games by bots, on all cores
    game = alhambra.Game(players=2, seed=7)              # one game: legal, apply, view, record, replay

The guide (docs/guide/python.md) has the layout of observations and options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._env import env, raw_env
from ._layout import unpack
from ._native import (
    MAX_OPTIONS,
    OPTION_FIELDS,
    Game,
    __version__,
    cards,
    editions,
    export_data,
    house_rules,
    modules,
    pieces,
    simulate,
)
from ._native import playouts as _playouts
from ._trajectories import trajectories
from ._vector import VectorEnv

__all__ = [
    "MAX_OPTIONS",
    "OPTION_FIELDS",
    "Game",
    "Playouts",
    "VectorEnv",
    "__version__",
    "cards",
    "editions",
    "env",
    "export_data",
    "house_rules",
    "modules",
    "pieces",
    "playouts",
    "raw_env",
    "simulate",
    "trajectories",
    "unpack",
]


class Playouts(NamedTuple):
    """What came out of many games; row i is game i."""

    scores: NDArray[np.int32]
    """Points, (games, players)."""
    win_shares: NDArray[np.float32]
    """1 for the winner, parts of it for tied winners, (games, players)."""
    turns: NDArray[np.int32]
    """Turns of each game."""
    decisions: NDArray[np.int32]
    """Decisions of each game."""


def playouts(
    n: int,
    players: int = 3,
    seed: int = 1,
    modules: Iterable[str] | Mapping[str, Mapping[str, Any]] | None = None,
    house: Mapping[str, Any] | None = None,
    bot: str = "random",
    threads: int | None = None,
    edition: str = "classic",
) -> Playouts:
    """Plays ``n`` whole games with one kind of bot on all cores, without holding the GIL.

    The games are those of ``alhambra simulate`` with the same seed, whatever the number of threads.
    """
    return Playouts(*_playouts(n, players, seed, modules, house, bot, threads, edition))
