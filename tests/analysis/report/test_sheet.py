"""What a PAR sheet says: every figure is the solver's own, and nothing in the box is missing."""

import json
import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import pytest
from msgspec.structs import replace
from tests.analysis.report.conftest import DAY

from longsuit.analysis.exact import MustHit, advise, price, price_must_hit, solve
from longsuit.analysis.exact.decisions import habits
from longsuit.analysis.exact.law.spread import deviations, spread
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report import ParSheet, par_sheet, to_data
from longsuit.analysis.report.content import Bullets, Cell, Commands, Funnel, Table
from longsuit.analysis.report.numbers import one_in, plain
from longsuit.analysis.report.settings import choose
from longsuit.analysis.strategies.box import boxed
from longsuit.analysis.strategies.glossary import glossary
from longsuit.analysis.strategies.price import price_strategy
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.cli.main import main
from longsuit.core.cards import parse_cards
from longsuit.core.games.catalog import any_wager, find_game, paytables
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import shape_counts

XTRA = any_wager("xtra")

Sheets = tuple[tuple[str, ParSheet], ...]


@pytest.fixture
def both(high_card: ParSheet, chase: ParSheet) -> Sheets:
    return ("high-card-flush", high_card), ("chase-the-flush", chase)


def found(table: Table, name: str) -> tuple[Cell, ...]:
    """The row of that name."""
    return next(row for row in table.rows if row[0].text == name)


def lines_of(sheet: ParSheet) -> Iterator[tuple[PayTable, Table, Table]]:
    """Each bonus or progressive table in the box with its lines and figures on the sheet."""
    for section in ("bonuses", "progressives"):
        for part in sheet.section(section).parts:
            described = part.blocks[0].text  # type: ignore[union-attr]
            table = next(t for t in paytables() if t.digest in described)
            yield table, sheet.table(f"{part.id}-lines"), sheet.table(f"{part.id}-figures")


# The main game


def test_main_figures_are_the_solvers(both: Sheets) -> None:
    for game, sheet in both:
        solved = solve(game)
        shown = sheet.table("main-figures")
        for name, value in (
            ("House edge, of one Ante", solved.house_edge),
            ("Element of risk", solved.element_of_risk),
            ("Average wager", solved.average_wager),
            ("Variance, one seat", solved.variance),
        ):
            _, cell, exactly = found(shown, name)
            assert cell.value == value
            assert exactly.text == str(value)
        assert found(shown, "House edge, of one Ante")[1].text == percent(solved.house_edge, 5)
        deviation = found(shown, "Standard deviation, one seat")[1].value
        assert deviation == pytest.approx(sqrt(solved.variance))


def test_results_and_actions_are_the_solvers(both: Sheets) -> None:
    for game, sheet in both:
        solved = solve(game)
        rows = sheet.table("distribution").rows
        assert {row[0].value: row[2].value for row in rows} == solved.distribution
        assert sum(int(row[1].text.replace(",", "")) for row in rows) == solved.deals
        assert sheet.table("distribution").total[3].value == solved.value
        shares = [row[2].value for row in sheet.table("actions").rows]
        assert shares == list(solved.actions.values())


def test_wagers_of_the_main_game_add_up(both: Sheets) -> None:
    for game, sheet in both:
        solved = solve(game)
        table = sheet.table("main-wagers")
        nets = [row[2].value for row in table.rows]
        staked = [row[1].value for row in table.rows]
        assert sum(x for x in nets if x is not None) == solved.value
        assert sum(x for x in staked if x is not None) == solved.average_wager
        definition = find_game(game)
        names = [definition.wager(name).name for name in definition.mandatory]
        assert {row[0].text for row in table.rows} == {*names, definition.bet.name}


