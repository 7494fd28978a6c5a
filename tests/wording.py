"""What somebody is told when the floor or the core refuses."""

from longsuit.core.refusals import Refused
from longsuit.core.texts import sentence
from longsuit.floor.engine.ask import Answer

BETWEEN_ROUNDS = "That is done between rounds: end this round first."


def reason_of(outcome: Answer | Refused | object) -> str:
    """The sentence of a refusal; nothing for what was not refused."""
    refused = outcome.refused if isinstance(outcome, Answer) else outcome
    return sentence(refused) if isinstance(refused, Refused) else ""
