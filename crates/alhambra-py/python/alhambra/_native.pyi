"""The part of the package that is written in Rust."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

__version__: str
MAX_OPTIONS: int
"""The size of the action space: the most options a decision has."""
OPTION_FIELDS: list[str]
"""The columns of a row of options."""

class Game:
    """A game. It holds everybody's secrets; ``view`` and ``observation`` show what one seat may see."""

    def __init__(
        self,
        players: int = 3,
        modules: Iterable[str] | Mapping[str, Mapping[str, Any]] | None = None,
        house: Mapping[str, Any] | None = None,
        seed: int = 0,
        edition: str = "classic",
        data: str | None = None,
    ) -> None: ...
    @staticmethod
    def replay(record: str) -> Game:
        """The game a record leads to; it can be played on."""
    def restart(self, seed: int) -> Game:
        """A game like this one with another seed, from its beginning."""
    @property
    def players(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def code(self) -> str | None:
        """The set-up as a code of a few letters; ``alhambra setup`` reads it."""
    @property
    def setup(self) -> dict[str, Any]: ...
    @property
    def to_move(self) -> int | None:
        """The seat that has to decide next; None when the game is over."""
    @property
    def over(self) -> bool: ...
    @property
    def turn(self) -> int: ...
    @property
    def decisions(self) -> int: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int] | None: ...
    @property
    def win_shares(self) -> list[float]: ...
    def legal(self, seat: int | None = None) -> list[Any]:
        """What a seat (the one to move, if none is named) can do, in the frozen order of the engine."""
    def legal_count(self, seat: int | None = None) -> int: ...
    def describe(self, option: int, seat: int | None = None) -> str: ...
    def apply(self, action: int | str | Mapping[str, Any], seat: int | None = None) -> None:
        """Does an option by its position in ``legal``, or any action the rules allow, written as ``legal`` does.

        Raises ValueError with the rule that stands against it; the game is unchanged then.
        """
    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The table as a seat sees it, or as a spectator does."""
    def next_scoring(self) -> dict[str, Any] | None:
        """What the next scoring would bring if it were held now, and how near it is; None when none is left."""
    def plan(self, seat: int, wishes: list[dict[str, Any]]) -> list[Any]:
        """Where tiles a seat has bought could go when its turn is over.

        Wishes are ``{"piece": 12, "at": [0, 1], "turn": 0}``. The first of the two answers is which of them fit, in an
        order the rules allow; the second what could be done with the other tiles then, or None.
        """
    def layout(self) -> dict[str, tuple[int, ...]]: ...
    def observation(self, seat: int) -> NDArray[np.int16]: ...
    def action_mask(self, seat: int | None = None) -> NDArray[np.int8]: ...
    def options_array(self, seat: int | None = None) -> NDArray[np.int16]: ...
    def resample(self, seat: int, seed: int, recall: bool = True) -> Game:
        """A game the seat cannot tell from this one: hidden cards dealt anew, another future."""
    def decide(self, bot: str = "medium", seat: int | None = None, seed: int = 0) -> int:
        """What a bot would do in the place of a seat, as the position of an option in ``legal``."""
    def playout(self, seed: int = 0, bot: str = "random") -> None:
        """Lets bots play the game to its end."""
    def record(self) -> str:
        """The text of a record file; ``alhambra replay`` reads it."""
    def clone(self) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def __hash__(self) -> int: ...

class Games:
    def __init__(
        self,
        n: int,
        players: int = 3,
        modules: Iterable[str] | Mapping[str, Mapping[str, Any]] | None = None,
        house: Mapping[str, Any] | None = None,
        seed: int = 0,
        threads: int | None = None,
        edition: str = "classic",
        opponents: str | None = None,
    ) -> None: ...
    def reset(self, seed: int) -> None: ...
    def layout(self) -> dict[str, tuple[int, ...]]: ...
    def step(
        self,
        actions: NDArray[np.int64] | None,
        observations: NDArray[np.int16],
        masks: NDArray[np.int8],
        options: NDArray[np.int16] | None,
        seats: NDArray[np.int8],
        rewards: NDArray[np.float32],
        scores: NDArray[np.int32],
        over: NDArray[np.bool_],
    ) -> None: ...
    def describe(self, game: int, option: int) -> str: ...
    def view(self, game: int, seat: int) -> dict[str, Any]: ...

def playouts(
    n: int,
    players: int = 3,
    seed: int = 1,
    modules: Iterable[str] | Mapping[str, Mapping[str, Any]] | None = None,
    house: Mapping[str, Any] | None = None,
    bot: str = "random",
    threads: int | None = None,
    edition: str = "classic",
) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.int32], NDArray[np.int32]]: ...
def simulate(
    n: int,
    players: int = 3,
    seed: int = 1,
    modules: Iterable[str] | Mapping[str, Mapping[str, Any]] | None = None,
    house: Mapping[str, Any] | None = None,
    bots: Sequence[str] | None = None,
    threads: int | None = None,
    record: str | PathLike[str] | None = None,
    edition: str = "classic",
) -> dict[str, Any]:
    """``alhambra simulate``: the statistics of a batch; ``record`` names a new folder for all records."""

def editions() -> list[str]:
    """The short names of the editions."""

def modules(edition: str = "classic") -> list[dict[str, Any]]:
    """The modules that can be switched on in an edition."""

def house_rules() -> list[dict[str, Any]]:
    """The house rules and their values, the default first."""

def export_data() -> str:
    """What is printed in the box and may be wrong here, as a text whose lines can be corrected: `Game(data=...)`."""

def pieces(edition: str = "classic") -> list[dict[str, Any]]:
    """What is printed on every piece of an edition, by number."""

def cards() -> list[dict[str, Any]]:
    """The kinds of card a hand can hold, by number."""
