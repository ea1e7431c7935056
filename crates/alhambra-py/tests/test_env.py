"""The PettingZoo environment."""

from __future__ import annotations

import random

import numpy as np
import pytest
from conftest import some_setup
from pettingzoo.test import api_test, seed_test

import alhambra
from alhambra import alhambra_v1

MODULES = [module["slug"] for module in alhambra.modules()]


@pytest.mark.parametrize("players", range(2, 7))
def test_pettingzoo_accepts_the_base_game(players):
    api_test(alhambra.env(players=players), num_cycles=500)


@pytest.mark.parametrize("module", MODULES)
def test_pettingzoo_accepts_every_module(module):
    info = next(m for m in alhambra.modules() if m["slug"] == module)
    players = max(3, info["players"][0])
    api_test(alhambra.env(players=players, modules=[module], options=True), num_cycles=300)


def test_the_same_seed_gives_the_same_game_to_pettingzoo():
    seed_test(lambda: alhambra.env(players=3), num_cycles=200)
    seed_test(lambda: alhambra_v1.env(players=4, modules=["thieves"]), num_cycles=200)


def test_whole_games_with_modules_by_lot_and_masks_that_match():
    dice = random.Random(4)
    for seed in range(12):
        env = alhambra.env(**some_setup(dice), options=True)
        env.reset(seed=seed)
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter(max_iter=100_000):
            seen, reward, terminated, truncated, info = env.last()
            rewards[agent] += reward
            mask = seen["action_mask"]
            assert (mask == info["action_mask"]).all()
            if terminated or truncated:
                assert not mask.any()
                env.step(None)
                continue
            actions = env.actions()
            assert mask.sum() == len(actions) and mask[: len(actions)].all()
            assert (seen["options"][len(actions) :] == 0).all()
            assert (seen["options"][: len(actions), 0] > 0).all()
            assert agent == f"seat_{env.unwrapped.game.to_move}"
            assert (seen["options"] == env.unwrapped.game.options_array()).all()
            env.step(dice.randrange(len(actions)))
        game = env.unwrapped.game
        assert game.over
        assert list(rewards.values()) == pytest.approx(game.win_shares)
        assert sum(rewards.values()) == pytest.approx(1.0)


def test_nobody_is_rewarded_when_dirk_wins():
    ends = [alhambra.Game(players=2, house={"dirk_may_win": True}, seed=seed) for seed in range(60)]
    for game in ends:
        game.playout(seed=1)
    by_dirk = [game for game in ends if not game.winners]
    assert by_dirk and len(by_dirk) < len(ends)
    for game in ends:
        assert sum(game.win_shares) == (1.0 if game.winners else 0.0)


def test_seats_that_are_not_asked_have_an_empty_mask():
    env = alhambra.raw_env(players=4)
    env.reset(seed=3)
    for agent in env.agents:
        asked = agent == env.agent_selection
        assert env.observe(agent)["action_mask"].any() == asked
        assert env.infos[agent]["action_mask"].any() == asked


def test_a_seed_is_the_seed_of_the_game_and_later_games_follow_from_it():
    env = alhambra.raw_env(players=3)
    env.reset(seed=7)
    assert env.game == alhambra.Game(players=3, seed=7)
    env.reset()
    second = env.game.seed
    env.reset(seed=7)
    env.reset()
    assert env.game.seed == second != 7


def test_score_differences_are_told():
    env = alhambra.raw_env(players=2)
    env.reset(seed=1)
    dice = random.Random(1)
    while not env.game.over:
        env.step(dice.randrange(env.game.legal_count()))
    scores = env.game.scores
    assert env.infos["seat_0"]["score_difference"] == scores[0] - scores[1]
    assert env.infos["seat_1"]["score"] == scores[1]
    assert all(env.terminations.values())


def test_the_sections_of_an_observation():
    env = alhambra.env(players=3, modules=["thieves"])
    env.reset(seed=5)
    for agent in env.agents:
        seat = int(agent[-1])
        view = env.unwrapped.game.view(seat)
        parts = env.unpack(env.observe(agent)["observation"])
        keys = {card["key"]: card["kind"] for card in alhambra.cards()}
        hand = np.zeros(64, np.int16)
        for card in view["hand"]:
            hand[keys[card]] += 1
        assert (parts["hand"] == hand).all()
        assert parts["display"].sum() == len(view["display"])
        assert parts["table"][1] == seat and parts["table"][0] == 3
        assert parts["table"][8] == view["deck"] and parts["table"][10] == view["tower"]
        for offer, row in zip(view["market"], parts["market"], strict=False):
            assert row[1] == (offer["tile"]["piece"] + 1 if offer["tile"] else 0)
        for player in view["players"]:
            row = parts["players"][(player["seat"] - seat) % 3]
            assert row[0] == player["score"] and row[1] == player["hand_size"]
        assert (parts["palaces"][:, 0, 10, 10] == 7).all(), "a fountain in the middle of every palace"
        assert parts["palaces"].shape == (3, 9, 21, 21) and parts["modules"].shape == (1, 20, 18)


