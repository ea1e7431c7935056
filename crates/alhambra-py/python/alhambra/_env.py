"""The PettingZoo environment: one agent for each seat, a decision at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._layout import unpack
from ._native import MAX_OPTIONS, OPTION_FIELDS, Game

Modules = Iterable[str] | Mapping[str, Mapping[str, Any]] | None


def env(**settings: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks around it; the arguments are those of ``raw_env``."""
    wrapped: AECEnv = raw_env(**settings)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):
    """A game of Alhambra for ``players`` agents named ``seat_0``, ``seat_1`` and so on.

    An action is the position of an option in the engine's list of legal options, whose order is frozen;
    ``action_mask`` marks how many there are. ``describe(i)`` says an option in words, ``actions()`` gives them
    all as data. Rewards come at the end: the share of the win.
    """

    metadata = {"name": "alhambra_v1", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        players: int = 3,
        modules: Modules = None,
        house: Mapping[str, Any] | None = None,
        options: bool = False,
        render_mode: str | None = None,
        edition: str = "classic",
    ) -> None:
        """``options=True`` adds the options as numbers to every observation, (512, 32)."""
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode: there is no {render_mode!r}, only 'ansi' and 'human'")
        self.game = Game(players, modules, house, edition=edition)
        self.render_mode = render_mode
        self.with_options = options
        self.possible_agents = [f"seat_{i}" for i in range(players)]
        self.agents = []
        self._seat = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._layout = self.game.layout()
        full = np.iinfo(np.int16)
        numbers = sum(prod(shape) for shape in self._layout.values())
        parts: dict[str, spaces.Space] = {
            "observation": spaces.Box(full.min, full.max, (numbers,), np.int16),
            "action_mask": spaces.Box(0, 1, (MAX_OPTIONS,), np.int8),
        }
        if options:
            parts["options"] = spaces.Box(full.min, full.max, (MAX_OPTIONS, len(OPTION_FIELDS)), np.int16)
        # One space for each agent, so that seeding one of them leaves the others alone.
        self.observation_spaces = {agent: spaces.Dict(dict(parts)) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(MAX_OPTIONS) for agent in self.possible_agents}
        self._dice, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. With a seed it is the game ``Game(seed=seed)``; later ones without follow from it."""
        if seed is not None:
            self._dice, _ = seeding.np_random(seed)
        else:
            seed = int(self._dice.integers(0, 2**63))
        self.game = self.game.restart(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to decide: None is for agents whose game is over")
        self.game.apply(int(action), self._seat[agent])
        self._cumulative_rewards[agent] = 0.0
        self._settle()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent's seat may see, and its mask: all zeros when it is not asked."""
        seat = self._seat[agent]
        seen = {"observation": self.game.observation(seat), "action_mask": self.game.action_mask(seat)}
        if self.with_options:
            seen["options"] = self.game.options_array(seat)
        return seen

    def layout(self) -> dict[str, tuple[int, ...]]:
        """The sections of an observation in their order, with their shapes; ``unpack`` takes it."""
        return dict(self._layout)

    def unpack(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The sections of an observation by name, as views."""
        return unpack(observation, self._layout)

    def actions(self) -> list[Any]:
        """What the agent to decide can do, as data; position i is action i."""
        return self.game.legal()

    def describe(self, action: int) -> str:
        """An action of the agent to decide, in words."""
        return self.game.describe(int(action))

    def render(self) -> str | None:
        """The open table as text, given back (``ansi``) or printed after every step (``human``); hands stay hidden."""
        if self.render_mode == "human":
            print(_text(self.game), end="\n\n", flush=True)
        return _text(self.game) if self.render_mode == "ansi" else None

    def state(self) -> np.ndarray:
        """Everything there is to know, for training with a critic that sees all: what every seat sees, a row each."""
        return np.stack([self.game.observation(seat) for seat in self._seat.values()])

    def close(self) -> None:
        """There is nothing to close."""

    def _settle(self) -> None:
        """Who is next, and what there is to tell everybody."""
        game = self.game
        scores = game.scores
        if game.over:
            self.rewards = dict(zip(self.possible_agents, game.win_shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[game.to_move]
        for agent in self.agents:
            seat = self._seat[agent]
            others = [score for i, score in enumerate(scores) if i != seat]
            self.infos[agent] = {
                "action_mask": game.action_mask(seat),
                "score": scores[seat],
                "score_difference": scores[seat] - max(others),
            }
        if game.over:
            self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()


def _text(game: Game) -> str:
    view = game.view()
    lines = [f"turn {view['turn']}, deck {view['deck']}, tower {view['tower']}, scorings {view['scorings']}"]
    for offer in view["market"]:
        tile = offer["tile"]
        on = f"{tile['building']} {tile['price']} {tile['walls']}".rstrip() if tile else "empty"
        lines.append(f"  {offer['currency']}: {on}")
    lines.append("money: " + ", ".join(view["display"]))
    for player in view["players"]:
        lines.append(
            f"  seat {player['seat']}: {player['score']} points, {player['hand_size']} cards,"
            f" {len(player['palace'])} tiles, wall {player['wall']}"
        )
    lines.append("over" if game.over else f"seat {game.to_move} decides")
    return "\n".join(lines)
