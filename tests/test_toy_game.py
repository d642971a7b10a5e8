"""A game of another package is a game like all others: Climb in tests/toy is added as CONTRIBUTING.md says.

The contract test and the comparison with its rule book run over it as well.
"""

import json
from importlib import import_module

import pytest
from command import run, run_process

import kiebitz
from kiebitz import notation
from kiebitz.notation.document import from_text

POSITION = """game = "climb"
players = ["Anna", "Ben"]
to_move = "Anna"
top = 17
scores = [4, 9]
played = "11 12 25"
hand = "13 19 22"
"""

pytestmark = pytest.mark.usefixtures("climb")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "climb.toml"
    path.write_text(POSITION)
    return path


def answer(*arguments):
    """The JSON that a command prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_hint_ranks_the_moves_and_explains_them(file):
    advice = answer("hint", file, "--seconds", "0.2", "--seed", "1")
    assert (advice["game"], advice["to_move"]) == ("climb", "Anna")
    assert {move["move"] for move in advice["moves"]} == {"play 13", "play 19", "play 22"}
    why = next(move["why"] for move in advice["moves"] if move["move"] == "play 22")
    assert why[0] == "22 on 17: 5 points"


@pytest.mark.parametrize("solver", ["random", "greedy", "heuristic", "rollout", "pimc", "mcts"])
def test_every_search_that_needs_no_learned_value_plays_it(solver):
    view = kiebitz.game("climb", 3).deal(1).view()
    assert kiebitz.hint(view, solver, worlds=8, nodes=500).best.move in view.legal_moves()


def test_the_best_solver_prefers_points_to_none_with_one_card_left():
    played = ",".join(str(card) for card in range(10, 29) if card not in (13, 20, 21))
    line = f"kiebitz1 game=climb players=A,B to_move=A top=20 hand=13,21 pile=0 hand_sizes=2,1 played={played}"
    assert kiebitz.hint(kiebitz.parse(line), seconds=0.2, seed=1).best.move.text == "play 21"


def test_legal_lists_the_moves_with_points_and_fields(file):
    found = answer("legal", file)
    assert (found["game"], found["count"]) == ("climb", 3)
    assert found["moves"][1] == {"move": "play 19", "points": 2, "kind": "play", "card": "19"}


def test_check_names_the_faults_of_a_file_with_their_lines(file):
    assert answer("check", file) == {"ok": True, "faults": []}
    file.write_text(POSITION.replace("13 19 22", "13 17 31"))
    result = run("check", file)
    assert result.exit_code == 1
    assert (
        "line 7, field hand: '31' in the hand of Anna is no card; right would be a number from 10 to 29"
        in result.stdout
    )
    assert "line 7, field hand: 2 times 17, in the open card and the hand of Anna; there is one" in result.stdout


def test_show_draws_the_position_and_a_drawing_marks_a_move(file):
    result = run("show", file)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["open: 17", "> Anna    4  13 19 22"]
    view = kiebitz.load(file)
    assert view.game.notation.draw(view.facts(), view.names, "play 22")[0] == "open: 17  [22]"
    assert view._repr_html_().startswith("<pre>open: 17\n")


def test_perft_counts_the_plays_of_a_known_position(tmp_path):
    position = kiebitz.game("climb", 2, {"hand_size": 2}).deal(1)
    (tmp_path / "a.toml").write_text(position.to_toml())
    # Two cards to choose from at every turn, for the pile refills the hand.
    assert answer("perft", tmp_path / "a.toml", "--depth", "3") == {"depth": [2, 4, 8]}
    assert kiebitz.perft(position, 8, verify=True)[-1] == 2**8


def test_an_arena_plays_it_in_processes_of_its_own_and_search_beats_chance(tmp_path):
    status, stdout, stderr = run_process(
        *("arena", "--game", "climb", "--solvers", "rollout:worlds=20,random", "--games", "24", "--seed", "1"),
        *("--workers", "2", "--db", tmp_path / "a.db", "--rules", "hand_size=4", "--json"),
    )
    assert status == 0, stderr
    result = json.loads(stdout)
    assert (result["game"], result["errors"]) == ("climb", 0)
    assert next(row["margin"] for row in result["table"] if row["solver"].startswith("rollout")) > 0


def test_files_and_lines_are_read_back_as_they_were_written():
    for seed in range(5):
        position = kiebitz.game("climb", 3, {"hand_size": 2}).deal(seed, ["Anna B.", "Ben", "Zoë"])
        while not position.over:
            for state in (position, position.view(0), position.view()):
                assert kiebitz.parse(state.to_toml()) == kiebitz.parse(state.to_line()) == state
            position.play(position.greedy_move())
        assert kiebitz.parse(position.to_toml()) == position


def test_worlds_keep_every_card_that_a_view_shows():
    position = kiebitz.game("climb", 3).deal(1)
    assert position.open_view(pile=True).sample(5).facts() == position.facts()
    world = position.open_view().sample(5).facts()
    assert world["hands"] == position.facts()["hands"]
    assert sorted(world["pile"]) == sorted(position.facts()["pile"])


def test_the_command_line_lists_it_with_its_options():
    assert answer("games")["climb"]["options"]["hand_size"] == {"default": 3, "allowed": [1, 2, 3, 4]}


def test_the_message_about_an_unknown_game_names_installed_games_too():
    with pytest.raises(kiebitz.NotationError, match="one of kwatro, quanto, qwinto, climb"):
        kiebitz.game("climbing")
    with pytest.raises(kiebitz.PositionError, match="did you mean climb"):
        notation.read(from_text('game = "climm"'))


@pytest.mark.parametrize("as_text", [False, True])
def test_a_program_registers_a_game(monkeypatch, as_text):
    monkeypatch.setattr("kiebitz.notation.registry.GAMES", dict(kiebitz.GAMES))
    monkeypatch.setattr("kiebitz.notation.registry.installed_games", dict)
    with pytest.raises(kiebitz.NotationError, match="there is no game 'climb'"):
        kiebitz.game("climb", 2)
    kiebitz.register("climb", "climb.notation:NOTATION" if as_text else import_module("climb.notation").NOTATION)
    position = kiebitz.game("climb", 2).deal(1)
    assert position.legal_moves()[0].text.startswith("play ")
    assert kiebitz.parse(position.to_line()) == position


def test_a_notation_under_the_name_of_another_game_is_refused(monkeypatch):
    monkeypatch.setattr("kiebitz.notation.registry.GAMES", dict(kiebitz.GAMES))
    refused = "game 'stairs' has the notation of 'climb'"
    with pytest.raises(kiebitz.NotationError, match=refused):
        kiebitz.register("stairs", import_module("climb.notation").NOTATION)
    with pytest.raises(kiebitz.NotationError, match="there is no game 'stairs'"):
        kiebitz.game("stairs", 2)
    kiebitz.register("stairs", "climb.notation:NOTATION")
    with pytest.raises(kiebitz.NotationError, match=refused):
        kiebitz.game("stairs", 2)
