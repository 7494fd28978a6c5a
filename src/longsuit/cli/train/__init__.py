"""`longsuit train`: drills for players and dealers in the terminal."""

import random
import secrets
from pathlib import Path
from typing import Annotated

import typer

from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.cli.play.keys import Keys
from longsuit.cli.strategy.options import check_folder
from longsuit.cli.train.dealers import DRILLS, DealerDrill
from longsuit.cli.train.players import PlayerDrill, score_json, show_score
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game
from longsuit.school.judgement import judge_text
from longsuit.school.notebook import read_notebook
from longsuit.school.questions import WAYS, Drill, Way, check_drills, find_decisions
from longsuit.school.score import Answered, Score

_LARGEST_SEED = 2**63
_MOST_QUESTIONS = 1000
_LARGEST_HISTORY = 10_000_000


def run(
    game: GameArgument,
    questions: Annotated[int, typer.Option(help="How many questions.")] = 20,
    at: Annotated[str, typer.Option(help="One decision only: opening, flop, river, raise.")] = "",
    way: Annotated[
        str, typer.Option(help="Hands as they come (any), close ones, or your own mistakes.")
    ] = "any",
    keep: Annotated[
        Path | None, typer.Option(help="Keep your decisions here, and go on from them.")
    ] = None,
    dealer: Annotated[
        str, typer.Option(help="A dealer's drill: read hands, or settle whole felts.")
    ] = "",
    seats: Annotated[int, typer.Option(help="Seats on a felt to settle.")] = 3,
    history: Annotated[
        Path | None, typer.Option(help="No drill: judge the rounds of this file (history.md).")
    ] = None,
    player: Annotated[str, typer.Option(help="Whose decisions of the file.")] = "You",
    seed: Annotated[int | None, typer.Option(help="Repeats a drill exactly.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Decide hand after hand of GAME, and see what each choice is worth."""
    definition = find_game(game)
    _check_game(definition, dealer)
    console = make_console(to_errors=as_json)
    if history is not None:
        score = _judge(history, definition.id, player)
        if as_json:
            print_json({"game": definition.id, **score_json(score)})
        else:
            show_score(console, score)
        return
    if not 1 <= questions <= _MOST_QUESTIONS:
        raise InputError(f"A drill has from 1 to {_MOST_QUESTIONS} questions.")
    if seed is not None and not 0 <= seed < _LARGEST_SEED:
        raise InputError("The seed is a whole number from 0 to 2^63 - 1.")
    chance = random.Random(secrets.randbelow(_LARGEST_SEED) if seed is None else seed)
    if dealer:
        if dealer not in DRILLS:
            raise InputError(f"A dealer's drill is one of: {', '.join(DRILLS)}.")
        if not 1 <= seats <= definition.seats:
            raise InputError(f"{definition.name} has from 1 to {definition.seats} seats.")
        told = DealerDrill(console, Keys(console), definition, chance, seats).run(dealer, questions)
        if as_json:
            print_json({"game": definition.id, "drill": dealer, **told})
        return
    find_decisions(definition, at)
    known = [one for one in _kept(keep) if one.question.game == definition.id]
    drill = Drill(
        definition.id, chance, decision=at, way=_way(way), mistakes=Score(known).mistakes()
    )
    score = PlayerDrill(console, Keys(console), definition, drill, keep).run(questions)
    if as_json:
        print_json({"game": definition.id, **score_json(score)})


def _check_game(game: Game, dealer: str) -> None:
    """Refuse a game for which there is no such drill."""
    if not dealer:
        check_drills(game)
    elif not game.dealer:
        raise InputError(f"{game.name} has no dealer, so there is no dealer's drill.")


def _way(text: str) -> Way:
    for way in WAYS:
        if text == way:
            return way
    raise InputError(f"Hands come one of these ways: {', '.join(WAYS)}.")


def _kept(path: Path | None) -> list[Answered]:
    if path is None:
        return []
    check_folder(path)
    return read_notebook(path)


def _judge(path: Path, game: str, player: str) -> Score:
    """The decisions of a player in a file of histories, of one game."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST_HISTORY + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file in UTF-8.") from None
    if len(text) > _LARGEST_HISTORY:
        raise InputError(f"{path} is too large: judge a part of it.")
    score = Score()
    for answered in judge_text(text, player, path.name):
        if answered.question.game == game:
            score.add(answered)
    if not score.answers:
        raise InputError(f"{path.name} has no decisions by {player} in this game.")
    return score
