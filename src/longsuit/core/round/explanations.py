"""What became of wagers, in words: made for whoever reads, and never written down."""

from collections.abc import Iterable

from longsuit.core.games.catalog import any_wager
from longsuit.core.games.game import ResultReason
from longsuit.core.games.settlement import Award, Settled
from longsuit.core.money import show_dollars, show_rate
from longsuit.core.texts import RESULTS, SHORT_RESULTS


def result_words(result: Settled, awards: Iterable[Award] = ()) -> str:
    """Why a wager came out as it did; of a share of a meter, the awards of the round tell."""
    due = [one for one in awards if (one.seat, one.wager) == (result.seat, result.wager)]
    why = RESULTS[result.reason].format(
        wager=any_wager(result.wager).name,
        done=RESULTS.get(result.verdict, ""),
        hand=result.hand,
        share=show_rate(due[0].share).replace(".00", "") if due else "",
        meter=due[0].meter if due else "",
    )
    if result.unpaid:
        why = RESULTS["unpaid"].format(why=why)
    if result.cap:
        why = RESULTS["cap"].format(why=why, cap=show_dollars(result.cap))
    plain = not result.hand or result.reason is ResultReason.HAND
    return why if plain else f"{result.hand}: {why}"


def short_words(result: Settled) -> str:
    """The same in a few words."""
    return result.hand or SHORT_RESULTS["unpaid" if result.unpaid else result.reason]
