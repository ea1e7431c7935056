"""Many games stepped together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._layout import unpack
from ._native import MAX_OPTIONS, OPTION_FIELDS, Games


class VectorEnv:
    """``n`` games with the same set-up, one decision of each at every step, on all cores.

    The engine writes straight into the arrays below; they are the same arrays for ever, so copy what you keep.
    Every row is seen by the seat that has to decide (``seats``; -1 when the game is over). A game that is over
    shows its final position once, as seat 0 sees it, with ``terminated`` set and ``rewards`` paid out; the next
    step ignores its action and begins a new game there (Gymnasium calls this NEXT_STEP).
    """

    observations: NDArray[np.int16]
    action_masks: NDArray[np.int8]
    options: NDArray[np.int16] | None
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    scores: NDArray[np.int32]
    terminated: NDArray[np.bool_]

    def __init__(
        self,
        n: int,
        players: int = 3,
        modules: Iterable[str] | Mapping[str, Mapping[str, Any]] | None = None,
        house: Mapping[str, Any] | None = None,
        seed: int = 0,
        options: bool = False,
        threads: int | None = None,
        edition: str = "classic",
    ) -> None:
        self._games = Games(n, players, modules, house, seed, threads, edition)
        self.n = n
        self.players = players
        self.layout = self._games.layout()
        numbers = sum(prod(shape) for shape in self.layout.values())
        self.observations = np.zeros((n, numbers), np.int16)
        self.action_masks = np.zeros((n, MAX_OPTIONS), np.int8)
        self.options = np.zeros((n, MAX_OPTIONS, len(OPTION_FIELDS)), np.int16) if options else None
        self.seats = np.zeros(n, np.int8)
        self.rewards = np.zeros((n, players), np.float32)
        self.scores = np.zeros((n, players), np.int32)
        self.terminated = np.zeros(n, np.bool_)
        self._write(None)

    def reset(self, seed: int) -> NDArray[np.int16]:
        """Begins all games anew; the same seed gives the same games."""
        self._games.reset(seed)
        self._write(None)
        return self.observations

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], NDArray[np.int8]]:
        """Does one action in every game; returns observations, rewards, terminated and masks."""
        self._write(np.ascontiguousarray(actions, np.int64))
        return self.observations, self.rewards, self.terminated, self.action_masks

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """An action for every game by lot, from those its mask allows."""
        counts = self.action_masks.sum(axis=1, dtype=np.int64)
        return (rng.random(self.n) * counts).astype(np.int64)

    def unpack(self) -> dict[str, NDArray[Any]]:
        """The sections of the observations by name, as views: (n, …) each."""
        return unpack(self.observations, self.layout)

    def describe(self, game: int, action: int) -> str:
        """An action of one game in words."""
        return self._games.describe(game, action)

    def _write(self, actions: NDArray[np.int64] | None) -> None:
        self._games.step(
            actions,
            self.observations,
            self.action_masks,
            self.options,
            self.seats,
            self.rewards,
            self.scores,
            self.terminated,
        )
