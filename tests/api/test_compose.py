"""The image and the floor of two servers: how they are made, and the same start as processes."""

import os
import re
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import yaml
from cryptography.fernet import Fernet
from tests.faults.processes import free_port
from tests.plain_http import PLAIN

ROOT = Path(__file__).parents[2]
STEPS = re.findall(
    r"^([A-Z]+) ((?:.*\\\n)*.*)$",
    (ROOT / "Containerfile").read_text(encoding="utf-8"),
    re.MULTILINE,
)
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
SERVERS = ("floor-a", "floor-b")
PROGRAM = "import sys; from longsuit.cli.main import main; sys.exit(main(sys.argv[1:]))"
PATIENCE_SECONDS = 120


def asked(step: str) -> list[str]:
    return [said for name, said in STEPS if name == step]


def test_the_image_is_pinned_small_and_not_run_by_root() -> None:
    versions = [re.search(r":(\d+\.\d+\.\d+)-slim", base) for base in asked("FROM")]
    assert len(versions) == 2 and all(versions)
    assert asked("USER") == ["10001"]
    last = max(at for at, (name, _) in enumerate(STEPS) if name == "FROM")
    after = [name for name, _ in STEPS[last:]]
    # Nothing is installed or copied in as anybody else once the user is named.
    assert after.index("USER") > max(at for at, name in enumerate(after) if name in ("RUN", "COPY"))
    assert not asked("ADD")
    assert "--constraint constraints.txt" in asked("RUN")[0] and "--no-cache-dir" in asked("RUN")[0]
    assert "/health/ready" in asked("HEALTHCHECK")[0]
    # The forms that hand signals on to the server, so that it ends in order.
    assert all(said.startswith("[") for said in (*asked("ENTRYPOINT"), *asked("CMD")))
    for source in (" ".join(asked("COPY")[:2])).split()[:-1]:
        assert (ROOT / source).exists() or source == "./", source


def test_every_service_is_kept_small() -> None:
    assert set(SERVICES) == {"postgres", *SERVERS}
    for name, service in SERVICES.items():
        assert service["read_only"] is True, name
        assert service["user"] in ("10001", "postgres"), name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["healthcheck"]["test"], name
        assert not re.search(r":latest$", service["image"]), name
        # Secrets come as files: an environment is shown by whoever inspects a container.
        assert not [one for one in service["environment"] if one.endswith(("PASSWORD", "_KEY"))]
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ())), name
        assert set(service["secrets"]) <= set(COMPOSE["secrets"])
    for name in SERVERS:
        assert SERVICES[name]["depends_on"]["postgres"]["condition"] == "service_healthy"
        assert "exec longsuit" in SERVICES[name]["entrypoint"][2]


def test_the_same_start_works_as_plain_processes(postgres_database: str, tmp_path: Path) -> None:
    """Each server's own command and health check; only the addresses are those of this machine."""
    (tmp_path / "vault.key").write_bytes(Fernet.generate_key())
    kept = {name: value for name, value in os.environ.items() if name != "LONGSUIT_KEY"}
    around = kept | {"LONGSUIT_KEY_FILE": str(tmp_path / "vault.key")}
    ports = {name: free_port() for name in SERVERS}
    logs = {name: tmp_path / f"{name}.log" for name in SERVERS}
    with ExitStack() as running:
        for name in SERVERS:
            command = [_here(one, name, postgres_database, ports[name]) for one in _command(name)]
            assert postgres_database in command
            log = running.enter_context(logs[name].open("w"))
            process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *command],
                cwd=tmp_path,
                env=around,
                stdout=log,
                stderr=log,
            )
            running.callback(process.wait, PATIENCE_SECONDS)
            running.callback(process.terminate)
            # As compose has it, the second waits for the database alone, not for the first.
        for name in SERVERS:
            check = SERVICES[name]["healthcheck"]["test"][3].replace("8080", str(ports[name]))
            _until_healthy(check, logs[name])
        tables = [_tables(port) for port in ports.values()]
    assert tables[0] == tables[1] and tables[0]


def _command(name: str) -> list[str]:
    found: list[str] = SERVICES[name]["command"]
    return found


def _here(argument: str, name: str, database: str, port: int) -> str:
    if argument.startswith("postgresql://"):
        return database
    there = {
        "0.0.0.0": "127.0.0.1",
        "8080": str(port),
        f"http://{name}:8080": f"http://127.0.0.1:{port}",
    }
    return there.get(argument, argument)


def _until_healthy(check: str, log: Path) -> None:
    ends = time.monotonic() + PATIENCE_SECONDS
    while subprocess.run(
        [sys.executable, "-c", check], capture_output=True, check=False
    ).returncode:
        assert time.monotonic() < ends, log.read_text(encoding="utf-8")
        time.sleep(0.2)


def _tables(port: int) -> list[str]:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", verify=PLAIN) as http:
        http.post("/api/guests").raise_for_status()
        found = http.get("/api/tables").raise_for_status().json()["tables"]
        return sorted(str(one["id"]) for one in found)
