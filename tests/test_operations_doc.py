"""docs/operations.md says what is there: settings, commands, addresses, metrics."""

import configparser
import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import typer
from click import Command

from longsuit.api.app import make_app
from longsuit.cli.main import COMMANDS
from longsuit.floor.config.settings import (
    FloorConfig,
    HouseConfig,
    MustHitConfig,
    TableConfig,
    read_config,
)
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service.floor import LEASE_SECONDS, Floor

DOCS = Path(__file__).parent.parent / "docs"
TEXT = (DOCS / "operations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCKS if found == kind]


def test_every_block_says_what_it_is() -> None:
    assert TEXT.count("```") == 2 * len(BLOCKS)
    assert {kind for kind, _ in BLOCKS} == {"sh", "toml", "ini", "psql", "nginx", "yaml"}


# The configuration


def test_the_example_is_a_floor_that_opens(tmp_path: Path) -> None:
    (example,) = blocks("toml")
    file = tmp_path / "floor.toml"
    file.write_text(example, encoding="utf-8")
    config = read_config(file)
    assert [table.id for table in config.table] == ["CTF-1", "CTF-2", "HCF-1", "practice"]
    assert {table.mode for table in config.table} == {"dealt", "live", "practice"}
    floor = Floor(str(tmp_path / "floor.db"), config)
    floor.start()
    try:
        assert floor.tables() == sorted(table.id for table in config.table)
        # The link is one meter, whichever of its two tables was opened first.
        assert set(floor.meters()["harbour star"].tables) == {"CTF-1", "CTF-2"}
        assert floor.meters()["CTF-1/must-hit"].terms.by == 1000_00
    finally:
        floor.stop()


def test_every_setting_is_in_the_example() -> None:
    (example,) = blocks("toml")
    told = tomllib.loads(example)
    for model, places in (
        (FloorConfig, [told]),
        (HouseConfig, [told["house"]]),
        (TableConfig, told["table"]),
        (MustHitConfig, [one["must_hit"] for one in told["table"] if "must_hit" in one]),
    ):
        given = {name for place in places for name in place}
        assert given == set(model.model_fields), model


# Commands


_CALLS = ("longsuit ", "sudo -u longsuit longsuit ", "ExecStart=")


def lines_of_commands() -> list[list[str]]:
    """Every call of longsuit in the blocks, as the shell would take it apart."""
    found = []
    for kind, text in BLOCKS:
        for line in text.replace("\\\n", " ").splitlines():
            call = re.search(
                r"(?:^|[ =/])longsuit ((?:serve|people|day|backup|restore|\w+ -).*)", line
            )
            if kind in ("sh", "ini") and call and not line.startswith("Description"):
                found.append(shlex.split(call[1].split(" | ")[0]))
    return found


def options_of(name: str, part: str) -> set[str]:
    module = import_module(COMMANDS[name][0])
    run = getattr(module, "commands", {}).get(part) or module.run
    app = typer.Typer(add_completion=False)
    app.command()(run)
    command: Command = typer.main.get_command(app)  # type: ignore[assignment]
    return {option for one in command.params for option in (*one.opts, *one.secondary_opts)}


def test_every_command_of_the_document_is_there() -> None:
    calls = lines_of_commands()
    assert len(calls) >= 8
    named = {words[0] for words in calls}
    assert {"serve", "people", "day", "backup", "restore"} <= named
    for words in calls:
        assert words[0] in COMMANDS, words
        part = words[1] if len(words) > 1 else ""
        known = options_of(words[0], part)
        for word in words:
            if word.startswith("-"):
                assert word in known, words


@pytest.mark.parametrize("name", ["day", "backup", "restore"])
def test_every_option_of_these_commands_is_in_a_document(name: str) -> None:
    text = TEXT + (DOCS / "commands.md").read_text(encoding="utf-8")
    for option in options_of(name, ""):
        if option not in ("--help", "--output", "--theory"):
            assert option in text, option


# The service


def test_the_unit_is_hardened() -> None:
    units = [text for text in blocks("ini") if "Type=oneshot" not in text and "[Timer]" not in text]
    (text,) = units
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    assert unit.sections() == ["Unit", "Service", "Install"]
    service = unit["Service"]
    assert (service["User"], service["Restart"]) == ("longsuit", "always")
    for name in (
        *("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "RestrictNamespaces"),
        *("ProtectKernelModules", "ProtectKernelTunables", "ProtectControlGroups"),
    ):
        assert service[name] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert service["UMask"] == "0077"


# What a server shows


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The metrics of a floor without tables."""
    floor = Floor(str(tmp_path_factory.mktemp("floor") / "floor.db"), FloorConfig())
    try:
        metrics: bytes = make_app(floor).state.context.metrics.page()
        return metrics.decode()
    finally:
        floor.stop()


def test_every_metric_of_the_document_is_there_and_the_other_way_round(page: str) -> None:
    there = set(re.findall(r"^# TYPE (longsuit_\w+)", page, re.MULTILINE))
    there = {name for name in there if not name.endswith("_created")}
    told = {name.removesuffix("_bucket") for name in re.findall(r"longsuit_[a-z_]+", TEXT)}
    assert told == there


def test_every_address_of_the_document_is_there(tmp_path: Path) -> None:
    floor = Floor(str(tmp_path / "floor.db"), FloorConfig())
    try:
        paths = set(make_app(floor).openapi()["paths"])
    finally:
        floor.stop()
    told = set(re.findall(r"`(/(?:health|metrics)[a-z/]*)`", TEXT))
    assert told == {"/health", "/health/live", "/health/ready", "/metrics"}
    assert told <= paths


def test_figures_of_the_document_are_those_of_the_code() -> None:
    assert LEASE_SECONDS == 6.0
    assert "expire after six seconds" in " ".join(TEXT.split())
    assert KEY_VARIABLE in TEXT


def test_documents_that_it_names_are_there() -> None:
    for name in re.findall(r"\b([a-z]+\.md)\b", TEXT):
        assert (DOCS / name).is_file(), name


def test_a_floor_is_installed_with_its_extra() -> None:
    """The base install has no server: whoever copies a line must not be left without one."""
    lines = re.findall(r"pip install [^\n`]*", TEXT)
    assert len(lines) >= 2
    assert [line for line in lines if "longsuit[floor]" not in line] == []
