"""Games of bots as tables of decisions, for learning from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

from ._native import OPTION_FIELDS, Game, __version__

#: How many seeds there are; after the last one comes 0 again.
SEEDS = 2**64


def trajectories(
    file: str | PathLike[str],
    n: int,
    players: int = 3,
    seed: int = 1,
    modules: Iterable[str] | Mapping[str, Mapping[str, Any]] | None = None,
    house: Mapping[str, Any] | None = None,
    bots: Sequence[str] = ("medium",),
    edition: str = "classic",
) -> int:
    """Lets bots play ``n`` games and writes every decision into a Parquet file (``pip install pyarrow``).

    Seat i is played by ``bots[i % len(bots)]``; game g is ``Game(seed=(seed + g) % 2**64)``. Bots that search by the clock
    (``"hard"``) decide differently every time; ``"hard@200"`` imagines 200 games for a decision, always the same ones. A row has ``game``, ``step``, ``seat``,
    ``turn``, ``observation`` (what the seat saw), ``options`` (how many there were), ``option`` (which was chosen), ``chosen``
    (its row of ``options_array``), ``score`` (the seat's points at the end) and ``share`` (its share of the win). The set-up
    code, the seed and the bots are in the metadata of the file. Returns how many rows there are.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as missing:
        raise ImportError("trajectories are written with pyarrow: pip install pyarrow") from missing
    first = Game(players, modules, house, seed=seed, edition=edition)
    numbers = len(first.observation(0))
    schema = pa.schema(
        [
            ("game", pa.int32()),
            ("step", pa.int32()),
            ("seat", pa.int8()),
            ("turn", pa.int32()),
            ("observation", pa.list_(pa.int16(), numbers)),
            ("options", pa.int16()),
            ("option", pa.int16()),
            ("chosen", pa.list_(pa.int16(), len(OPTION_FIELDS))),
            ("score", pa.int32()),
            ("share", pa.float32()),
        ],
        metadata={
            "alhambra": __version__,
            "setup": first.code or "no code for this set-up",
            "seed": str(seed),
            "bots": ",".join(bots),
            "layout": str(first.layout()),
        },
    )
    rows = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for number in range(n):
            table = _played(first.restart((seed + number) % SEEDS), number, bots)
            writer.write_table(pa.table(table, schema=schema))
            rows += len(table["game"])
    return rows


def _played(game: Game, number: int, bots: Sequence[str]) -> dict[str, list[Any]]:
    rows: dict[str, list[Any]] = {"game": [], "step": [], "seat": [], "turn": [], "observation": []}
    rows |= {"options": [], "option": [], "chosen": [], "score": [], "share": []}
    while not game.over:
        seat, step = game.to_move, game.decisions
        option = game.decide(bots[seat % len(bots)], seed=(game.seed * 1_000_003 + step) % SEEDS)
        chosen = game.options_array()[option]
        seen = (number, step, seat, game.turn, game.observation(seat), game.legal_count(), option, chosen)
        for name, value in zip(rows, seen, strict=False):
            rows[name].append(value)
        game.apply(option)
    rows["score"] = [game.scores[seat] for seat in rows["seat"]]
    rows["share"] = [game.win_shares[seat] for seat in rows["seat"]]
    return rows
