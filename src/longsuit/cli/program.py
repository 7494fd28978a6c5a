"""`longsuit program`: version and digest of the program's own files, and its manifest."""

from pathlib import Path
from typing import Annotated

import typer

from longsuit.cli.output import JsonOption, print_json
from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.note import Key
from longsuit.floor.service.program import own_files, read_manifest


def run(
    manifest: Annotated[
        Path | None, typer.Option(help="Check the files against this manifest.")
    ] = None,
    key: Annotated[
        list[str] | None, typer.Option(help="A public key that must have signed the manifest.")
    ] = None,
    write: Annotated[Path | None, typer.Option(help="Write a manifest of the files here.")] = None,
    as_json: JsonOption = False,
) -> int:
    """Show which program this is. With a manifest, exit 1 if a file differs from it."""
    if key and manifest is None:
        raise InputError("--key goes with --manifest.")
    own = own_files()
    keys = [Key.read(text) for text in key or ()]
    if write is not None:
        try:
            write.write_text(own.text(), encoding="utf-8")
        except OSError as error:
            raise InputError(f"{write} cannot be written: {error.strerror}.") from None
    changed = own.changes(read_manifest(manifest, keys)) if manifest is not None else ()
    if as_json:
        told = {"version": own.version, "digest": own.digest, "files": len(own.files)}
        print_json(told | ({"changed": list(changed)} if manifest is not None else {}))
    else:
        print(f"Longsuit {own.version}, {len(own.files)} files, digest {own.digest}")
        for name in changed:
            print(f"not as in the manifest: {name}")
        if manifest is not None and not changed:
            print("Every file is as the manifest says.")
    return 1 if changed else 0
