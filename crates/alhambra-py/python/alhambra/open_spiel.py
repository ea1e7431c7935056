"""Alhambra for OpenSpiel (``pip install open_spiel``).

    import alhambra.open_spiel
    import pyspiel

    game = pyspiel.load_game("alhambra(players=3,modules=thieves;diamonds)")

Luck is decided once, at the root: a chance node draws one of ``deals`` deals, whose seeds are those of ``alhambra.Game``.
Everything after it follows from what players do. An action is the position of an option in the engine's list, as in the
PettingZoo environment.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._native import MAX_OPTIONS, Game

# The engine ends every game long before; the longest that bots and lots have played took some thousand decisions.
_LONGEST = 100_000

_TYPE = pyspiel.GameType(
    short_name="alhambra",
    long_name="Alhambra",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 3, "modules": "", "edition": "classic", "deals": 1000},
)


class AlhambraGame(pyspiel.Game):
    """A set-up: ``players``, ``modules`` (short names with semicolons between them), ``edition`` and how many ``deals``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.deals = int(params.get("deals", 1000))
        modules = [slug for slug in str(params.get("modules", "")).split(";") if slug]
        players = int(params.get("players", 3))
        self.table = Game(players, modules, edition=str(params.get("edition", "classic")))
        info = pyspiel.GameInfo(
            num_distinct_actions=MAX_OPTIONS,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> AlhambraState:
        return AlhambraState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> AlhambraObserver:
        if params:
            raise ValueError(f"an observer of alhambra has no parameters, not {params}")
        return AlhambraObserver(self.table)


class AlhambraState(pyspiel.State):
    """A game, or the moment before it was dealt."""

    def __init__(self, game: AlhambraGame) -> None:
        super().__init__(game)
        self._deals = game.deals
        self._table = game.table
        self.game: Game | None = None

    def current_player(self) -> int:
        if self.game is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.game.over else self.game.to_move

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1.0 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self.game.legal_count(player))) if self.game else []

    def _apply_action(self, action: int) -> None:
        if self.game is None:
            self.game = self._table.restart(action)
        else:
            self.game.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        # Two options may be the same in words, such as equal cards in another order.
        return f"{action}: {self.game.describe(int(action), player)}"

    def is_terminal(self) -> bool:
        return self.game is not None and self.game.over

    def returns(self) -> list[float]:
        return self.game.win_shares if self.game else [0.0] * self._table.players

    def __str__(self) -> str:
        return repr(self.game) if self.game else "not dealt yet"


class AlhambraObserver:
    """What a seat sees, as numbers and as text."""

    def __init__(self, table: Game) -> None:
        self.tensor = np.zeros(len(table.observation(0)), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AlhambraState, player: int) -> None:
        if state.game is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.game.observation(player)

    def string_from(self, state: AlhambraState, player: int) -> str:
        return "not dealt yet" if state.game is None else str(state.game.view(player))


pyspiel.register_game(_TYPE, AlhambraGame)
