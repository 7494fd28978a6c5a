"""Where a command looks for a floor's key: what the configuration says, if it is named."""

from pathlib import Path
from typing import Annotated

import typer

from longsuit.floor.config.settings import read_config
from longsuit.floor.secrets.keys import KeyPlaces

ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", help="The floor's TOML file, if it says where the key is."),
]


def places_of(config: Path | None) -> KeyPlaces:
    """What the configuration says of the key; nothing without one."""
    if config is None:
        return KeyPlaces()
    house = read_config(config).house
    return KeyPlaces(house.key_file, house.key_command)
