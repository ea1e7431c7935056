"""Single games, and what is hidden in them."""

from __future__ import annotations

import copy
import json
import pickle
import random

import pytest
from conftest import play, some_setup

import alhambra


def test_same_seed_same_game_as_simulate(tmp_path):
    for i, setting in enumerate([{"players": 3}, {"players": 2}, {"players": 4, "modules": ["thieves", "diamonds"]}]):
        folder = tmp_path / str(i)
        alhambra.simulate(5, seed=11, record=folder, **setting)
        result = alhambra.playouts(5, seed=11, **setting)
        files = sorted(folder.iterdir())
        assert len(files) == 5
        for number, file in enumerate(files):
            text = file.read_text()
            recorded = alhambra.Game.replay(text)
            assert recorded.over and recorded.record() == text
            # The same seed and the same decisions, by their position in the list where they are listed.
            game = alhambra.Game(seed=recorded.seed, **setting)
            for line in text.splitlines()[1:-1]:
                entry = json.loads(line)
                listed = game.legal(entry["seat"])
                action = entry["action"]
                game.apply(listed.index(action) if action in listed else action, entry["seat"])
            assert game == recorded and game.record() == text
            assert result.scores[number].tolist() == game.scores
            assert result.turns[number] == game.turn
            assert result.decisions[number] == game.decisions
            assert result.win_shares[number].tolist() == pytest.approx(game.win_shares)


def test_legal_options_are_listed_described_and_accepted():
    dice = random.Random(9)
    for seed in range(6):
        game = alhambra.Game(**some_setup(dice), seed=seed)
        while not game.over:
            actions = game.legal()
            assert actions and len(actions) == game.legal_count() == game.action_mask().sum()
            asked = game.view()["asked"]["seats"]
            for other in range(game.players):
                assert bool(game.legal(other)) == (other in asked)
            option = dice.randrange(len(actions))
            assert game.describe(option)
            by_data = game.clone()
            by_data.apply(actions[option])
            game.apply(option)
            assert game == by_data


