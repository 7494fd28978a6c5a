"""A paytable written as TOML, in the form that `paytable_file` reads."""

from fractions import Fraction

from longsuit.core.money import show_rate
from longsuit.core.paytable import MeterSettings, PayLine, PayTable


def write_paytable(table: PayTable) -> str:
    """The table as a file of its own; reading it gives the same table again."""
    unit = Fraction(table.base, 100) if table.base else Fraction(1)
    head = [
        "[[paytable]]",
        f"id = {_quoted(table.id)}",
        f"game = {_quoted(table.game)}",
        f"wager = {_quoted(table.wager)}",
        f"name = {_quoted(table.name or table.id)}",
        f"basis = {_quoted(table.basis)}",
    ]
    if table.base:
        head.append(f"base = {_number(unit)}")
    if table.source:
        head.append(f"source = {_quoted(table.source)}")
    if table.dynamic_lines != (0, 0):
        head.append(f"dynamic_lines = {list(table.dynamic_lines)}")
    if table.also:
        head.append(f"also = [{', '.join(map(_quoted, table.also))}]")
    pays = [f"{_quoted(line.hand)} = {_pay(line, unit)}" for line in table.lines]
    written = [*head, "[paytable.pays]", *pays]
    if table.meters:
        written += ["[paytable.meters]", *map(_meter, table.meters)]
    return "\n".join(written) + "\n"


def _quoted(text: str) -> str:
    signs = {'"': '\\"', "\\": "\\\\"}
    plain = (
        signs.get(sign) or (sign if sign.isprintable() else f"\\U{ord(sign):08x}") for sign in text
    )
    return f'"{"".join(plain)}"'


def _number(value: Fraction) -> str:
    """A whole number, or a fraction in quotes."""
    return str(value) if value.denominator == 1 else f'"{value}"'


def _pay(line: PayLine, unit: Fraction) -> str:
    parts = {}
    if line.meter is not None:
        parts["meter"] = _quoted(line.meter)
        parts["share"] = _quoted(show_rate(line.share))
    else:
        parts["pays"] = _number(line.pays * unit)
    if line.dynamic:
        parts["dynamic"] = f"[{', '.join(_number(pays * unit) for pays in line.dynamic)}]"
    if line.envy:
        parts["envy"] = _number(line.envy * unit)
    if set(parts) == {"pays"}:
        return parts["pays"]
    return f"{{ {', '.join(f'{name} = {value}' for name, value in parts.items())} }}"


def _meter(meter: MeterSettings) -> str:
    parts = [
        f"seed = {_number(Fraction(meter.seed, 100))}",
        f"main = {_quoted(show_rate(meter.main))}",
    ]
    if meter.reserve:
        parts.append(f"reserve = {_quoted(show_rate(meter.reserve))}")
    return f"{_quoted(meter.id)} = {{ {', '.join(parts)} }}"
