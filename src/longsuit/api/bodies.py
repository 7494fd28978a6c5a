"""What requests have in common: text that can be written down, amounts, and keys."""

import json
from typing import Annotated, Any

import msgspec
from fastapi import Depends, Header, Path, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, model_validator

from longsuit.floor.config.settings import in_form
from longsuit.floor.config.time_zones import micros_of
from longsuit.floor.service.command_json import BadForm

LARGEST_VERSION = 2**31 - 1
micros = micros_of


class Sendable(BaseModel):
    """What can be written: JSON may name half characters, which no file or database holds."""

    @model_validator(mode="before")
    @classmethod
    def _can_be_written(cls, value: Any) -> Any:
        try:
            json.dumps(value, ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError:
            raise ValueError("there is half a character in it") from None
        return value


class Body(Sendable):
    """A JSON object with these fields and no others."""

    model_config = ConfigDict(extra="forbid")


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("it has printable characters only, and no line breaks")
    return text


Short = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_printable)]
Secret = Annotated[SecretStr, Field(max_length=300)]


async def body_of(request: Request) -> object:
    """What came as JSON, whatever it is."""
    raw = await request.body()
    if not raw or raw == b"null":
        raise BadForm("The body is missing.")
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise BadForm("The body is a JSON object, with content-type application/json.")
    try:
        return msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise BadForm("The body cannot be read as JSON.") from None


Sent = Annotated[object, Depends(body_of)]
TableName = Annotated[str, Path(description="The table's id.", examples=["T3"])]
MeterName = Annotated[str, Path(description="The meter's id.", examples=["T3/star"])]
PersonPath = Annotated[str, Path(description="The name.", examples=["Ann"])]
KEY = r"^[!-~]([ -~]{0,78}[!-~])?$"
KEY_FORM = "it has 1 to 80 plain letters, digits and signs, without a space at either end"
LONGEST_MOMENT = 80
Key = Annotated[
    str,
    in_form(KEY, KEY_FORM),
    Header(
        alias="Idempotency-Key",
        json_schema_extra={"pattern": KEY},
        description="Of your choice, a new one for each command; the same to send it again.",
        examples=["7f3a-41"],
    ),
]
Moment = Annotated[
    str,
    Header(
        alias="If-Moment",
        max_length=LONGEST_MOMENT,
        description="The `moment` of the view that it is meant for; in another it is refused.",
        examples=["3/idle/wagers/0/0"],
    ),
]
