"""What every result can do: be shown in a line or in a notebook, be compared, become plain data."""

import json
from html import escape
from typing import Any

from longsuit.analysis.frame import Frame

_BY_THE_CLOCK = ("seconds", "rounds_per_second")


class Result:
    """A result of the library. Two are equal if they say the same, however long each took."""

    __slots__ = ()

    @property
    def headline(self) -> str:
        """What was found, in a line."""
        raise NotImplementedError

    @property
    def table(self) -> Frame:
        """The figures in columns."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data: what the command prints with --json."""
        raise NotImplementedError

    def _content(self) -> dict[str, Any]:
        said = self.to_dict()
        return {name: value for name, value in said.items() if name not in _BY_THE_CLOCK}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result) or type(other) is not type(self):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash(json.dumps(self._content(), sort_keys=True, default=str))

    def __repr__(self) -> str:
        return f"<{self.headline}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.headline)}</p>{self.table._repr_html_()}"
