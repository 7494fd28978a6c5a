"""The process that serves loads no compiled code, whatever is asked of it."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.extent import extent
from tests.workers.test_pool import ROOT

HEAVY = ("numba", "numpy", "llvmlite", "matplotlib", "reportlab")

PROGRAM = """
import json, sys, tempfile
from pathlib import Path
import httpx
from tests.api.serving import open_house
from tests.floor.playing import PATIENCE
from longsuit.web.mount import add_pages
from longsuit.workers import jobs

with tempfile.TemporaryDirectory() as folder:
    with open_house(str(Path(folder) / "floor.db"), furnish=add_pages) as house:
        abe, pam = house["Abe"], house["Pam"]
        asked = [
            pam.get("/api/tables/D1/advice?hole=ThJh2c&board=4h5s6d7c"),
            pam.get("/api/advice?game=hcf&hole=7d5s3h2h2d8d9d"),
            abe.get("/api/reports/2026-11-15"),
            *(pam.get(page) for page in ("/lab/paytables?pay1=1500", "/table/D1", "/", "/pit")),
        ]
        lab = ["hand/run?hole=2c3d4h", "paytables/side-by-side.csv?pay1=1500"]
        if sys.argv[2] == "full":
            lab += ["simulation/run?rounds=1000", "record/all.json"]
            lab += ["face-up/run?hands=1&deals=100"]
            lab += ["par/run?game=high-card-flush&file=pdf", "rules/run?ties=lose", "design/run"]
        asked += [pam.get(f"/api/lab/{one}", timeout=600) for one in lab]
        made = house.workers.submit(jobs.AuditLog(house.floor.url)).result(PATIENCE)
        status = [one.status_code for one in asked]
        heavy = sorted(sys.modules.keys() & set(json.loads(sys.argv[1])))
        print(json.dumps({"status": status, "clean": made.clean, "heavy": heavy}))
"""


def test_a_served_floor_loads_no_compiled_code(tmp_path: Path) -> None:
    """After coach, lab, PAR sheet, audit and report; in a process of its own, as it is served."""
    known = os.environ.get("PYTHONPATH", "")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(HEAVY), extent("short", "full")],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{known}"},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    # The server logs to the same place, and may still count a request after it.
    told = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("{")))
    assert told == {"status": [200] * extent(9, 15), "clean": True, "heavy": []}
