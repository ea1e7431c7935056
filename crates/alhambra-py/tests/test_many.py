"""Many games at once: playouts and the vectorised environment."""

from __future__ import annotations

import signal
import threading
import time

import gymnasium
import numpy as np
import pytest

import alhambra


@pytest.mark.parametrize("players", range(2, 7))
def test_playouts_are_the_games_of_simulate(players):
    result = alhambra.playouts(300, players=players, seed=9)
    assert result.scores.shape == (300, players) and result.turns.shape == (300,)
    told = alhambra.simulate(300, players=players, seed=9)
    for seat, outcome in enumerate(told["seats"]):
        assert result.scores[:, seat].mean() == pytest.approx(outcome["score"]["mean"])
        assert result.scores[:, seat].max() == outcome["score"]["max"]
        assert result.win_shares[:, seat].sum() == pytest.approx(outcome["wins"], abs=1e-3)
    assert result.decisions.sum() == told["decisions_total"]
    assert (result.turns.min(), result.turns.max()) == (told["turns"]["min"], told["turns"]["max"])


def test_threads_change_nothing():
    one = alhambra.playouts(200, seed=3, threads=1)
    three = alhambra.playouts(200, seed=3, threads=3)
    assert all((a == b).all() for a, b in zip(one, three, strict=True))
    assert len(alhambra.playouts(0).turns) == 0


def test_playouts_leave_the_interpreter_alone():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(1)

    clock = threading.Thread(target=tick)
    clock.start()
    alhambra.playouts(3000, seed=1)
    stop.set()
    clock.join()
    assert len(ticks) > 3


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer signals")
def test_playouts_can_be_interrupted():
    class Enough(Exception):
        pass

    def enough(*_):
        raise Enough

    before = signal.signal(signal.SIGALRM, enough)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        start = time.monotonic()
        with pytest.raises(Enough):
            alhambra.playouts(5_000_000, seed=1)
        assert time.monotonic() - start < 20, "five million games take minutes"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_bad_playouts_are_refused():
    with pytest.raises(ValueError, match="at most 100000000 games"):
        alhambra.playouts(10**9)
    with pytest.raises(ValueError, match="bot"):
        alhambra.playouts(1, bot="oracle")
    with pytest.raises(ValueError, match="threads"):
        alhambra.playouts(1, threads=0)
    with pytest.raises(ValueError, match="games"):
        alhambra.simulate(0)


def test_the_vectorised_environment_plays_the_same_games_on_any_number_of_threads():
    envs = [alhambra.VectorEnv(16, players=3, modules=["thieves"], seed=5, options=True, threads=t) for t in (1, 3)]
    dice = [np.random.default_rng(1) for _ in envs]
    ended = 0
    for _ in range(1500):
        for env, rng in zip(envs, dice, strict=True):
            env.step(env.sample(rng))
        a, b = envs
        for name in ("observations", "action_masks", "options", "seats", "rewards", "scores", "terminated"):
            assert (getattr(a, name) == getattr(b, name)).all(), name
        assert ((a.seats == -1) == a.terminated).all()
        assert (a.action_masks.any(axis=1) != a.terminated).all()
        ended += a.terminated.sum()
        assert a.rewards[a.terminated].sum() == pytest.approx(a.terminated.sum())
        assert not a.rewards[~a.terminated].any()
    assert ended > 16, "games end and begin anew"


def test_the_arrays_stay_where_they_are_and_a_seed_begins_anew():
    env = alhambra.VectorEnv(4, seed=1)
    observations = env.observations
    first = observations.copy()
    env.step(np.zeros(4))
    assert env.observations is observations and (observations != first).any()
    again, infos = env.reset(seed=1)
    assert (again == first).all() and infos["action_mask"] is env.action_masks
    assert (env.unpack()["table"][:, 0] == 3).all()
    assert env.describe(0, 0)


def test_what_comes_after_a_seed_is_the_same_too():
    def later(env):
        return [env.reset()[0].copy() for _ in range(2)]

    one, other = alhambra.VectorEnv(4, seed=7), alhambra.VectorEnv(4, seed=7)
    made, again = later(one), later(other)
    assert all((a == b).all() for a, b in zip(made, again, strict=True))
    assert (made[0] != made[1]).any(), "each reset deals anew"
    one.reset(seed=7)
    assert (later(one)[1] == made[1]).all(), "a seed begins the series anew"


def test_opponents_may_think_by_a_number_of_games():
    def played():
        env = alhambra.VectorEnv(1, players=2, seed=5, opponents="hard@4")
        for _ in range(20):
            env.step([0])
        return env.observations.copy()

    assert (played() == played()).all()
    with pytest.raises(ValueError, match="is no budget"):
        alhambra.VectorEnv(1, opponents="hard@0")


def test_a_row_is_what_the_seat_sees_in_a_single_game():
    env = alhambra.VectorEnv(3, players=4, seed=2, options=True)
    rng = np.random.default_rng(2)
    for _ in range(100):
        for i in range(3):
            view = env._games.view(i, int(env.seats[i]))
            parts = {name: part[i] for name, part in env.unpack().items()}
            assert parts["table"][2] == view["turn"] and parts["hand"].sum() == len(view["hand"])
            assert parts["table"][5] == 1, "the seat that looks is the one that is asked"
        env.step(env.sample(rng))


def test_bad_steps_are_refused_before_anything_happens():
    env = alhambra.VectorEnv(2, seed=1)
    before = env.observations.copy()
    with pytest.raises(ValueError, match="game 1 has .* options"):
        env.step([0, 400])
    with pytest.raises(ValueError, match="3 actions for 2 games"):
        env.step([0, 0, 0])
    env._write(None)
    assert (env.observations == before).all()
    with pytest.raises(ValueError, match="at least 1"):
        alhambra.VectorEnv(0)


def test_it_is_the_vectorised_environment_of_gymnasium():
    env = alhambra.VectorEnv(6, seed=4)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    observations, infos = env.reset(seed=4)
    assert env.observation_space.contains(observations.copy())
    rng = np.random.default_rng(4)
    for _ in range(2000):
        deciding = env.seats.copy()
        observations, rewards, terminated, truncated, infos = env.step(env.sample(rng))
        assert rewards.shape == terminated.shape == truncated.shape == (6,) and not truncated.any()
        for i in np.flatnonzero(terminated):
            assert rewards[i] == env.rewards[i, deciding[i]]
    with pytest.raises(ValueError, match="there is no bot"):
        alhambra.VectorEnv(1, opponents="oracle")


@pytest.mark.parametrize("opponents", ["random", "medium"])
def test_against_a_table_of_bots_one_is_always_asked(opponents):
    env = alhambra.VectorEnv(6, players=3, seed=3, opponents=opponents)
    assert env.agent_seats.tolist() == [0, 1, 2, 0, 1, 2]
    rng = np.random.default_rng(3)
    games, won = 0, 0.0
    while games < 60:
        _, rewards, terminated, _, _ = env.step(env.sample(rng))
        asked = ~terminated
        assert (env.seats[asked] == env.agent_seats[asked]).all()
        assert (env.unpack()["table"][:, 1] == env.agent_seats).all(), "also the end is seen by the one who plays"
        assert not rewards[asked].any()
        games += terminated.sum()
        won += rewards.sum()
    assert won / games < (0.6 if opponents == "random" else 0.1), "lots win little against bots that know the game"
