"""What is not part of the base install, and which extra brings it."""

_BRINGS = {
    "arrow": "nanoarrow",
    "cluster": "dask distributed",
    "floor": "alembic anyio argon2 cryptography fastapi nicegui prometheus_client segno "
    "sqlalchemy starlette structlog uvicorn websockets",
    "gym": "gymnasium",
    "mcp": "mcp",
    "postgres": "psycopg",
    "report": "matplotlib reportlab",
}
_EXTRA = {package: extra for extra, packages in _BRINGS.items() for package in packages.split()}


def name_extra(missing: ImportError) -> str | None:
    """How to get what could not be imported, in a sentence; None for anything of our own."""
    package = (missing.name or "").partition(".")[0]
    extra = _EXTRA.get(package)
    if extra is None:
        return None
    return f"This needs the package {package}: pip install 'longsuit[{extra}]' brings it."
