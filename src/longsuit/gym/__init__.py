"""Both games as Gymnasium environments, with the exact values beside them (docs/gym.md).

>>> import gymnasium
>>> import longsuit.gym
>>> env = gymnasium.make("longsuit/HighCardFlush-v0")
"""

try:
    import gymnasium
except ModuleNotFoundError as missing:
    if missing.name != "gymnasium":
        raise
    raise ModuleNotFoundError(
        "The environments need Gymnasium: install it with pip install 'longsuit[gym]'.",
        name="gymnasium",
    ) from None

from longsuit.gym.env import FlushEnv
from longsuit.gym.evaluation import best_value, exact_values, strategy_action

__all__ = ["FlushEnv", "best_value", "exact_values", "strategy_action"]

IDS = {
    "chase-the-flush": "longsuit/ChaseTheFlush-v0",
    "high-card-flush": "longsuit/HighCardFlush-v0",
}

for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point="longsuit.gym.env:FlushEnv",
            kwargs={"game": _game},
        )
