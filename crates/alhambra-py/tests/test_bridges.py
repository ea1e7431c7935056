"""Other people's tools: OpenSpiel and Parquet."""

from __future__ import annotations

import pyarrow.parquet as pq
import pyspiel
import pytest

import alhambra
import alhambra.open_spiel  # registers the game


@pytest.mark.parametrize(
    "name",
    [
        "alhambra",
        "alhambra(players=2,deals=7)",
        "alhambra(players=4,modules=thieves;diamonds;characters)",
        "alhambra(edition=red-palace)",
    ],
)
def test_open_spiel_simulates_it(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_open_spiel_plays_the_games_of_the_engine():
    game = pyspiel.load_game("alhambra(players=3)")
    assert game.num_players() == 3 and game.num_distinct_actions() == alhambra.MAX_OPTIONS
    state = game.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 1000
    state.apply_action(42)
    twin = alhambra.Game(seed=42)
    for _ in range(60):
        assert state.current_player() == twin.to_move
        assert state.observation_tensor(1) == pytest.approx(twin.observation(1).tolist())
        option = twin.decide("medium", seed=twin.decisions)
        state.apply_action(option)
        twin.apply(option)
    assert state.clone().legal_actions() == state.legal_actions() == list(range(twin.legal_count()))
    with pytest.raises(Exception, match="there is no module"):
        pyspiel.load_game("alhambra(modules=dragons)")


def test_trajectories_are_the_games_of_the_bots(tmp_path):
    file = tmp_path / "games.parquet"
    rows = alhambra.trajectories(file, 3, seed=5, modules=["thieves"], bots=["medium", "random"])
    table = pq.read_table(file)
    assert table.num_rows == rows
    assert table.schema.metadata[b"bots"] == b"medium,random"
    for number in range(3):
        game = alhambra.Game(seed=5 + number, modules=["thieves"])
        assert table.schema.metadata[b"setup"].decode() == game.code
        own = [row for row in table.to_pylist() if row["game"] == number]
        for row in own:
            assert row["seat"] == game.to_move and row["options"] == game.legal_count()
            assert row["observation"] == game.observation(game.to_move).tolist()
            assert row["chosen"] == game.options_array()[row["option"]].tolist()
            game.apply(row["option"])
        assert game.over
        assert all(row["share"] == pytest.approx(game.win_shares[row["seat"]]) for row in own)
        assert all(row["score"] == game.scores[row["seat"]] for row in own)


def test_trajectories_of_the_largest_seeds(tmp_path):
    file = tmp_path / "games.parquet"
    last = 2**64 - 1
    rows = alhambra.trajectories(file, 2, players=2, seed=last, bots=["random"])
    table = pq.read_table(file).to_pylist()
    assert len(table) == rows
    for number, seed in enumerate([last, 0]):
        first = next(row for row in table if row["game"] == number)
        game = alhambra.Game(players=2, seed=seed)
        assert first["observation"] == game.observation(game.to_move).tolist()