def test_every_xtra_table_is_compared(chase: ParSheet) -> None:
    tables = [table for table in paytables("chase-the-flush") if table.wager == XTRA.id]
    rows = chase.table("xtra-compared").rows
    assert [row[0].text for row in rows] == [table.id for table in tables]
    for number, (row, table) in enumerate(zip(rows, tables, strict=True), 1):
        solved = solve("ctf", xtra=table)
        assert row[1].value == solved.house_edge
        lines = chase.table(f"xtra-lines-{number}")
        assert sum(int(r[1].text.replace(",", "")) for r in lines.rows) == solved.deals
        ante = found(chase.table("main-wagers"), "Ante")[2].value
        bet = found(chase.table("main-wagers"), "All In")[2].value
        # Ante and All In are the same under every X-tra table; the X-tra Bonus has the rest.
        assert isinstance(ante, Fraction)
        assert isinstance(bet, Fraction)
        assert lines.total[4].value == solved.value - ante - bet


# Bonuses and progressives


def test_every_paytable_in_the_box_is_there_with_its_digest(both: Sheets) -> None:
    for game, sheet in both:
        rows = {(row[1].text, row[3].text) for row in sheet.table("paytables").rows}
        assert rows == {(table.id, table.digest) for table in paytables(game)}
        priced = {table.digest for table, *_ in lines_of(sheet)}
        assert priced == {t.digest for t in paytables(game) if t.wager != XTRA.id}


def test_lines_are_the_prices(both: Sheets) -> None:
    for _, sheet in both:
        for table, lines, figures in lines_of(sheet):
            priced = price(table)
            *rows, nothing = lines.rows
            assert [row[1].value for row in rows] == [line.combinations for line in priced.lines]
            assert [row[2].value for row in rows] == [line.probability for line in priced.lines]
            assert [row[0].text for row in rows] == [line.hand for line in table.lines]
            assert nothing[1].value == 133_784_560 - sum(x.combinations for x in priced.lines)
            brought = [row[-1].value for row in rows]
            assert sum(x for x in brought if x is not None) == priced.returns
            assert found(figures, "House edge")[1].value == priced.house_edge
            assert found(figures, "House edge")[2].text == str(priced.house_edge)
            assert found(figures, "Hit frequency")[1].value == priced.hit_frequency


def test_meters_are_the_prices(high_card: ParSheet) -> None:
    for number, part in enumerate(high_card.section("progressives").parts, 1):
        table = next(t for t in paytables() if t.digest in part.blocks[0].text)  # type: ignore[union-attr]
        priced = price(table)
        for meter in priced.meters:
            row = found(high_card.table(f"progressive-{number}-long-run"), meter.meter.id)
            assert row[2].value == meter.expected / 100
            even = meter.break_even
            assert even is not None
            assert row[6].value == even / 100
            # With the meter at its average or at break-even, priced anew.
            for cents, shown in ((meter.expected, row[5].value), (even, Fraction(1))):
                again = price(table, meters={meter.meter.id: int(cents)})
                rest = (cents - int(cents)) * meter.taken / priced.wager
                assert again.return_at_meters + rest == shown


def test_envy_grows_with_the_seats(some: ParSheet) -> None:
    table = next(t for t in paytables() if t.id == "PT-BJS-HCF-SF-E04")
    rows = some.table("progressive-1-envy").rows
    for seats in range(1, 7):
        assert found(some.table("progressive-1-envy"), "House edge")[seats].value == (
            price(table, seats=seats).house_edge
        )
    assert len(rows) == 3
    figures = some.table("progressive-1-figures")
    assert found(figures, "Long-run return")[1].value == price(table, seats=4).returns


