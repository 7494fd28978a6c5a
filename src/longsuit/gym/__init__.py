"""The games in the box as Gymnasium environments, with the exact values beside them (docs/gym.md).

>>> import gymnasium
>>> import longsuit.gym
>>> env = gymnasium.make("longsuit/HighCardFlush-v0")
"""

from longsuit.core.games.catalog import games
from longsuit.extras import name_extra

try:
    import gymnasium
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(name_extra(missing) or str(missing), name=missing.name) from None

from longsuit.gym.env import FlushEnv
from longsuit.gym.evaluation import best_value, exact_values, strategy_action

__all__ = ["FlushEnv", "best_value", "exact_values", "strategy_action"]

IDS = {
    game.id: f"longsuit/{''.join(filter(str.isalnum, game.name.title()))}-v0" for game in games()
}

for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point="longsuit.gym.env:FlushEnv",
            kwargs={"game": _game},
        )
