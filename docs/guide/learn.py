"""Learns Alhambra from nothing against two players who draw lots, in a few minutes on one core: numpy and a page of code.

    python docs/guide/learn.py [--minutes 2] [--out learning.svg]

A policy looks at the rows of all options and at the raw observation, gives every option a number (a weighted sum of facts), and
draws one in proportion to the exponentials. After a game the weights move towards what was done if it was won, and away from it
if not (REINFORCE, with the average as a baseline). Nothing here knows a rule of the game.
"""

from __future__ import annotations

import argparse
import time

import alhambra
import numpy as np

FIELD = {name: i for i, name in enumerate(alhambra.OPTION_FIELDS)}
KINDS = 19  # of options, `what` counts from 1
TYPES = {name: i for i, name in enumerate(["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"])}
GAMES, BATCH, RATE = 192, 384, 0.03


def printed() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is printed on the pieces: type (6 for none), price and how many walls; row 0 is no piece."""
    kind, price, walls = np.full(200, 6), np.zeros(200), np.zeros(200)
    for piece in alhambra.pieces():
        i = piece["piece"] + 1
        kind[i] = TYPES.get(piece["building"], 6)
        price[i], walls[i] = piece["price"] or 0, len(piece["walls"] or "")
    return kind, price, walls


KIND, PRICE, WALLS = printed()


def facts(envs: alhambra.VectorEnv) -> tuple[np.ndarray, np.ndarray]:
    """Facts about every option of every game, (games, options, facts), and which options there are."""
    counts = envs.action_masks.sum(axis=1, dtype=np.int64)
    rows = envs.options[:, : max(1, counts.max())].astype(np.int64)
    seen = envs.unpack()
    what, piece = rows[..., FIELD["what"]], rows[..., FIELD["piece"]]
    kind, price, walls = KIND[piece], PRICE[piece], WALLS[piece]
    paid = rows[..., FIELD["florin"] : FIELD["ducat"] + 1].sum(axis=-1)
    own = np.pad(seen["players"][:, 0, 5:11], ((0, 0), (0, 1)))
    best = np.pad(seen["players"][:, 1:, 5:11].max(axis=1), ((0, 0), (0, 1)))
    mine, theirs = np.take_along_axis(own, kind.reshape(len(kind), -1), 1), np.take_along_axis(best, kind.reshape(len(kind), -1), 1)
    buys, lays = what == 2, (what == 7) | (what == 3)
    late = seen["table"][:, 11, None] / 2
    cards = rows[..., FIELD["cards"]]
    off = np.abs(rows[..., FIELD["x"]]) + np.abs(rows[..., FIELD["y"]])
    told = [what == k for k in range(1, KINDS)]
    told += [buys & (paid == price), buys * (paid - price) / 10, buys * price / 10, buys * walls / 3]
    told += [buys & (mine >= theirs), buys & (mine + 2 > theirs), buys * (mine - theirs) / 6, buys * late]
    told += [buys & (kind == k) for k in range(6)]
    told += [(what == 1) * paid / 10, (what == 1) * cards / 3, (what == 1) * (paid / np.maximum(cards, 1)) / 9]
    told += [lays * walls / 3, lays * off / 5, lays & (mine + 2 > theirs)]
    there = np.arange(rows.shape[1]) < counts[:, None]
    return np.stack(told, axis=-1).astype(np.float32), there


def chances(told: np.ndarray, there: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """How likely each option is to be chosen."""
    looks = np.where(there, told @ weights, -np.inf)
    looks[~there.any(axis=1)] = 0  # of games that are over
    likely = np.exp(looks - looks.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def measure(weights: np.ndarray, games: int = 1500, seed: int = 99) -> float:
    """The share of the win of whoever always takes what looks best."""
    envs = alhambra.VectorEnv(96, seed=seed, options=True, threads=1, opponents="random")
    won = []
    while len(won) < games:
        told, there = facts(envs)
        _, rewards, over, _, _ = envs.step(chances(told, there, weights).argmax(axis=1))
        won += rewards[over].tolist()
    return float(np.mean(won))


def learn(minutes: float, dice: np.random.Generator) -> tuple[np.ndarray, list[tuple[float, float]]]:
    """Plays and learns for so many minutes of the processor; the weights, and the share of the win along the way."""
    envs = alhambra.VectorEnv(GAMES, seed=1, options=True, threads=1, opponents="random")
    told, there = facts(envs)
    weights = np.zeros(told.shape[-1], np.float32)
    towards = np.zeros((GAMES, len(weights)), np.float32)  # where each game's choices would move the weights
    step, square, moved, n = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights), 0
    recent, curve, batches, start = [], [], 0, time.process_time()
    while (spent := time.process_time() - start) < 60 * minutes or not curve:
        likely = chances(told, there, weights)
        chosen = (likely.cumsum(axis=1) > dice.random((GAMES, 1))).argmax(axis=1)
        asked = there.any(axis=1)
        towards[asked] += told[asked, chosen[asked]] - np.einsum("go,gof->gf", likely[asked], told[asked])
        _, rewards, over, _, _ = envs.step(chosen)
        for game in np.flatnonzero(over):
            moved += (rewards[game] - np.mean(recent[-2000:] or [1 / 3])) * towards[game]
            towards[game] = 0
            recent.append(float(rewards[game]))
            n += 1
        if n >= BATCH:  # Adam
            batches += 1
            step, square = 0.9 * step + 0.1 * moved / n, 0.99 * square + 0.01 * (moved / n) ** 2
            weights += RATE * (step / (1 - 0.9**batches)) / (np.sqrt(square / (1 - 0.99**batches)) + 1e-6)
            moved, n = np.zeros_like(weights), 0
            curve.append((spent / 60, float(np.mean(recent[-1000:]))))
            if batches % 10 == 0:
                print(f"{spent:5.0f} s, {len(recent):6} games: {curve[-1][1]:.3f} of the last thousand", flush=True)
        told, there = facts(envs)
    return weights, curve


def picture(curve: list[tuple[float, float]], end: float) -> str:
    """The curve as SVG."""
    last = max(minutes for minutes, _ in curve)
    x = lambda minutes: 50 + 520 * minutes / last  # noqa: E731
    y = lambda share: 260 - 230 * share  # noqa: E731
    points = " ".join(f"{x(minutes):.1f},{y(share):.1f}" for minutes, share in curve)
    lines = "".join(
        f'<path d="M50 {y(s):.0f}H570" stroke="#8884"/><text x="44" y="{y(s) + 4:.0f}" text-anchor="end">{s:.1f}</text>'
        for s in (0, 0.3, 0.6, 0.9)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300" font-family="sans-serif" font-size="12" fill="#777">'
        f'{lines}<polyline points="{points}" fill="none" stroke="#b5482a" stroke-width="2"/>'
        f'<circle cx="{x(last):.0f}" cy="{y(end):.0f}" r="4" fill="#b5482a"/>'
        f'<text x="564" y="{y(end) + 20:.0f}" text-anchor="end">{end:.3f} when it always takes the best</text>'
        f'<text x="50" y="285">0</text><text x="570" y="285" text-anchor="end">{last:.1f} minutes of one core</text>'
        '<text x="50" y="18">share of the win against two who draw lots, over the last thousand games</text></svg>\n'
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--out", default="learning.svg")
    words = parser.parse_args()
    weights, curve = learn(words.minutes, np.random.default_rng(1))
    end = measure(weights)
    print(f"{end:.3f} of the win over 1500 new games")
    with open(words.out, "w", encoding="utf-8") as file:
        file.write(picture(curve, end))