def test_must_hit_is_part_of_the_price(capsys: pytest.CaptureFixture[str]) -> None:
    meters = {"must-hit": 75_000, "star": 20_000_00}
    sheet = par_sheet("ctf", must_hit=MustHit(), meters=meters, seats=5, base=10_00, quick=True)
    hit = price_must_hit(MustHit(), 10_00, seats=5, meter=75_000)
    table = sheet.table("progressive-1-must-hit")
    assert found(table, "Average award, in dollars")[1].value == hit.award / 100
    assert found(table, "Average rounds from seed to award")[1].value == hit.rounds
    assert found(table, "Return, long run")[1].value == hit.per_wager / 10_00
    assert found(table, "Chance in the next round")[1].value == hit.chance_now
    stax = next(t for t in paytables() if t.wager == "stax")
    alone = price(stax, meters={"star": 20_000_00}, base=10_00, seats=5)
    assert found(table, "House edge of the wager without it")[1].value == alone.house_edge
    # The headline, the section and the command that gives it again say the same.
    edge = alone.house_edge - hit.per_wager / 10_00
    headline = sheet.table("glance").rows[-1]
    assert headline[0].text == "STAX Progressive Paytable 1 with Must Hit"
    figures = sheet.table("progressive-1-figures")
    assert headline[1].value == found(figures, "House edge")[1].value == edge
    assert found(figures, "Return of the next wager")[1].value == (
        alone.return_at_meters + hit.now / 10_00
    )
    block = sheet.section("reproduce").blocks[-1]
    assert isinstance(block, Commands)
    assert main([*shlex.split(block.lines[-1])[1:], "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["house_edge"]["exact"] == f"{edge.numerator}/{edge.denominator}"
    even = found(table, "Break-even")[1].value
    assert isinstance(even, Fraction)
    assert said["break_even"]["must-hit"] == float(even) > 750


# Strategy and volatility


def test_strategies_and_habits_cost_what_the_solver_says(
    high_card: ParSheet, chase: ParSheet
) -> None:
    rows = high_card.table("habits").rows
    assert [row[3].value for row in rows] == [habit.cost for habit in habits("hcf")]
    best, *lists = high_card.table("strategies").rows
    assert (best[2].value, best[3].value) == (solve("hcf").house_edge, 0)
    rules = boxed("high-card-flush")
    assert [row[0].text for row in lists] == [one.id for one in rules]
    priced = price_strategy(tabulate(rules[0]))
    assert lists[0][2].value == priced.solution.house_edge
    assert lists[0][3].value == priced.cost
    assert {"habits", "strategies"}.isdisjoint(table.id for table in chase.tables())


def test_every_rule_of_every_list_is_there(both: Sheets) -> None:
    for game, sheet in both:
        for number, rules in enumerate(boxed(game), 1):
            said = [row[1].text for row in sheet.table(f"strategy-{number}-rules").rows]
            assert said == [rule.text for listed in rules.decisions.values() for rule in listed]
            part = sheet.section("strategy").parts[number - 1]
            told = [
                item for block in part.blocks if isinstance(block, Bullets) for item in block.items
            ]
            assert told == [f"{label}: {meaning}" for label, meaning in glossary(rules)]


def test_spread_of_fixed_pays_is_that_of_every_hand() -> None:
    """Moments by line agree with moments hand by hand, dynamic draws included."""
    dynamic = next(t for t in paytables() if t.id == "PT-PRG-HCF-D03")
    fixed = tuple(line for line in dynamic.lines if line.meter is None)
    tables = [t for t in paytables() if t.wager != XTRA.id and not t.meters]
    for table in (*tables, replace(dynamic, lines=fixed, meters=())):
        priced = price(table)
        count = sum(bool(line.dynamic) for line in table.lines) or 1
        drawn = Fraction(sum(table.dynamic_lines), 2 * count)
        first = second = third = Fraction(0)
        hands = sum(shape_counts().values())
        mean = 1 - priced.returns
        for shape, number in shape_counts().items():
            line = table.line_for(shape, any_wager(table.wager).pick)
            chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
            if line is None:
                chances[Fraction(-1)] += 1
            else:
                back = 0 if table.basis == "to 1" else -1
                chances[line.pays + back] += 1 - (drawn if line.dynamic else 0)
                for pay in line.dynamic:
                    chances[pay + back] += drawn / len(line.dynamic)
            for net, chance in chances.items():
                share = chance * Fraction(number, hands)
                first += share * net
                second += share * (net + mean) ** 2
                third += share * (net + mean) ** 3
        found_spread = wager_law(priced).house
        assert found_spread.edge == -first == priced.house_edge
        assert (found_spread.variance, found_spread.third) == (second, third)


def number(cell: Cell) -> float:
    assert cell.value is not None
    return float(cell.value)


def test_the_spread_of_meters_is_the_player_s_and_the_house_s(both: Sheets) -> None:
    """STAX: a meter frozen at its average award would give 46.36, which is nobody's."""
    for game, sheet in both:
        glance = {row[0].text: row for row in sheet.table("glance").rows}
        if game == "chase-the-flush":
            (stax,) = (row for name, row in glance.items() if name.startswith("STAX"))
            assert [cell.text for cell in stax[4:]] == ["64.1981", "4.0735"]
        for part in sheet.section("progressives").parts:
            figures = {row[0].text: row[1] for row in sheet.table(f"{part.id}-figures").rows}
            player, house = (number(figures[f"Variance, {who}"]) for who in ("player", "house"))
            assert player > house > 0
            for row in sheet.table(f"{part.id}-awards").rows:
                points = [number(cell) for cell in row[4:]]
                assert points == sorted(points)
                assert points[0] < number(row[2]) < points[-1]
        cells = [cell for table in sheet.tables() for row in table.rows for cell in row]
        assert not any(cell.text.startswith("46.36") for cell in cells)


def test_bounds_of_the_hold(high_card: ParSheet) -> None:
    solved = solve("hcf")
    assert deviations(90) == pytest.approx(1.6448536)
    assert deviations(99) == pytest.approx(2.5758293)
    for row in high_card.table("hold-bounds").rows:
        rounds = int(row[0].text.strip("*").replace(",", ""))
        reach = 1.6448536 * solved.standard_deviation / sqrt(rounds)
        assert row[1].value == pytest.approx(float(solved.house_edge) - reach, abs=1e-8)
        assert row[2].value == pytest.approx(float(solved.house_edge) + reach, abs=1e-8)
    chart = next(chart for chart in high_card.charts() if chart.id == "hold-funnel")
    assert isinstance(chart.drawing, Funnel)
    assert chart.drawing.expected == solved.house_edge
    assert spread(solved.distribution).variance == solved.variance


def test_a_hold_is_never_past_what_a_round_can_be() -> None:
    one = wager_law(price(paytables("high-card-flush")[0])).house
    assert one.bounds(10, deviations(99))[1] == 1
    assert one.bounds(1, 1e9) == (-float(one.most), 1)


# Settings


def test_the_digest_is_of_what_is_played() -> None:
    usual = choose("hcf")
    assert usual.digest == choose("high-card-flush").digest
    table = next(t for t in paytables("high-card-flush") if t.wager == "flush-bonus")
    renamed = replace(table, id="Ours", name="Ours", source="us")
    assert choose("hcf", chosen={"flush-bonus": [renamed]}).digest == usual.digest
    rules = replace(find_game("hcf").rules, ties="lose")
    others = [
        choose("hcf", rules=rules),
        choose("hcf", seats=2),
        choose("hcf", base=5_00),
        choose("hcf", meters={"main": 12_345_00}),
        choose("hcf", without=["progressive"]),
        choose("hcf", face_up=True),
        choose("hcf", bonus_cap=50_000_00),
        choose("ctf"),
        choose("ctf", xtra="B"),
        choose("ctf", must_hit=MustHit()),
    ]
    digests = {usual.digest, *(other.digest for other in others)}
    assert len(digests) == len(others) + 1


def test_rules_in_force_follow_the_rules() -> None:
    game = find_game("hcf")
    rules = replace(game.rules, ties="lose", qualifier=0, unqualified="push")
    sheet = par_sheet("hcf", rules=rules, face_up=True, bonus_cap=50_000_00, quick=True)
    said = " ".join(sheet.section("rules").blocks[0].items)  # type: ignore[union-attr]
    assert "qualifies with any hand" in said
    assert "face up" in said
    assert "$50,000" in said
    rows = sheet.table("settlement").rows
    assert [row[1].text for row in rows] == ["player ahead", "tie", "dealer ahead", "player folds"]
    assert [cell.text for cell in rows[1][2:]] == ["loses", "loses"]
    usual = par_sheet("hcf", quick=True)
    said = " ".join(usual.section("rules").blocks[0].items)  # type: ignore[union-attr]
    assert "9-3-2 or better" in said
    assert "face down" in said


def test_the_commands_give_the_same_figures(
    some: ParSheet, capsys: pytest.CaptureFixture[str]
) -> None:
    block = some.section("reproduce").blocks[-1]
    assert isinstance(block, Commands)
    first, main_game, *wagers = (shlex.split(line)[1:] for line in block.lines)
    assert main([*main_game, "--json"]) == 0
    edges = [json.loads(capsys.readouterr().out)["house_edge"]["exact"]]
    for command in wagers:
        assert main([*command, "--json"]) == 0
        edges.append(json.loads(capsys.readouterr().out)["house_edge"]["exact"])
    values = [row[1].value for row in some.table("glance").rows]
    assert edges == [f"{v.numerator}/{v.denominator}" for v in values if isinstance(v, Fraction)]
    without_file = [word for word in first if word not in ("-o", "par-sheet.pdf")]
    assert main([*without_file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == to_data(some)


def test_the_commands_price_every_strategy(
    high_card: ParSheet, capsys: pytest.CaptureFixture[str]
) -> None:
    block = high_card.section("reproduce").blocks[-1]
    assert isinstance(block, Commands)
    asked = [shlex.split(line)[1:] for line in block.lines if " strategy " in line]
    assert [words[1] for words in asked] == [*["price"] * len(boxed("high-card-flush")), "costs"]
    assert main([*asked[-1], "--json"]) == 0
    costs = [habit["cost"]["exact"] for habit in json.loads(capsys.readouterr().out)["habits"]]
    values = [row[3].value for row in high_card.table("habits").rows]
    assert costs == [f"{v.numerator}/{v.denominator}" for v in values if isinstance(v, Fraction)]
    assert main([*asked[0], "--json"]) == 0
    shown = high_card.table("strategies").rows[1][2].value
    assert isinstance(shown, Fraction)
    said = json.loads(capsys.readouterr().out)
    assert said["house_edge"]["exact"] == f"{shown.numerator}/{shown.denominator}"


def test_the_commands_carry_every_option() -> None:
    rules = replace(find_game("hcf").rules, ties="win", unqualified="play", qualifier=0)
    sheet = par_sheet(
        "hcf",
        rules=rules,
        paytables={"progressive": ["PT-BJS-HCF-SF-07"], "flush-bonus": ["7=300,6=100"]},
        without=["straight-flush-bonus"],
        base=5_00,
        seats=3,
        meters={"main": 200_000_00},
        face_up=True,
        bonus_cap=50_000_00,
        date=DAY,
        quick=True,
    )
    block = sheet.section("reproduce").blocks[-1]
    assert isinstance(block, Commands)
    words = shlex.split(block.lines[0])
    for option, value in (
        ("--qualifier", "none"),
        ("--ties", "win"),
        ("--unqualified", "play"),
        ("--base", "5"),
        ("--seats", "3"),
        ("--meter", "main=200000"),
        ("--cap", "50000"),
        ("--date", "2026-03-01"),
        ("--without", "straight-flush-bonus"),
        ("--paytable", "flush-bonus=7=300,6=100"),
        ("--paytable", "progressive=PT-BJS-HCF-SF-07"),
    ):
        assert words[words.index(value) - 1] == option
    assert {"--face-up", "--quick"} <= set(words)


# Data and words


def test_data_is_the_sheet(some: ParSheet) -> None:
    data = to_data(some)
    assert json.loads(json.dumps(data)) == data
    assert (data["digest"], data["date"]) == (some.digest, "2026-03-01")
    glance = next(block for block in data["front"] if block.get("id") == "glance")
    cell = glance["rows"][0][1]
    edge = solve("hcf").house_edge
    assert cell["value"] == {"exact": str(edge), "decimal": float(edge)}
    assert cell["text"] == percent(edge)


def test_progress_is_told() -> None:
    said: list[str] = []
    par_sheet("hcf", without=["progressive"], quick=True, progress=said.append)
    assert said[0] == "Solving High Card Flush"


def test_numbers_are_rounded_from_the_fraction() -> None:
    assert decimal(Fraction(1, 8), 2) == "0.12"
    assert decimal(Fraction(-1234567, 1), 0) == "-1,234,567"
    assert decimal(Fraction(-1, 10**9), 2) == "0.00"
    assert percent(Fraction(1, 3), 2) == "33.33%"
    assert one_in(Fraction(0)) == "never"
    assert one_in(Fraction(1, 5)) == "1 in 5.00"


def test_somebodys_text_hides_nothing() -> None:
    assert plain("a\u202eb\u0007c\n d") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c d"
    assert len(plain("x" * 500)) == 120


def test_the_return_table_comes_to_the_figures(both: Sheets) -> None:
    """Lines over all deals: their sums are the totals, which are found another way."""
    for _, sheet in both:
        table = sheet.table("return-table")
        assert sum(row[4].value or 0 for row in table.rows) == table.total[4].value
        assert sum(row[7].value or 0 for row in table.rows) == table.total[7].value
        figures = {row[0].text: row[1].value for row in sheet.table("main-figures").rows}
        assert -(table.total[7].value or 0) == figures["House edge, of one Ante"]
        ante, wagered = (
            figures["Return of the Ante"],
            figures["Return of all that is wagered"],
        )
        assert ante == 1 - (figures["House edge, of one Ante"] or 0)
        assert wagered == 1 - (figures["Element of risk"] or 0)


def test_a_cap_is_priced(high_card: ParSheet) -> None:
    capped = par_sheet("hcf", quick=True, bonus_cap=50_000_00)
    rows = {tuple(cell.text for cell in row[:3]): row for row in capped.table("cap").rows}
    one = rows["Straight Flush Bonus A", "$100", "1"]
    assert [cell.text for cell in one[3:]] == ["86.0749%", "13.9251%", "0.8387%"]
    assert not any(table.id == "cap" for table in high_card.tables())


def test_the_hold_of_a_table_by_seats(both: Sheets) -> None:
    """Bounds follow from one seat's variance and the covariance of two."""
    for game, sheet in both:
        seats = find_game(game).seats
        pairs = {row[0].text: row for row in sheet.table("seat-covariances").rows}
        main = pairs["Main game"]
        variance, covariance = number(main[1]), number(main[2])
        assert 0.1 < covariance / variance < 0.25
        rows = [row for row in sheet.table("hold-by-seats").rows if row[0].text == "Main game"]
        assert [row[1].text for row in rows] == [str(n) for n in range(1, seats + 1)]
        figures = {row[0].text: row[1] for row in sheet.table("main-figures").rows}
        edge = number(figures["House edge, of one Ante"])
        for row in rows:
            n = int(row[1].text)
            reach = deviations(90) * sqrt((n * variance + n * (n - 1) * covariance) / 1e6) / n
            low, high = (float(part.strip("%")) / 100 for part in row[-1].text.split(" to "))
            assert low == pytest.approx(edge - reach, abs=6e-4)
            assert high == pytest.approx(edge + reach, abs=6e-4)


def test_limits_digest_chart_and_sign_off(both: Sheets) -> None:
    for game, sheet in both:
        about = {row[0].text: row[1].text for row in sheet.table("about").rows}
        assert re.fullmatch("[0-9a-f]{16}", about["Program digest"])
        exposure = {row[0].text: row for row in sheet.table("exposure").rows}
        main = exposure["Main game"]
        most = max(number(row[0]) for row in sheet.table("distribution").rows)
        assert number(main[5]) == 500 * most
        assert number(main[6]) == number(main[5]) * find_game(game).seats
        assert sheet.table("sign-off").rows[0][0].text == "Prepared by"
        charts = [table for table in sheet.tables() if table.id.startswith("opening-")]
        assert len(charts) == (2 if find_game(game).board else 0)


def test_the_opening_chart_is_best_play(chase: ParSheet) -> None:
    """Two hands at an edge of the chart, each valued by itself."""
    told = [c.text for row in chase.table("opening-unsuited").rows for c in row if c.text]
    assert told == ["AA 4+", "AK 7+", "AQ T+", "AJ J", "KK J+"]
    for cards, bets in (("As Ah 4d", True), ("As Ah 3d", False)):
        assert (advise("ctf", parse_cards(cards)).best.action == "bet_3x") == bets
    suited = {row[0].text: row for row in chase.table("opening-suited").rows}
    assert {cell.text for cell in suited["A"][1:]} == {"any"}
    assert suited["K"][2].text == "3+"
    assert "All hands of one suit bet." in chase.table("opening-suited").note
