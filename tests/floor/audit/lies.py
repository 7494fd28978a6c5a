"""What a forger might write into a log, each lie with the sentence by which the audit finds it.

A lie changes the records and their postings; numbers and hashes are made to fit again.
"""

import copy
import json
from collections.abc import Callable

import msgspec
from tests.floor.audit.forged import Entries, Entry, Event, find

from longsuit.core.progressive.events import AwardLocked, MeterEvent
from longsuit.core.progressive.evolve import replay_meter
from longsuit.core.progressive.ledger import meter_entries
from longsuit.core.progressive.meter import lock_award
from longsuit.core.round.codec import from_text, to_text
from longsuit.floor.store.schema import PURPOSES

Lie = Callable[[Entries], str]
"""Changes a log, and returns the stream that the audit has to name."""
LIES: dict[str, tuple[Lie, str]] = {}


def lie(sentence: str) -> Callable[[Lie], Lie]:
    """A lie, and part of the sentence by which it is found."""

    def keep(change: Lie) -> Lie:
        LIES[change.__name__] = (change, sentence)
        return change

    return keep


# Rounds


@lie("the settlement gives seat")
def a_settlement_that_pays_more(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundSettled")
    event["settlement"]["results"][0]["returned"] += 100
    return entry.stream


@lie("the settlement gives seat")
def a_settlement_with_another_reason(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundSettled")
    event["settlement"]["results"][-1]["reason"] = "folded"
    return entry.stream


@lie("and the shuffle gives")
def a_card_dealt_from_elsewhere(entries: Entries) -> str:
    _, entry, event = find(entries, "HandDealt")
    event["cards"][0] = (event["cards"][0] + 1) % 52
    return entry.stream


@lie("the dealer was dealt")
def another_card_for_the_dealer(entries: Entries) -> str:
    _, entry, event = find(entries, "DealerDealt")
    event["cards"].reverse()
    return entry.stream


@lie("the board was dealt")
def another_board(entries: Entries) -> str:
    _, entry, event = find(entries, "BoardDealt")
    event["cards"].reverse()
    return entry.stream


@lie("is not the one that round")
def another_seed(entries: Entries) -> str:
    _, entry, event = find(entries, "SeedOpened")
    event["seed"] = "00" * 32
    return entry.stream


@lie("is not the one that round")
def another_commitment(entries: Entries) -> str:
    _, entry, event = find(entries, "DeckSealed")
    event["commitment"] = "ab" * 32
    return entry.stream


@lie("the seed is drawn before the words, and no longer may be")
def a_seed_drawn_before_the_words(entries: Entries) -> str:
    """A round of the old order, where the house knew its seed while words were still taken."""
    at, started, _ = find(entries, "RoundStarted", lambda one: not one["dynamic"], last=True)
    before = [one for one in entries[:at] if one.stream == started.stream]
    begun = [one for one in before if one.event("RoundBegun")]
    sealed = started.events.pop(0)
    assert sealed["type"] == "DeckSealed"
    begun[-1].events[0]["commitment"] = sealed["commitment"]
    return started.stream


@lie("its seats have planned something else")
def a_plan_that_nobody_made(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundBegun")
    event["plans"] = [{"type": "SeatPlanned", "seat": 1, "plan": "leave"}]
    return entry.stream


@lie("the round is over, and its seed is not opened")
def a_seed_kept_back(entries: Entries) -> str:
    _, entry, event = find(entries, "SeedOpened")
    entry.events.remove(event)
    return entry.stream


@lie("it says")
def a_seed_in_capitals(entries: Entries) -> str:
    _, entry, event = find(entries, "SeedOpened")
    event["seed"] = event["seed"].upper()
    return entry.stream


@lie("That is not the word you sealed")
def another_word(entries: Entries) -> str:
    """A word goes into the shuffle, and is the one that was sealed before there was a seed."""
    _, entry, event = find(entries, "WordAdded")
    event["word"]["word"] = "unlucky"
    return entry.stream


@lie("its RoundStarted should be WordsMissing")
def a_word_kept_back_without_a_word(entries: Entries) -> str:
    """In a round that was dealt: only the end of the wait for words can deal it."""
    entry, event = next(
        (entry, missing)
        for entry in entries
        if (missing := entry.event("WordsMissing")) and entry.event("RoundStarted")
    )
    entry.events.remove(event)
    return entry.stream


@lie("The deck is not a shuffle")
def one_card_twice_in_a_round_that_still_runs(entries: Entries) -> str:
    for place, entry in reversed(list(enumerate(entries))):
        later = [one for one in entries[place:] if one.stream == entry.stream]
        dealt = entry.event("DealerDealt")
        if dealt and not any(one.event("SeedOpened") for one in later):
            dealt["cards"][0] = dealt["cards"][1]
            return entry.stream
    raise AssertionError("no such round")


@lie("the dynamic pays are")
def another_dynamic_pay(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundStarted", lambda one: bool(one["dynamic"]))
    hand = next(iter(event["dynamic"]))
    for one in entry.events:
        if "dynamic" in one:
            one["dynamic"][hand] += 100
    return entry.stream


@lie("Those are not dynamic pays")
def a_dynamic_pay_that_a_live_table_does_not_have(entries: Entries) -> str:
    live = [one for one in entries if one.stream == "table L2"]
    _, entry, event = find(live, "WagersRegistered", lambda one: bool(one["dynamic"]))
    event["dynamic"] = dict.fromkeys(event["dynamic"], 1_000_000)
    return entry.stream


@lie("begins with")
def a_stack_that_grew_between_rounds(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundBegun", lambda one: bool(one["seated"]))
    event["seated"][0]["stack"] += 1_00
    return entry.stream


@lie("nobody sat there")
def somebody_who_was_not_there(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundBegun", lambda one: len(one["seated"]) == 2)
    taken = {one["seat"] for one in event["seated"]}
    free = next(seat for seat in range(1, 8) if seat not in taken)
    stranger = {"type": "SeatTaken", "seat": free, "player": "Zed", "stack": 1_00}
    event["seated"] = sorted([*event["seated"], stranger], key=lambda one: one["seat"])
    return entry.stream


@lie("is gone")
def somebody_who_vanished(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundBegun", lambda one: bool(one["seated"]))
    event["seated"].pop()
    return entry.stream


@lie("is next")
def a_round_left_out(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundBegun", lambda one: one["number"] == 3)
    event["number"] = 4
    return entry.stream


@lie("The Ante is $5.00 to")
def a_wager_over_the_limit(entries: Entries) -> str:
    _, entry, event = find(entries, "WagersPlaced", lambda one: "xtra" in one["wagers"])
    event["wagers"] |= {"ante": 1_000_00, "xtra": 1_000_00}
    return entry.stream


@lie("now; it can")
def an_action_that_was_not_open(entries: Entries) -> str:
    _, entry, event = find(entries, "ActionTaken", lambda one: one["action"] == "check")
    event["action"] = "fold"
    return entry.stream


@lie("Only the player at seat")
def somebody_else_who_decided(entries: Entries) -> str:
    _, entry, _ = find(entries, "ActionTaken", lambda one: one["in_time"])
    entry.who = "player Zed"
    return entry.stream


@lie("may decide for a seat")
def a_dealer_who_decided(entries: Entries) -> str:
    _, entry, _ = find(entries, "ActionTaken", lambda one: one["in_time"])
    entry.who = "dealer Dee"
    return entry.stream


@lie("nothing leads to its RoundEnded")
def a_round_that_ended_twice(entries: Entries) -> str:
    _, entry, _ = find(entries, "RoundEnded")
    entry.events.append({"type": "RoundEnded"})
    return entry.stream


@lie("is closed")
def a_round_at_a_table_that_is_closed(entries: Entries) -> str:
    place, entry, _ = find(entries, "TableClosed")
    again = next(n for n in range(place + 1, len(entries)) if entries[n].stream == entry.stream)
    assert entries[again].event("TableSet")
    del entries[again]
    return entry.stream


@lie("That is done between rounds")
def settings_that_change_in_a_round(entries: Entries) -> str:
    start, entry, _ = find(entries, "RoundStarted")
    settings = next(one for one in entries if one.stream == entry.stream).events[0]["after"]
    changed = {**settings, "name": "Another table"}
    event = {"type": "TableSet", "before": settings, "after": changed}
    entries.insert(start + 1, Entry(entry.stream, entry.at, "supervisor Sue", "key", [event]))
    return entry.stream


# Jackpots and meters


MUST_HIT = "meter ctf must-hit"
"""It is fed in its own stream."""


def _find_fed(entries: Entries) -> tuple[int, Entry, Event]:
    """A contribution to the Must Hit meter, in a record of its own."""
    for place, entry in enumerate(entries):
        if entry.stream == MUST_HIT and entry.event("Contributed") and len(entry.events) == 1:
            return place, entry, entry.events[0]
    raise AssertionError("no such contribution")


@lie("mites to the meter and its reserve, not")
def a_contribution_that_is_too_small(entries: Entries) -> str:
    _, entry, event = _find_fed(entries)
    event["main"] -= 1
    entry.postings[0]["mites"] -= 1
    return entry.stream


@lie("has fed the meter already")
def a_contribution_that_comes_twice(entries: Entries) -> str:
    place, entry, _ = _find_fed(entries)
    entries.insert(place + 1, copy.deepcopy(entry))
    return entry.stream


@lie("what tables put into it, they tell, and it gathers")
def a_contribution_in_the_wrong_stream(entries: Entries) -> str:
    place, entry, event = _find_fed(entries)
    stream = next(one.stream for one in entries if one.event("ContributionsGathered"))
    first = next(n for n, one in enumerate(entries) if one.stream == stream)
    entries.insert(max(first, place) + 1, Entry(stream, entry.at, entry.who, "key", [event]))
    return stream


@lie("and should say")
def a_round_that_puts_in_too_little(entries: Entries) -> str:
    _, entry, event = find(entries, "MetersFed")
    event["added"][0]["main"] -= 1
    line = next(one for one in entry.postings if one["target"].startswith("meter "))
    line["mites"] -= 1
    return entry.stream


@lie("its TerminalCleared should be MetersFed")
def a_round_that_puts_in_nothing(entries: Entries) -> str:
    _, entry, _ = find(entries, "MetersFed", lambda one: True)
    entry.events = [one for one in entry.events if one["type"] != "MetersFed"]
    entry.postings = [one for one in entry.postings if not one["target"].startswith("meter ")]
    return entry.stream


def _find_gathered(entries: Entries, parts: int = 1) -> tuple[Entry, Event]:
    """A meter that takes in what some tables have put in; nothing is awarded from it later."""
    awarded: set[str] = set()
    for entry in reversed(entries):
        gathered = entry.event("ContributionsGathered")
        if gathered and entry.stream not in awarded and len(gathered["parts"]) >= parts:
            return entry, gathered
        if gathered:
            awarded.add(entry.stream)
    raise AssertionError("nothing was gathered")


@lie("mites of ")
def a_part_that_is_too_large(entries: Entries) -> str:
    """What the house takes from nowhere; the award of the same record takes it along."""
    entry, gathered = _find_gathered(entries)
    gathered["parts"][0]["main"] += 1
    return entry.stream


@lie("it was gathered without round ")
def a_part_that_is_left_out(entries: Entries) -> str:
    """A table's rounds of an hour before are not in what is awarded."""
    entry, gathered = _find_gathered(entries, parts=2)
    gathered["parts"].pop()
    place = entries.index(entry)
    for one in entries[place:]:
        one.at += 3_600_000_000
        for line in one.postings:
            line["at"] = one.at
    _award_again(entries, entry)
    return entry.stream


def _award_again(entries: Entries, entry: Entry) -> None:
    """The forger makes the award what the meter now comes to, and nothing happens after it."""
    place = entries.index(entry)
    del entries[place + 1 :]
    told = [one for one in entries if one.stream == entry.stream]
    events = [event for one in told for event in one.events]
    *history, said = msgspec.convert(events, tuple[MeterEvent, ...], dec_hook=from_text)
    assert isinstance(said, AwardLocked)
    right = lock_award(replay_meter(history), said.claim, said.seat, said.hand, said.share)
    entry.events[-1] = json.loads(json.dumps(msgspec.to_builtins(right, enc_hook=to_text)))
    meter = entry.stream.removeprefix("meter ")
    entry.postings = [
        {
            "line": number,
            "source": one.source,
            "target": one.target,
            "mites": one.mites,
            "at": entry.at,
            "purpose": PURPOSES.index(one.purpose),
        }
        for number, one in enumerate(meter_entries(meter, right), 1)
    ]


@lie("wagers, and there were")
def a_round_with_other_wagers(entries: Entries) -> str:
    """A late claim would be paid without what they put in."""
    entry, gathered = _find_gathered(entries)
    part = next(one for one in gathered["parts"] if one["table"] != _claimed_at(entry))
    part["wagers"] += 1
    return entry.stream


@lie("which ended no such round")
def a_round_that_is_still_to_come(entries: Entries) -> str:
    """The last thing that the log tells of the table is before the round that was gathered."""
    entry, gathered = _find_gathered(entries)
    part = next(one for one in gathered["parts"] if one["table"] != _claimed_at(entry))
    part["round"] += 1_000
    return entry.stream


def _claimed_at(entry: Entry) -> str:
    locked = entry.event("AwardLocked")
    return str(locked["claim"]["table"]) if locked else ""


@lie("in the order of the tables")
def parts_in_another_order(entries: Entries) -> str:
    entry, gathered = _find_gathered(entries, parts=2)
    gathered["parts"].reverse()
    return entry.stream


@lie(" it tells round ")
def a_contribution_left_out(entries: Entries) -> str:
    place, entry, _ = _quiet_contribution(entries)
    del entries[place]
    return entry.stream


@lie("and the meter ctf must-hit has none of it")
def a_meter_cut_short(entries: Entries) -> str:
    """Its last contribution is gone; the table's END ROUND is not."""
    last = max(n for n, one in enumerate(entries) if one.stream == MUST_HIT)
    while not entries[last].event("Contributed"):
        del entries[last]
        last = max(n for n, one in enumerate(entries) if one.stream == MUST_HIT)
    event = entries.pop(last).events[0]
    # What the table did after that is gone as well, but for the round's end.
    return f"table {event['table']}"


@lie("which ended no such round")
def a_table_cut_short(entries: Entries) -> str:
    """The records from a table's END ROUND on are gone; what its meters say of it is not."""
    fed = [one for one in entries if one.stream == MUST_HIT and one.event("Contributed")][-1]
    stream = f"table {fed.events[0]['table']}"
    same = [n for n, e in enumerate(entries) if (e.stream, e.command) == (stream, fed.command)]
    ended = same[-1]
    entries[:] = [e for n, e in enumerate(entries) if n < ended or e.stream != stream]
    return "meter"


@lie(" progressive wager")
def a_contribution_of_other_wagers(entries: Entries) -> str:
    _, entry, event = _quiet_contribution(entries)
    wagers = event["wagers"]
    event |= {"wagers": wagers + 1, "main": event["main"] * (wagers + 1) // wagers}
    for line in entry.postings:
        line["mites"] = line["mites"] * (wagers + 1) // wagers
    return entry.stream


def _quiet_contribution(entries: Entries) -> tuple[int, Entry, Event]:
    """A contribution after the last award of its meter: no later amount gives it away."""
    for place, entry in enumerate(entries):
        after = [one for one in entries[place:] if one.stream == entry.stream]
        event = entry.events[0] if len(entry.events) == 1 else {"type": ""}
        again = [one for one in after[1:] if one.events[0].get("table") == event.get("table")]
        awarded = any(one.event("AwardLocked") for one in after)
        if event["type"] == "Contributed" and again and not awarded:
            return place, entry, event
    raise AssertionError("no such contribution")


@lie("its AwardLocked has amount")
def an_award_of_another_amount(entries: Entries) -> str:
    _, entry, event = find(entries, "AwardLocked", lambda one: one["hand"] != "Must Hit")
    event["amount"] += 1
    return entry.stream


@lie("'locked ")
def a_table_that_says_another_amount(entries: Entries) -> str:
    """The meter is right; the table claims more, and pays it."""
    place, entry, event = find(entries, "JackpotClaimed", lambda one: bool(one["meter"]))
    event["amount"] += 1
    del entries[place + 1 :]
    settings = next(one for one in entries if one.stream == entry.stream).events[0]["after"]
    return f"meter {settings['setup']['meters'][event['meter']]}"


@lie("its AwardLocked has from_reserve")
def a_seed_from_the_house_instead_of_the_reserve(entries: Entries) -> str:
    _, entry, event = find(entries, "AwardLocked", lambda one: one["from_reserve"] > 0)
    event["from_house"] += event["from_reserve"]
    event["from_reserve"] = 0
    return entry.stream


@lie("no award of")
def a_jackpot_paid_twice(entries: Entries) -> str:
    place, entry, _ = find(entries, "JackpotPaid")
    entries.insert(place + 1, copy.deepcopy(entry))
    return entry.stream


@lie("its AwardVoided has to_reserve")
def a_void_that_gives_back_less(entries: Entries) -> str:
    _, entry, event = find(entries, "AwardVoided", lambda one: one["to_reserve"] > 0)
    event["to_reserve"] -= 1
    return entry.stream


@lie("A second member of the staff")
def a_correction_by_one_person(entries: Entries) -> str:
    _, entry, event = find(entries, "MeterCorrected")
    event["second"] = event["supervisor"]
    return entry.stream


@lie("Choose one of the reasons for which a meter may go down")
def a_correction_that_takes_from_the_meter(entries: Entries) -> str:
    """By a program that says which it is; those before it wrote such corrections."""
    place, entry, event = find(entries, "MeterCorrected", lambda one: one["amount"] > 0)
    event["amount"] *= -1
    for line in entry.postings:
        line["source"], line["target"] = line["target"], line["source"]
    started = {"type": "ProgramStarted", "version": "1", "digest": "", "changed": []}
    started |= {"release": "none", "approvals": "told"}
    entries.insert(place, Entry("register", entry.at, "system", "start", [started]))
    return entry.stream


@lie("Only a supervisor may correct a meter")
def a_correction_by_a_dealer(entries: Entries) -> str:
    _, entry, _ = find(entries, "MeterCorrected")
    entry.who = "dealer Dee"
    return entry.stream


@lie("its TriggerOpened has winner")
def another_winner_of_the_mystery(entries: Entries) -> str:
    _, entry, event = find(entries, "TriggerOpened", lambda one: len(one["seats"]) > 1)
    event["winner"] = next(seat for seat in event["seats"] if seat != event["winner"])
    return entry.stream


@lie("does not open the commitment")
def another_secret_of_the_mystery(entries: Entries) -> str:
    _, entry, event = find(entries, "TriggerOpened")
    event["secret"] = "11" * 32
    return entry.stream


@lie("its TriggerOpened has trigger")
def another_trigger(entries: Entries) -> str:
    _, entry, event = find(entries, "TriggerOpened")
    event["trigger"] -= 1
    return entry.stream


@lie("was not sealed")
def a_trigger_that_was_never_sealed(entries: Entries) -> str:
    place, entry, _ = find(entries, "TriggerSealed")
    del entries[place]
    return entry.stream


@lie("a supervisor has to approve it")
def a_jackpot_without_approval(entries: Entries) -> str:
    place, entry, _ = find(entries, "JackpotApproved")
    del entries[place]
    return entry.stream


@lie("cannot share the meter")
def a_meter_of_another_wager(entries: Entries) -> str:
    _, _, event = find(entries, "MeterOpened", lambda one: one["meter"] == "ctf heart")
    event["terms"]["wins"][0]["chance"] = "1/2"
    return "table C1"


# The ledger


@lie("line 1 of its ledger entries is")
def a_posting_of_another_amount(entries: Entries) -> str:
    entry = _posted(entries)
    entry.postings[0]["mites"] += 1
    return entry.stream


@lie("and should be")
def a_posting_to_another_account(entries: Entries) -> str:
    entry = _posted(entries)
    entry.postings[0]["target"] = "player Zed"
    return entry.stream


@lie("of its ledger entries is missing")
def a_posting_left_out(entries: Entries) -> str:
    entry = _posted(entries)
    entry.postings.pop()
    return entry.stream


@lie("nothing leads to line")
def a_posting_too_many(entries: Entries) -> str:
    entry = _posted(entries)
    extra = {**entry.postings[-1], "line": entry.postings[-1]["line"] + 1}
    entry.postings.append(extra)
    return entry.stream


def _posted(entries: Entries) -> Entry:
    return next(one for one in entries if one.event("RoundSettled") and one.postings)


# The form


@lie("it is not written in the floor's own form")
def a_length_in_two_bytes(entries: Entries) -> str:
    _, entry, _ = find(entries, "WagersPlaced")
    events = entry.written()
    entry.raw = b"\xdc\x00" + bytes([events[0] & 0x0F]) + events[1:]
    return entry.stream


@lie("it is not written in the floor's own form")
def a_default_that_is_written(entries: Entries) -> str:
    _, entry, _ = find(entries, "RoundStarted", lambda one: not one["dynamic"])
    parts = msgspec.msgpack.decode(entry.written())
    parts[[event["type"] for event in entry.events].index("RoundStarted")].append([])
    entry.raw = msgspec.msgpack.encode(parts)
    return entry.stream


@lie("its events cannot be read")
def a_value_that_nobody_reads(entries: Entries) -> str:
    _, entry, _ = find(entries, "Contributed")
    parts = msgspec.msgpack.decode(entry.written())
    parts[0].append("unseen")
    entry.raw = msgspec.msgpack.encode(parts)
    return entry.stream


@lie("its events cannot be read")
def an_event_that_there_is_not(entries: Entries) -> str:
    _, entry, event = find(entries, "RoundEnded")
    event["type"] = "RoundForgotten"
    return entry.stream


@lie("its events are of no command")
def a_record_without_events(entries: Entries) -> str:
    _, entry, _ = find(entries, "WagersPlaced")
    entry.events.clear()
    return entry.stream


@lie("it is written in form 3")
def another_form(entries: Entries) -> str:
    _, entry, _ = find(entries, "WagersPlaced")
    entry.schema = 3
    return entry.stream


@lie("it is older than the record before it")
def a_record_before_its_time(entries: Entries) -> str:
    _, entry, _ = find(entries, "WagersPlaced", last=True)
    entry.at = 1
    return entry.stream


@lie("there is no such kind of stream")
def another_kind_of_stream(entries: Entries) -> str:
    _, entry, _ = find(entries, "WagersPlaced")
    entries.append(Entry("player Ann", entry.at, entry.who, "key", []))
    return "player Ann"


@lie("which tells nothing of it")
def a_table_that_is_gone(entries: Entries) -> str:
    entries[:] = [one for one in entries if one.stream != "table L2"]
    return "meter hcf main"


@lie("there is no meter hcf main")
def a_meter_that_is_gone(entries: Entries) -> str:
    entries[:] = [one for one in entries if one.stream != "meter hcf main"]
    return "table H1"


# Slips


@lie("is next, and not")
def a_slip_that_is_left_out(entries: Entries) -> str:
    _, first, event = find(entries, "SlipIssued")
    entries[:] = [
        one
        for one in entries
        if one.stream != first.stream or one.events[0]["slip"] != event["slip"]
    ]
    return first.stream


@lie("is next, and not")
def a_slip_number_given_twice(entries: Entries) -> str:
    place, entry, _ = find(entries, "SlipIssued")
    entries.insert(place + 1, copy.deepcopy(entry))
    return entry.stream


@lie("has slip")
def a_slip_of_nobody(entries: Entries) -> str:
    _, entry, event = find(entries, "SlipIssued", last=True)
    entries.append(copy.deepcopy(entry))
    number = max(one["slip"] for each in entries if (one := each.event("SlipIssued")))
    entries[-1].events = [event | {"slip": number + 1}]
    return entry.stream


@lie("is not in the stream of slips as it is here")
def a_slip_over_another_amount(entries: Entries) -> str:
    _, _, event = find(entries, "SlipIssued")
    event["amount"] += 1
    return f"table {event['table']}"


@lie("SlipGiven")
def a_slip_that_says_more_than_was_approved(entries: Entries) -> str:
    _, entry, event = find(entries, "SlipGiven")
    event["amount"] += 100
    return entry.stream


@lie("SlipGiven is missing")
def a_slip_torn_off_its_approval(entries: Entries) -> str:
    _, entry, event = find(entries, "SlipGiven")
    entry.events.remove(event)
    return entry.stream


@lie("Above the approval amount, say who won")
def a_winner_without_a_name(entries: Entries) -> str:
    _, entry, event = find(entries, "JackpotApproved", lambda one: bool(one["papers"]["winner"]))
    event["papers"]["winner"] = ""
    return entry.stream


@lie("and should say")
def a_copy_that_says_it_is_the_original(entries: Entries) -> str:
    _, entry, event = find(entries, "SlipPrinted", lambda one: one["copy"])
    event["copy"] = False
    return entry.stream


@lie("No envy pay is due to seat")
def an_envy_pay_confirmed_twice(entries: Entries) -> str:
    live = [one for one in entries if one.stream == "table L2" and one.event("EnvyPaid")]
    place = entries.index(live[0])
    entries.insert(place + 1, copy.deepcopy(live[0]))
    return live[0].stream


# What a house sets of a meter, and money that leaves one


@lie("A maximum cannot be below the meter or its seed")
def a_maximum_below_what_stands(entries: Entries) -> str:
    _, entry, event = find(entries, "MeterSet")
    event["limit"] = 1
    return entry.stream


@lie("mites are above its maximum, not")
def an_overflow_that_is_too_small(entries: Entries) -> str:
    _, entry, event = find(entries, "ContributionsGathered", lambda one: one["overflow"] > 1)
    event["overflow"] -= 1
    line = next(one for one in entry.postings if one["target"].startswith("overflow "))
    line["mites"] -= 1
    return entry.stream


@lie("For funds booked as gross receipts, money leaves the reserve or the overflow only")
def receipts_out_of_what_players_see(entries: Entries) -> str:
    _, entry, event = find(entries, "FundsLeft", lambda one: one["cause"] == "gross-receipts")
    event["meter"], event["reserve"] = event["reserve"], 0
    for line in entry.postings:
        line["source"] = line["source"].replace("reserve ", "meter ")
    return entry.stream


@lie("A second member of the staff has to confirm this")
def a_reduction_by_one_person(entries: Entries) -> str:
    _, entry, event = find(entries, "FundsLeft")
    event["second"] = event["supervisor"]
    return entry.stream


@lie("are told by one of them")
def a_move_that_never_came(entries: Entries) -> str:
    """The last one: nothing that is taken from its meter afterwards shows it."""
    place, _, event = find(entries, "FundsCame", last=True)
    del entries[place]
    return f"meter {event['source']}"


@lie("its FundsLeft has")
def a_meter_retired_with_money_left_behind(entries: Entries) -> str:
    _, entry, event = find(entries, "FundsLeft", lambda one: one["cause"] == "retired")
    event["meter"] -= 10_000
    line = next(one for one in entry.postings if one["source"].startswith("meter "))
    line["mites"] -= 10_000
    return entry.stream
