"""Who stands at a door."""

from msgspec import Struct

from longsuit.core.round.commands import Actor
from longsuit.floor.engine.ask import who
from longsuit.floor.people.identity import Role
from longsuit.floor.reads.table_view import Looker


class Visitor(Struct, frozen=True):
    """Who stands at a door: a person with a role, or a guest of the practice tables."""

    role: Role
    name: str
    guest: bool = False

    @property
    def looker(self) -> Looker:
        """As the views know them."""
        return Looker(self.role, self.name)

    @property
    def actor(self) -> Actor:
        """As the core knows them."""
        return Actor(self.role, self.name)  # type: ignore[arg-type]

    @property
    def who(self) -> str:
        """As the log has them."""
        return who(self.actor)
