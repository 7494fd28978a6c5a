"""The public API is what the committed listing says, and costs nothing until it is used."""

import inspect
import resource
import subprocess
import sys
from pathlib import Path

import longsuit

LISTING = Path(__file__).with_name("public_api.txt")


def describe(name: str) -> list[str]:
    """A name with its signature; of a class its public members, too."""
    found = getattr(longsuit, name)
    if not inspect.isclass(found):
        shown = f"{name}{inspect.signature(found)}" if callable(found) else name
        return [shown]
    members = sorted(member for member in dir(found) if not member.startswith("_"))
    return [f"class {name}", *(f"  {name}.{member}" for member in members)]


def test_the_public_api_is_the_one_that_was_promised() -> None:
    """A change of a public name or signature is seen in review: change the listing with it."""
    listed = "\n".join(line for name in sorted(longsuit.__all__) for line in describe(name))
    assert listed + "\n" == LISTING.read_text(encoding="utf-8")


def test_everything_public_is_there_and_nothing_else() -> None:
    assert dir(longsuit) == sorted(longsuit.__all__)
    assert all(hasattr(longsuit, name) for name in longsuit.__all__)
    assert not hasattr(longsuit, "solv")


def test_the_import_loads_neither_compiled_code_nor_the_web() -> None:
    """What is heavy is loaded by who asks for it; a price needs none of it."""
    program = (
        "import sys, longsuit\n"
        "alone = len([m for m in sys.modules if m.startswith('longsuit')])\n"
        "longsuit.price('ctf', 'same-suit').house_edge\n"
        "heavy = {'numba', 'numpy', 'fastapi', 'nicegui', 'sqlalchemy', 'matplotlib', 'rich'}\n"
        "print(alone, sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == "2 []\n"


def test_the_import_takes_at_most_three_times_what_python_takes_to_start() -> None:
    """In processor time, the least of seven of each: what else the machine does is not in it."""
    least = {
        program: min(processor_seconds(program) for _ in range(7))
        for program in ("pass", "import longsuit")
    }
    assert least["import longsuit"] <= 3 * least["pass"]


def processor_seconds(program: str) -> float:
    def used() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    before = used()
    subprocess.run([sys.executable, "-c", program], check=True)
    return used() - before
