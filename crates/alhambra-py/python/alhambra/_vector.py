"""Many games stepped together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ._layout import unpack
from ._native import MAX_OPTIONS, OPTION_FIELDS, Games


class VectorEnv(gymnasium.vector.VectorEnv):
    """``n`` games with the same set-up, one decision of each at every step, on all cores.

    It is Gymnasium's ``VectorEnv`` (autoreset NEXT_STEP). The engine writes straight into the arrays below; they are the
    same arrays for ever, so copy what you keep. Every row is seen by the seat that has to decide (``seats``; -1 when the
    game is over). A game that is over shows its final position once, with ``terminated`` set and ``rewards`` paid out; the
    next step ignores its action and begins a new game there.

    With ``opponents`` (a bot: ``"medium"``, or ``"hard@200"`` for 200 imagined games a decision) one seat of every game is yours (``agent_seats``, in turn) and bots play all
    others; you are asked at every step, and the reward is your share of the win. Without, whoever has to decide is asked,
    and the reward of a step is that of the seat that decided; ``rewards`` has those of all seats.
    """

    observations: NDArray[np.int16]
    action_masks: NDArray[np.int8]
    options: NDArray[np.int16] | None
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    scores: NDArray[np.int32]
    terminated: NDArray[np.bool_]
    agent_seats: NDArray[np.int8] | None

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
        opponents: str | None = None,
    ) -> None:
        self._games = Games(n, players, modules, house, seed, threads, edition, opponents)
        self._later = np.random.default_rng(seed)
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
        self.agent_seats = (np.arange(n) % players).astype(np.int8) if opponents else None
        full = np.iinfo(np.int16)
        self.num_envs = n
        self.single_observation_space = gymnasium.spaces.Box(full.min, full.max, (numbers,), np.int16)
        self.single_action_space = gymnasium.spaces.Discrete(MAX_OPTIONS)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}
        self._rows = np.arange(n)
        self._never = np.zeros(n, np.bool_)
        self._write(None)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begins all games anew; the same seed gives the same games, and the same ones after it at every reset without a seed."""
        if seed is None:
            seed = int(self._later.integers(2**63))
        else:
            self._later = np.random.default_rng(seed)
        self._games.reset(seed)
        self._write(None)
        return self.observations, self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Does one action in every game; returns observations, rewards, terminations, truncations and infos."""
        # Whoever decides gets what comes of it; of a game that is over nobody decides.
        whose = self.agent_seats if self.agent_seats is not None else np.maximum(self.seats, 0)
        self._write(np.ascontiguousarray(actions, np.int64))
        return self.observations, self.rewards[self._rows, whose], self.terminated, self._never, self._infos()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks, "seat": self.seats, "scores": self.scores}

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
