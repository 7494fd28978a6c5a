"""The program's own files, digested at a start and held against a manifest."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.floor.playing import config, running, with_house

from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.floor.audit.run import audit
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.register.events import REGISTER
from longsuit.floor.service.pit import Desk
from longsuit.floor.service.program import MANIFEST, authenticate, own_files, read_manifest
from longsuit.version import __version__


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small program."""
    folder = tmp_path / "package"
    (folder / "inner" / "__pycache__").mkdir(parents=True)
    (folder / "one.py").write_text("one = 1\n")
    (folder / "inner" / "two.toml").write_text("two = 2\n")
    (folder / "inner" / "__pycache__" / "one.pyc").write_bytes(b"compiled")
    return folder


@pytest.mark.rule("CON-31", "CON-7")
def test_the_same_files_have_the_same_digest_and_compiled_ones_do_not_count(package: Path) -> None:
    before = own_files(package)
    assert set(before.files) == {"one.py", "inner/two.toml"}
    (package / "inner" / "__pycache__" / "one.pyc").write_bytes(b"compiled anew")
    assert own_files(package).digest == before.digest
    (package / "one.py").write_text("one = 2\n")
    assert own_files(package).digest != before.digest
    assert own_files(package).changes(before) == ("one.py",)


@pytest.mark.rule("CON-31")
def test_a_release_knows_a_changed_a_missing_and_an_added_file(package: Path) -> None:
    assert authenticate(HouseConfig(), package).release == "none"
    (package / MANIFEST).write_text(own_files(package).text(), encoding="utf-8")
    same = authenticate(HouseConfig(), package)
    assert (same.release, same.changed, same.version) == ("same", (), __version__)
    (package / "one.py").unlink()
    (package / "three.py").write_text("three = 3\n")
    (package / "inner" / "two.toml").write_text("two = 3\n")
    found = authenticate(HouseConfig(), package)
    assert (found.release, found.changed) == ("changed", ("inner/two.toml", "one.py", "three.py"))
    with pytest.raises(InputError, match="3 files are not those of the manifest"):
        authenticate(HouseConfig(changed_files="refuse"), package)


@pytest.mark.rule("CON-31")
def test_a_house_may_ask_for_a_signature_under_the_manifest(package: Path) -> None:
    ours, theirs = (Signer([Ed25519PrivateKey.generate()]) for _ in range(2))
    house = HouseConfig(release_keys=tuple(map(str, ours.keys("longsuit-release"))))
    text = own_files(package).text()
    with pytest.raises(InputError, match=r"manifest\.txt cannot be read"):
        authenticate(house, package)
    for told in (text, theirs.sign_text("longsuit-release", text), ours.sign_text("other", text)):
        (package / MANIFEST).write_text(told, encoding="utf-8")
        with pytest.raises(InputError, match="signed by none of the keys"):
            authenticate(house, package)
        assert authenticate(HouseConfig(), package).release == "same"
    signed = ours.sign_text("longsuit-release", text)
    (package / MANIFEST).write_text(signed, encoding="utf-8")
    assert authenticate(house, package).release == "same"
    (package / MANIFEST).write_text(signed.replace("one.py", "two.py"), encoding="utf-8")
    with pytest.raises(InputError, match="signature of longsuit-release is not good"):
        authenticate(house, package)


def test_the_key_of_a_release_is_one() -> None:
    witness = Signer([Ed25519PrivateKey.generate()]).witness_keys("w")[0]
    for text in ("no key", str(witness)):
        with pytest.raises(ValueError, match="key"):
            HouseConfig(release_keys=(text,))


@pytest.mark.rule("CON-31")
def test_a_house_may_keep_the_manifest_elsewhere(package: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text(own_files(package).text(), encoding="utf-8")
    house = HouseConfig(manifest=str(kept))
    assert authenticate(house, package).release == "same"
    assert read_manifest(kept) == own_files(package)
    kept.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(InputError, match="is no manifest"):
        authenticate(house, package)
    with pytest.raises(InputError, match="cannot be read"):
        authenticate(HouseConfig(manifest=str(tmp_path / "none")), package)


@pytest.mark.rule("CON-31", "CON-7")
def test_a_start_is_recorded_and_a_changed_file_is_told_at_the_desk(
    package: Path, tmp_path: Path
) -> None:
    (package / MANIFEST).write_text(own_files(package).text(), encoding="utf-8")
    (package / "one.py").write_text("one = 2\n")
    settings = with_house(config(T1={"mode": "practice"}), approvals="required")
    with running(str(tmp_path / "floor.db"), settings) as floor:
        floor.registry.begin(authenticate(settings.house, package))
        floor.registry.note_start(floor.engine.now(), wrong_clock="It is wrong.")
        assert floor.log.read(REGISTER) == []
        floor.registry.note_start(floor.engine.now())
        started = floor.registry.register.started
        assert started is not None
        assert (started.release, started.changed, started.approvals) == (
            *("changed", ("one.py",)),
            "required",
        )
        assert "Files that are not the release's: one.py." in Desk(floor).alarms()
        assert audit(floor.log).fault == ""


@pytest.mark.rule("CON-31")
def test_the_command_writes_a_manifest_and_checks_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "made.txt"
    assert main(["program", "--write", str(made)]) == 0
    assert main(["program", "--manifest", str(made)]) == 0
    assert "Every file is as the manifest says." in capsys.readouterr().out
    lines = made.read_text(encoding="utf-8").splitlines()
    made.write_text("\n".join([lines[0], "0" * 64 + lines[1][64:], *lines[2:]]), encoding="utf-8")
    assert main(["program", "--manifest", str(made)]) == 1
    assert capsys.readouterr().out.count("not as in the manifest") == 1