def test_copies_are_independent_and_pickles_come_back():
    game = play(alhambra.Game(players=3, modules=["thieves"], seed=3), random.Random(3), 40)
    for twin in (game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game and twin.record() == game.record()
        twin.apply(0)
        assert twin.decisions == game.decisions + 1 and twin != game


def test_resampled_games_are_pickled_without_a_record():
    game = play(alhambra.Game(players=3, modules={"change": {"change_vs_certs": "choose"}}, seed=3), random.Random(3), 40)
    imagined = game.resample(0, seed=9)
    twin = pickle.loads(pickle.dumps(imagined))
    assert twin == imagined and twin.decisions == imagined.decisions and twin.setup == imagined.setup
    # The future is the same as well: every card to come.
    for copied in (imagined, twin):
        copied.playout(seed=1)
    assert twin == imagined and twin.scores == imagined.scores
    with pytest.raises(ValueError, match="no record"):
        twin.record()


def test_a_bot_with_a_number_of_imagined_games_decides_the_same_every_time():
    game = play(alhambra.Game(players=3, seed=8), random.Random(8), 30)
    assert len({game.decide("hard@24", seed=2) for _ in range(3)}) == 1
    with pytest.raises(ValueError, match="takes no budget"):
        game.decide("medium@24")
    with pytest.raises(ValueError, match="takes no budget"):
        game.playout(bot="random@3")


def test_equal_seeds_equal_games_and_other_seeds_others():
    first, second = (play(alhambra.Game(seed=5), random.Random(1)) for _ in range(2))
    assert first == second and first.record() == second.record()
    assert alhambra.Game(seed=5) != alhambra.Game(seed=6)


def test_refusals_say_why_and_change_nothing():
    game = alhambra.Game(players=3, seed=1)
    before = game.clone()
    for action, seat, why in [
        ({"place": {"piece": 0, "at": [0, 1], "turn": 0}}, None, "not what is asked"),
        ({"fly": 1}, None, "action: "),
        (0, (game.to_move + 1) % 3, "not the decision"),
        (-1, None, "from 0"),
        (0, 6, "no seat 6"),
    ]:
        with pytest.raises(ValueError, match=why):
            game.apply(action, seat)
        assert game == before
    play(game, random.Random(1))
    with pytest.raises(ValueError, match="over"):
        game.apply(0)
    with pytest.raises(ValueError, match="not a record"):
        alhambra.Game.replay("nonsense")


def test_what_is_hidden_does_not_show():
    """Dealing anew what a seat cannot see leaves everything it gets unchanged, and really deals anew."""
    dice = random.Random(6)
    changed = looks = 0
    for seed in range(8):
        game = alhambra.Game(**some_setup(dice), seed=seed)
        while not game.over:
            if dice.random() < 0.1:
                for seat in range(game.players):
                    recall = dice.random() < 0.5
                    other = game.resample(seat, dice.getrandbits(63), recall=recall)
                    seen, again = (alhambra.unpack(g.observation(seat), g.layout()) for g in (game, other))
                    for name, part in seen.items():
                        # Who remembers nothing does not know the cards of others either.
                        rows = slice(0, 1) if name == "known" and not recall else slice(None)
                        assert (again[name][rows] == part[rows]).all(), name
                    assert (other.action_mask(seat) == game.action_mask(seat)).all()
                    assert (other.options_array(seat) == game.options_array(seat)).all()
                    assert other.legal(seat) == game.legal(seat)
                    assert other.view(seat) == game.view(seat)
                    looks += 1
                    changed += any(
                        (other.observation(they) != game.observation(they)).any()
                        for they in range(game.players)
                        if they != seat
                    )
            game.apply(dice.randrange(game.legal_count()))
    assert looks > 200 and changed > looks // 2


def test_a_resampled_game_has_no_record():
    game = alhambra.Game(seed=1).resample(0, 1)
    with pytest.raises(ValueError, match="no record"):
        game.record()
    game.playout(seed=1, bot="medium")
    assert game.over


def test_the_lists():
    assert {"slug", "number", "title", "players", "options"} <= set(alhambra.modules()[0])
    assert alhambra.pieces()[0]["name"] == "pavilion 2 NEW"
    assert alhambra.cards()[0]["value"] == 1
    assert any(rule["option"] == "extra_action" for rule in alhambra.house_rules())
    assert alhambra.Game(players=4).code != alhambra.Game(players=5).code


def test_a_box_that_is_corrected():
    text = alhambra.export_data()
    assert "camp-s-3.price = 3" in text
    corrected = text.replace("camp-s-3.price = 3", "camp-s-3.price = 4")
    game = alhambra.Game(modules=["camps"], data=corrected, seed=3)
    assert '"camp-s-3.price":"4"' in game.record()
    assert alhambra.Game.replay(game.record()) == game
    assert alhambra.Game(modules=["camps"], data=text, seed=3) == alhambra.Game(modules=["camps"], seed=3)
    with pytest.raises(ValueError, match="line 2"):
        alhambra.Game(data="alhambra-data 1\nnonsense")


def test_the_red_palace():
    assert alhambra.editions() == ["classic", "red-palace"]
    lands = alhambra.pieces("red-palace")[:54]
    assert all(land["kind"] == "land" for land in lands)
    assert len(alhambra.modules("red-palace")) < len(alhambra.modules())
    game = alhambra.Game(4, seed=3, edition="red-palace")
    seen = alhambra.unpack(game.observation(0), game.layout())
    for slot in range(3):
        row = seen["market"][5 + slot]
        assert row[1] and row[3] and seen["where"][row[1] - 1] == 28 + slot, "the preview has a building on each land"
    assert game.scores == [5, 5, 5, 5]
    play(game, random.Random(3))
    assert game.over and alhambra.Game.replay(game.record()) == game
    result = alhambra.playouts(20, players=2, seed=1, edition="red-palace")
    assert (result.turns > 10).all()
    with pytest.raises(ValueError, match="there is no \"granada\""):
        alhambra.Game(3, edition="granada")


def test_bots_decide_for_anybody():
    for setting in [{}, {"modules": ["watchtowers", "thieves"]}, {"edition": "red-palace"}]:
        game = alhambra.Game(players=3, seed=5, **setting)
        while not game.over:
            game.apply(game.decide("medium" if game.to_move == 0 else "random", seed=game.decisions))
        assert game.winners == [0], setting
    game = alhambra.Game(seed=1)
    assert game.decide("hard") in range(game.legal_count())
    assert game.decide("medium", seed=1) == game.decide("medium", seed=1)
    with pytest.raises(ValueError, match="there is no bot"):
        game.decide("oracle")
    with pytest.raises(ValueError, match="nothing is asked"):
        game.decide("medium", seat=(game.to_move + 1) % 3)


def test_equal_games_have_equal_hashes():
    game = alhambra.Game(seed=1)
    twin = game.clone()
    assert hash(game) == hash(twin) and len({game, twin}) == 1
    twin.apply(0)
    assert hash(game) != hash(twin)


def test_the_next_scoring_is_foretold():
    dice = random.Random(4)
    game = alhambra.Game(players=3, seed=4)
    told = 0
    while not game.over:
        before = game.next_scoring()
        scores = game.scores
        game.apply(dice.randrange(game.legal_count()))
        after = game.next_scoring()
        assert (after is None) == (game.over or game.view()["scorings"] == 3)
        if before and (after is None or after["round"] > before["round"]):
            told += 1
        elif before:
            assert game.scores == scores and len(before["walls"]) == 3 and len(before["majorities"]) == 6
    assert told == 3


def test_bought_tiles_can_be_planned():
    dice = random.Random(5)
    planned = 0
    for seed in range(12):
        game = alhambra.Game(players=3, seed=seed)
        while not game.over:
            seat = game.to_move
            view = game.view(seat)
            bought = view["players"][seat]["bought"]
            laid, decision = game.plan(seat, [])
            assert laid == [] and (decision is None or bought)
            places = [o for o in decision["options"] if o["key"] == "place"] if decision else []
            if places:
                refs = {ref["type"]: ref for ref in places[0]["refs"]}
                wish = {"piece": refs["piece"]["piece"], "at": refs["cell"]["at"]}
                assert game.plan(seat, [wish])[0] == [{**wish, "turn": 0}]
                planned += 1
            game.apply(dice.randrange(game.legal_count()))
    assert planned > 20