@pytest.mark.parametrize("module", MODULES)
def test_what_a_module_shows_has_room(module):
    info = next(m for m in alhambra.modules() if m["slug"] == module)
    dice = random.Random(8)
    for players in range(max(2, info["players"][0]), info["players"][1] + 1):
        game = alhambra.Game(players=players, modules=[module], seed=players)
        while not game.over:
            seat = game.to_move
            parts = alhambra.unpack(game.observation(seat), game.layout())
            shows = game.view(seat)["modules"][0]["shows"]
            assert len(shows) <= len(parts["modules"][0])
            for item, row in zip(shows, parts["modules"][0], strict=False):
                name, sort, value = item["name"], item["shown"]["type"], item["shown"]["is"]
                if sort == "number":
                    assert row[0] == value, name
                elif sort == "by_seat":
                    assert row[:players].tolist() == value[seat:] + value[:seat], name
                elif sort == "tiles":
                    assert row[0] == len(value) and (parts["marked"][0][value] > 0).all(), name
                elif sort == "buildings":
                    assert row[:6].sum() == len(value), name
                elif sort in ("cards", "currencies", "ascending"):
                    assert len(value) <= 18 and (row[: len(value)] > 0).all(), name
            game.apply(dice.randrange(game.legal_count()))


def test_palaces_are_drawn_where_the_tiles_lie():
    env = alhambra.raw_env(players=3)
    env.reset(seed=2)
    dice = random.Random(2)
    names = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"]
    while not env.game.over:
        env.step(dice.randrange(env.game.legal_count()))
    view = env.game.view(1)
    parts = env.unpack(env.observe("seat_1")["observation"])
    drawn = 0
    for player in view["players"]:
        planes = parts["palaces"][(player["seat"] - 1) % 3]
        for tile in player["palace"]:
            (x, y), facts = tile["at"], tile["tile"]
            if facts["building"] is None:
                continue
            cell = planes[:, 10 - y, 10 + x]
            assert names[cell[0] - 1] == facts["building"] and cell[1] == facts["price"]
            assert "".join(s for s, wall in zip("NESW", cell[2:6], strict=True) if wall) == facts["walls"]
            drawn += 1
        assert (planes[0] > 0).sum() == len(player["palace"])
    assert drawn > 10


def test_actions_in_words_and_as_data():
    env = alhambra.env(players=3, render_mode="ansi")
    env.reset(seed=1)
    assert env.describe(0).startswith("take ")
    assert len(env.actions()) == env.observe(env.agent_selection)["action_mask"].sum()
    assert "seat 0" in env.render() and "hand" not in env.render()


def test_bad_arguments_are_refused_with_reasons():
    with pytest.raises(ValueError, match="2 to 6"):
        alhambra.env(players=9)
    with pytest.raises(ValueError, match="there is no module \"dragons\"; there are .*thieves"):
        alhambra.env(modules=["dragons"])
    with pytest.raises(ValueError, match="named twice"):
        alhambra.env(modules=["thieves", "thieves"])
    with pytest.raises(ValueError, match="a list of short names"):
        alhambra.env(modules="thieves")
    with pytest.raises(ValueError, match="house"):
        alhambra.env(house={"no_such_rule": 1})
    with pytest.raises(ValueError, match="render_mode"):
        alhambra.env(render_mode="rgb_array")
    env = alhambra.raw_env(house={"extra_action": "mandatory"})
    assert env.game.setup["house"]["extra_action"] == "mandatory"
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no option 511"):
        env.step(511)


def test_options_that_differ_have_rows_that_differ():
    dice = random.Random(6)
    decisions = 0
    setups = [{"players": 3, "modules": [module]} for module in MODULES]
    setups += [some_setup(dice) for _ in range(10)] + [{"players": 3, "edition": "red-palace"}, {"players": 2}]
    for seed, setup in enumerate(setups):
        game = alhambra.Game(**setup, seed=seed)
        while not game.over:
            n = game.legal_count()
            rows = game.options_array()[:n]
            assert len(np.unique(rows, axis=0)) == n, (setup, [game.describe(i) for i in range(n)])
            game.apply(dice.randrange(n))
            decisions += 1
    assert decisions > 5000


def test_the_table_is_printed_after_every_step_for_people(capsys):
    env = alhambra.env(players=3, render_mode="human")
    env.reset(seed=1)
    env.step(0)
    told = capsys.readouterr().out
    assert told.count("turn ") == 2 and "hand" not in told
    assert env.render() is None


def test_the_state_is_what_everybody_sees():
    env = alhambra.raw_env(players=4)
    env.reset(seed=2)
    state = env.state()
    assert state.shape[0] == 4
    assert all((state[seat] == env.game.observation(seat)).all() for seat in range(4))


def test_what_everybody_saw_is_remembered():
    env = alhambra.raw_env(players=3, modules=["thieves", "diamonds"])
    env.reset(seed=4)
    numbers = {m["slug"]: m["number"] for m in alhambra.modules()}
    dice = random.Random(4)
    remembered = 0
    while not env.game.over:
        for looker in range(3):
            parts = env.unpack(env.game.observation(looker))
            assert (parts["known"][0] == parts["hand"]).all()
            for other in range(1, 3):
                known = parts["known"][other]
                owner = (looker + other) % 3
                hand = env.unpack(env.game.observation(owner))["hand"]
                assert (known <= hand).all(), "what is known of a hand is in it"
                remembered += int(known.sum())
            assert np.flatnonzero(parts["on"]).tolist() == sorted([numbers["thieves"], numbers["diamonds"]])
        env.step(dice.randrange(env.game.legal_count()))
    assert remembered > 1000
