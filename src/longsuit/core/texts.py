"""Every sentence for a code: the one table of words from which the doors speak.

A template names the facts of its refusal and how each is shown: ``{stack:cents}``. To change a
sentence, change it here; no record, answer or client depends on it.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from string import Formatter
from typing import Any

from longsuit.core.games.catalog import wager_name
from longsuit.core.money import MITES, show_dollars, show_mites, show_rate
from longsuit.core.plain_number import read_exact
from longsuit.core.refusals import Code, Refused

REFUSALS: dict[Code, str] = {
    # Who asks, and how
    Code.NOT_ALLOWED: "Only {roles:roles} may {deed:deed}.",
    Code.NEEDS_ACCOUNT: "You need an account to {deed:deed} here.",
    Code.NEEDS_NAME: "Sign in with your own name to use this terminal.",
    Code.NEEDS_REASON: "Give a reason.",
    Code.SECOND_PERSON: "A second member of the staff has to confirm this.",
    Code.SECOND_SUPERVISOR: "A supervisor other than you has to confirm this.",
    Code.WRONG_SENDER: "The command is in another person's name.",
    Code.KEY_FORM: "Each command needs a new key of 1 to {most} characters.",
    Code.KEY_TAKEN: "That key belongs to another command.",
    Code.MOVED_ON: "The table has moved on: nothing was done.",
    Code.NOT_ASKED_HERE: "That command does not belong here.",
    Code.NOT_WRITABLE: "It has a character or a number that cannot be stored.",
    Code.AMOUNT: "An amount is a whole number of cents, and never negative.",
    Code.CLOCK_OUT: "The server's clock is wrong: nothing is written until it is right.",
    Code.SIGN_IN: (
        "The name and the password do not go together, or there were too many tries: "
        "wait some minutes before the next."
    ),
    Code.GUESTS_FULL: "There is no room for more guests now: try again in a few minutes.",
    Code.PASSWORD_OLD: "Your password is older than {days} days: an admin has to set a new one.",
    Code.NO_PERSON: "No one has that name.",
    # When
    Code.NOT_NOW: "Not now: {phase:phase}.",
    Code.LEAVE_LATER: "You can leave when this round ends.",
    Code.BETWEEN_ROUNDS: "That is done between rounds: end this round first.",
    Code.NO_ROUND: "No round is open at this table.",
    Code.NOT_STARTED: "No round with a progressive wager has been started.",
    Code.STARTED: "The round has started already.",
    # Seats
    Code.NO_SEAT: "There is no seat {seat}; the table has seats 1 to {seats}.",
    Code.SEAT_EMPTY: "Nobody sits at seat {seat}.",
    Code.SEAT_TAKEN: "Seat {seat} is taken.",
    Code.SEAT_NOT_YOURS: "Only the player at seat {seat} may do that.",
    Code.SEATS_EACH: "Each player may have {seats:seats} at this table.",
    Code.SPOT_MINIMUM: (
        "On two spots or more the Ante is at least {least:cents} on each: "
        "at seat {seat} it is {amount:cents}."
    ),
    Code.SEATED_BY_DEALER: "The dealer seats you at this table.",
    Code.PLAYERS_ONLY: "{name} has an account as {role}: only players are seated.",
    Code.NO_ACCOUNT: "No player has an account in the name of '{name}'.",
    Code.BUY_IN: "A buy-in is from $0 to {most:cents}.",
    Code.BUY_IN_FIXED: "At this practice table everyone sits down with {buy_in:cents}.",
    Code.BUY_IN_LIMIT: "{amount:cents} is above {limit:cents}: a supervisor takes such a buy-in.",
    Code.WAGERS_DOWN: "{player} has {staked:cents} down: have it taken back, or cancel the round.",
    Code.ROBOT_NAME: "Names that start with 'Robot' are for robots.",
    Code.ROBOT_PRACTICE: "Robots sit at practice tables only.",
    Code.ROBOT_COMPANY: "Only players at this table can add or remove robots.",
    Code.ROBOT_NONE: "There is no robot at seat {seat}.",
    # Wagers and the shuffle
    Code.NO_OFFER: "This table does not offer the wager '{wager}'.",
    Code.WAGER_MISSING: "The {wager:wager} is mandatory.",
    Code.WAGER_EQUALS_ANTE: "The {wager:wager} must equal the Ante of {ante:cents}.",
    Code.WAGER_EXACT: "The {wager:wager} is exactly {least:cents}, not {amount:cents}.",
    Code.WAGER_RANGE: "The {wager:wager} is {least:cents} to {most:cents}, not {amount:cents}.",
    Code.WAGER_STEP: (
        "The {wager:wager} goes up from {least:cents} in steps of {step:cents}: "
        "{amount:cents} is between two steps."
    ),
    Code.WAGERS_TOO_HIGH: "The wagers come to {total:cents}, but the seat has {funds:cents}.",
    Code.NO_WAGERS: "Seat {seat} has no wagers in this round.",
    Code.NOBODY_WAGERS: "No one has wagered: there is no round to start.",
    Code.CHANGES: "You have changed your wagers, word or plan {most} times in this round.",
    Code.DYNAMIC_PAYS: "Those are not dynamic pays that this table draws for a round.",
    Code.DECK: "The deck is not a shuffle of the 52 cards.",
    Code.NO_SHUFFLE: "The cards of this table are not shuffled by the system.",
    Code.WORD_NOT_SEALED: "That is not the word you sealed for this round.",
    Code.WORD_NOT_OPENED: "Your last word came too late: sit down again to give words.",
    Code.WORD: "A word has from 1 to {most} printable characters, in one line.",
    # Decisions
    Code.DECIDED: "Seat {seat} has decided and cannot change it.",
    Code.OUT_OF_TURN: "It is the turn of seat {turn}.",
    Code.ACTION_CLOSED: "Seat {seat} cannot {action:action} now; it can {open:choice}.",
    Code.ACTION_EXACT: "To {action:action} takes exactly {least:cents}.",
    Code.ACTION_RANGE: (
        "To {action:action} takes from {least:cents} to {most:cents}, in steps of {step:cents}."
    ),
    Code.BET_TOO_HIGH: "The {wager:wager} is {price:cents}, but the seat has {stack:cents}.",
    # The terminal: lights, claims, pays
    Code.LIGHT_LIVE: "The system knows who has wagered: lights are for live tables.",
    Code.LIGHT_LOCKED: "The lights are locked until the round is over.",
    Code.LIGHT_SAME: "The light of seat {seat} is {light} already.",
    Code.PLAN_SAME: "Seat {seat} does that already.",
    Code.LIGHTS_SAME: "These lights are on already, and no others.",
    Code.COUNTED: "The round has been counted: pay what is due.",
    Code.CHOOSE_SEAT: "Choose the seat first.",
    Code.CHOOSE_HAND: "Choose the hand first.",
    Code.NO_PROGRESSIVE_WAGER: "Seat {seat} has no progressive wager in round {round}.",
    Code.NO_HAND: "'{hand}' is not a hand of this progressive.",
    Code.HANDS_HIDDEN: "The hands have not been shown yet.",
    Code.HAND_OTHER: "The cards do not make {hand}: seat {seat} has {has:hand}.",
    Code.HAND_FROM_TRAY: "{hand} was paid from the chip tray: there is no jackpot to claim.",
    Code.HAND_FROM_METER: "{hand} is paid from its meter: touch PENDING JACKPOT.",
    Code.CLAIMED: "Seat {seat} has claimed its jackpot of round {round} already.",
    Code.CLAIM_ORDER: (
        "Jackpots of one meter are claimed from right to left: seat {seat} comes before "
        "seat {other}, so void that one first."
    ),
    Code.CLAIM_MISSING: "Seat {seat} has {hand}, which was not claimed.",
    Code.RIGHT_TO_LEFT: "Jackpots go from right to left: seat {seat} is first.",
    Code.LATE_OPEN: "A late claim of the last round is open: pay or void it first.",
    Code.LATE_LIVE: "Late claims are for live tables: where the system deals, no hand is missed.",
    Code.LATE_NO_ROUND: "There is no finished round to claim a hand of.",
    Code.NO_JACKPOT: "Seat {seat} has no jackpot pending.",
    Code.JACKPOT_FIRST: "Pay or void the jackpot of seat {seat} first.",
    Code.VOID_FIRST: "Void the jackpot of seat {seat} first.",
    Code.OK_FIRST: "The jackpot of seat {seat} is paid: touch OK first.",
    Code.PAY_FIRST: "OK is for a jackpot that has been paid.",
    Code.SHOW_FIRST: "Touch PAY JACKPOT first, and verify the amount.",
    Code.SHOWN: "The terminal already shows {amount:cents}.",
    Code.PAID: "The amount of {amount:cents} has been paid already.",
    Code.PAID_IN_ROUND: "A jackpot was paid in this round: end it.",
    Code.OTHER_SUM: "The terminal shows {amount:cents}: agree to that sum.",
    Code.NEEDS_APPROVAL: "{amount:cents} is above {limit:cents}: a supervisor has to approve it.",
    Code.NO_APPROVAL: "That jackpot is not waiting for approval.",
    Code.APPROVED: "{by} has already approved that jackpot.",
    Code.APPROVAL_REFUSED: (
        "{amount:cents} was refused by {by} ({why}): void it, or ask a supervisor to look again."
    ),
    Code.OWN_CLAIM: "You claimed this jackpot: another supervisor has to approve it.",
    Code.PAPERS: "Above the approval amount, say {part:paper}.",
    Code.REFER_TO: "Say who is to decide instead.",
    Code.BONUS_APPROVAL: (
        "Seat {seat} wins {amount:cents} on the {wager:wager}: a supervisor has to approve it."
    ),
    Code.BONUS_REFUSED: (
        "{amount:cents} of seat {seat} was refused by {by} ({why}): it stays owed until a "
        "supervisor looks again and approves it."
    ),
    Code.OWN_BONUS: "You approved a bonus pay of this round: another person has to end it.",
    Code.NO_ENVY: "No envy pay is due to seat {seat}.",
    Code.ENVY_FIRST: "Pay the envy pay of seat {seat}, {amount:cents}, and confirm it first.",
    Code.NO_SLIP: "There is no slip {slip}.",
    Code.SLIPS_OUT_OF_PLAY: (
        "The records of slips are damaged: what is above the approval amount stays pending."
    ),
    Code.MUST_HIT_PAID: "The system drew the Must Hit award: it is paid, not voided.",
    Code.AWARD_DUE: "An award is due to seat {seat}: pay it first.",
    Code.AWARD_NONE: "No award is due to seat {seat} on the {wager:wager}.",
    # Meters
    Code.NO_METER: "There is no such meter.",
    Code.METER_TERMS: (
        "A meter needs a name and a wager, has no figure below 0, and must hit above its seed."
    ),
    Code.METER_OPEN: "The meter {meter} is open already.",
    Code.METER_SHARED: "{table} shares the meter {meter} already.",
    Code.METER_NOT_LINKED: "The meter {meter} is not linked to {table}.",
    Code.METER_PENDING: "{table} has a jackpot pending on the meter {meter}.",
    Code.METER_PRACTICE: "Practice tables share meters with practice tables only.",
    Code.METERS_NAMED: "The table does not name the meters that its wager feeds.",
    Code.METER_KIND: (
        "{table} cannot share the meter {meter}: "
        "a Must Hit meter and a meter that hands win are never the same."
    ),
    Code.METER_AMOUNT: (
        "{table} cannot share the meter {meter}: "
        "its {term:term} is {theirs:cents}, and that of {table} is {ours:cents}."
    ),
    Code.METER_RATES: (
        "{table} cannot share the meter {meter}: "
        "it takes {theirs:rates} of each wager, and {table} {ours:rates}."
    ),
    Code.METER_MOMENT: (
        "{table} cannot share the meter {meter}: wagers add to it at {theirs:moment}, and those "
        "of {table} at {ours:moment}; name another meter, and move the money there."
    ),
    Code.METER_HAND: (
        "{table} cannot share the meter {meter}: it pays {theirs:win}, and {table} {ours:win}."
    ),
    Code.METER_HANDS: "{table} cannot share the meter {meter}: other hands win it.",
    Code.METER_CHANCE: (
        "{table} cannot share the meter {meter}: "
        "the chance of {hand} is {theirs} for the meter, and {ours} at {table}."
    ),
    Code.TRIGGER_AWAITED: "The Must Hit trigger is being drawn: wait a moment.",
    Code.TRIGGER_SEALED: "The trigger of the meter {meter} is sealed already.",
    Code.TRIGGER_NONE: "The meter {meter} is not a Must Hit meter.",
    Code.COMMITMENT: "A commitment is a SHA-256 digest in hexadecimal.",
    Code.CORRECTION: "A correction is a whole number of mites, not 0, of the meter or its reserve.",
    Code.CORRECTION_TOO_LOW: "The {part} has only {there:mites}.",
    Code.METER_OUT_OF_PLAY: "The meter {meter} is out of play: its records are damaged.",
    Code.METER_SAME: "The meter has these figures already.",
    Code.METER_RETIRED: "The meter {meter} is retired.",
    Code.METER_IN_USE: "{table} shares the meter {meter}: take it off the meter, or close it.",
    Code.METER_RUNS: "A round runs at {table}: end it, then change {meter}.",
    Code.LIMIT_TOO_LOW: (
        "A maximum cannot be below the meter or its seed: {meter} is at {there:mites}."
    ),
    Code.LIMIT_MUST_HIT: "{meter} must hit by an amount: it has no other maximum.",
    Code.BOUND: (
        "The round would add {adds:mites} to {meter}; one round may add {bound:cents} at most."
    ),
    Code.BOUND_TOO_LOW: "One wager adds {there:mites}: the bound cannot be lower.",
    Code.REDUCTION_PART: "For {cause:cause}, money leaves {parts:parts} only.",
    Code.REDUCTION_CAUSE: "Choose one of the reasons for which a meter may go down.",
    Code.SEED_RECOVERY: "The house can take back {most:mites} of its seeds, and no more.",
    Code.MOVE_MUST_HIT: "Money moves to another meter, never into or out of a Must Hit meter.",
    # Tables and their settings
    Code.NO_TABLE: "There is no table {table}.",
    Code.TABLE_EXISTS: "There is a table {table} already.",
    Code.TABLE_CLOSED: "{table} is closed.",
    Code.TABLE_LIVE: "At a live table the cards are on the felt.",
    Code.TABLE_OUT_OF_PLAY: "Table {table} is out of play: the pit desk says why.",
    Code.SETTINGS: "No table can have these settings.",
    Code.SETTINGS_SAME: "The table has these settings already.",
    Code.SETTINGS_ID: "A table's id cannot change.",
    Code.SETTINGS_KIND: (
        "A table cannot change between practice, dealt and live: close it and open another."
    ),
    Code.SEAT_IN_USE: "Seat {seat} is in use: it cannot be removed.",
    Code.CASH_OUT: "{player} sits at seat {seat} with {stack:cents}: cash out first.",
    # What is on file
    Code.NOT_ON_FILE: "Not on file for {table}: {missing:gaps}.",
    Code.ON_FILE: "That is on file already, as number {number}: {what}.",
    Code.NO_ENTRY: "There is no entry {number} on file.",
    Code.WITHDRAWN: "Entry {number} was withdrawn by {by}.",
    Code.REGISTER_FULL: "The register has {most} entries, and takes no more.",
    Code.ENTRY_NEEDS: "The entry needs its {field:field}.",
    Code.ENTRY_LONG: "The {field:field} is too long, or in more than one line: {most} at most.",
    Code.ENTRY_GAME: "There is no game '{game}' here.",
    Code.ENTRY_VERSION: "'{version}' isn't a version: write it as 1.0.1.",
    Code.ENTRY_DIGEST: "'{digest}' isn't a digest: it has 16 to 64 digits, 0 to 9 and a to f.",
    Code.DAY: "'{day}' isn't a date: write it as 2026-01-31.",
    Code.DAY_TO_COME: "{day} is in the future.",
    Code.DAYS_ORDER: "It cannot run out on {until}, before its own date of {day}.",
    Code.APPROVAL_OVER: "It ran out on {until}: it would cover nothing.",
    Code.CITATION: "'{citation}' isn't a section known here; choose from {known:list}.",
    Code.NO_PRESET: "There is no preset '{preset}'; there are {known:list}.",
}

GAPS = {
    "controls": "approved internal controls for {what}",
    "tribal": "the tribal gaming agency's approval of {what}",
    "concurrence": "the commission's concurrence for {what}",
    "over": "an approval in place of {what}, which has run out",
    "named": "an approval that names {what}",
    "face-up": "approved controls for {what} dealt face up",
    "study": "a study of the odds of {what} face up",
    "shuffler": "an approved shuffler, or a shoe, for {what}",
    "layout": "a layout from a licensed maker for {what}",
    "program": "the progressive system {what}",
    "version": "a progressive system of version {what} or higher",
    "digest": "the program with the digest {what}",
    "limit": "a limit of the law that holds today",
    "above": "a limit of the law that allows {what}",
}
"""What is not on file for a table, by its code."""
FIELDS = {
    "authority": "authority",
    "reference": "reference number",
    "date": "date",
    "until": "last day",
    "version": "version",
    "game": "game",
    "kind": "kind",
    "names": "rules and paytables, each by its digest",
    "name": "name of a paytable",
    "seats": "number of seats",
    "maker": "maker",
    "model": "model",
    "serial": "serial number",
    "licence": "maker's licence",
    "approval": "reference of the model's approval",
    "digest": "digest",
    "table": "table",
    "amount": "amount, above 0",
    "since": "first day",
    "citation": "citation",
    "preset": "preset",
    "reason": "reason",
}
"""The fields of an entry."""

PHASES = {
    "wagers": "wagers are open",
    "no more bets": "no more bets, the cards are about to be dealt",
    "decisions": "the players are deciding",
    "reveal": "the hands are being shown",
    "settled": "the round is settled",
    "ended": "the round has ended",
    "cancelled": "the round was cancelled",
}
CAUSES = {
    "malfunction": "a malfunction",
    "over-limit": "what is over the limit",
    "gross-receipts": "funds booked as gross receipts",
    "seed-recovery": "the recovery of seed money",
    "moved": "funds moved to another meter",
    "retired": "a meter that is retired",
}
"""Why money leaves a meter that nobody has won (CON-22)."""
PAPERS = {
    "winner": "who won: a name, or the seat",
    "document": "which document was seen",
    "surveillance": "surveillance's reference",
    "payment": "how it is paid: chips, hand-pay or cheque",
}
"""What is put down of a jackpot above the approval amount."""
TERMS = {"wager": "wager", "seed": "seed", "by": "must-hit-by amount"}
DEEDS = {
    # Players, for themselves
    "SitDown": "take a seat",
    "StandUp": "leave a seat",
    "PlaceWagers": "place wagers",
    "TakeBackWagers": "take wagers back",
    "Act": "decide for a seat",
    "SealWord": "seal a word for the shuffle",
    "OpenWord": "open a word for the shuffle",
    "CloseWords": "close the words",
    "AddWord": "add a word to the shuffle",
    "PlanSeat": "sit out or leave",
    "SeatRobot": "ask for a robot",
    "UnseatRobot": "send a robot away",
    # Whoever runs the table
    "SeatPlayer": "seat a player",
    "UnseatPlayer": "free a player's seat",
    "BeginRound": "open the wagers",
    "StartRound": "start a round",
    "CancelRound": "cancel a round",
    "EndRound": "end a round",
    "LetTimePass": "call a seat's time",
    "TurnLight": "turn a seat's light",
    "SetLights": "turn the lights",
    "ChooseSeat": "choose a seat at the terminal",
    "ChooseHand": "choose a hand at the terminal",
    "PendingJackpot": "claim a jackpot",
    "PayJackpot": "pay a jackpot",
    "PayAgreedSum": "pay a jackpot",
    "Ok": "close a jackpot",
    "PayFromTray": "pay from the tray",
    "VoidJackpot": "void a jackpot",
    "PayEnvy": "confirm an envy pay",
    "ClaimLate": "claim a hand of the last round",
    # Supervisors
    "ApproveJackpot": "approve a jackpot",
    "RefuseJackpot": "refuse a jackpot",
    "ReferJackpot": "refer a jackpot",
    "ChangeDuty": "go on or off duty",
    "ApproveBonus": "approve a bonus pay",
    "RefuseBonus": "refuse a bonus pay",
    "PrintSlip": "print a jackpot slip",
    "CorrectMeter": "correct a meter",
    "SetMeter": "set a meter's maximum",
    "ReduceMeter": "reduce a meter",
    "RetireMeter": "retire a meter",
    "SetTable": "change a table",
    "CloseTable": "close a table",
    # The system
    "DealCards": "deal the cards",
    "GrantMystery": "draw a mystery award",
    "PayAward": "credit an award",
    "OpenMeter": "open a meter",
    "JoinMeter": "link a table to a meter",
    "LeaveMeter": "take a table off a link",
    "SealTrigger": "draw a trigger",
    # The floor's own deeds
    "view.public": "look at a table",
    "view.terminal": "look at a terminal",
    "report.read": "read reports",
    "audit.run": "run an audit",
    "log.read": "read the log",
    "person.add": "add people",
    "person.change": "change people",
    "person.read": "list people",
    "password.change": "change your password",
    "backup.make": "make a backup",
    "register.read": "read the register of approvals",
    "register.file": "file or withdraw an entry of the register",
}
"""What somebody wants to do: a command by its name, or a deed of the floor."""

RESULTS: dict[str, str] = {
    "ahead": "your flush beats the dealer's",
    "tie": "the flushes tie",
    "behind": "the dealer's flush beats yours",
    "folded": "folded",
    "unqualified": "dealer does not qualify: {wager} {done}",
    "long": "your flush is long enough to win",
    "short": "your flush is too short to win",
    "hand": "{hand}",
    "no-hand": "no paying hand",
    "meter": "{share} of {meter}",
    # What a figure adds to it
    "unpaid": "{why}, but is too short to be paid",
    "cap": "{why}, cut by the cap of {cap} a round",
    # What is done to a wager that is not compared
    "win": "paid",
    "push": "returned",
}
"""Why a wager came out as it did, by its reason."""

SHORT_RESULTS: dict[str, str] = {
    "ahead": "beats the dealer",
    "tie": "tie",
    "behind": "loses to the dealer",
    "folded": "folded",
    "unqualified": "dealer does not qualify",
    "long": "long enough to win",
    "short": "too short to win",
    "no-hand": "no paying hand",
    "unpaid": "too short for the bonus",
}
"""The same in the few words that fit under a chip; a hand that pays is named instead."""

CANCELLED: dict[str, str] = {
    "settings": "the table's settings change",
    "closing": "the table closes",
    "seed": "the server stopped before the cards were dealt",
}
"""Why a round was cut short that nobody cancelled, by its cause."""

ENTRIES: dict[str, str] = {
    "seed": "first seed",
    "contribution": "contribution, {table} round {round}",
    "award": "award for {hand}, {table} round {round} seat {seat}",
    "reseed": "seed after the award to {table} round {round} seat {seat}",
    "jackpot": "jackpot, {table} round {round}",
    "void": "award voided, {table} round {round}: {reason}",
    "correction": "correction by {supervisor} and {second}: {reason}",
    "overflow": "above the maximum",
    "return": "given back, {table} round {round} was cancelled",
    "reduction": "{cause}, by {supervisor} and {second}: {reason}",
    "move": "moved between meters, by {supervisor} and {second}",
}
"""Why a meter or its reserve changed, by the purpose of the ledger entry."""
LINK_LOST = "The link is lost: no progressive wager is taken."
"""What a terminal says while a meter of its table is out of play (CON-17)."""
FED_IN_A_DAY = "contributions of {date}, {table}"
"""Why a meter changed, where each round of a table is too much to show."""


def sentence(refused: Refused) -> str:
    """Why something was refused, in plain words."""
    return _WORDS.vformat(REFUSALS[refused.code], (), refused.facts)


def _either(words: Sequence[str]) -> str:
    """'check, bet 1x or bet 3x', in the order that is given."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _named(roles: tuple[str, ...]) -> str:
    """'a dealer or a supervisor'."""
    named = [f"an {role}" if role[0] == "a" else f"a {role}" for role in roles]
    return _either(named) if named else "the system"


def _gaps(gaps: Sequence[str]) -> str:
    """What is missing: each a code, a colon, and what it is about."""
    told = [(code, what) for code, _, what in (gap.partition(":") for gap in gaps)]
    return "; ".join(GAPS[code].format(what=what) for code, what in told)


def _rates(parts: tuple[int, ...]) -> str:
    """What goes to a meter and to its reserve, given in steps of 0.01%."""
    return " + ".join(show_rate(Fraction(part, MITES)) for part in parts if part) or "nothing"


def _win(win: tuple[str, str]) -> str:
    """The share of a meter that a hand wins."""
    share, hand = win
    exact = read_exact(share)
    return f"{share if exact is None else show_rate(exact).replace('.00', '')} for {hand}"


_SHOWN: Mapping[str, Callable[[Any], str]] = {
    "cents": show_dollars,
    "mites": show_mites,
    "rates": _rates,
    "moment": lambda start: "START ROUND" if start else "END ROUND",
    "win": _win,
    "roles": _named,
    "phase": PHASES.__getitem__,
    "term": TERMS.__getitem__,
    "paper": PAPERS.__getitem__,
    "cause": CAUSES.__getitem__,
    "parts": lambda parts: _either([f"the {part}" for part in parts]),
    "deed": DEEDS.__getitem__,
    "wager": wager_name,
    "seats": lambda seats: "one seat" if seats == 1 else f"{seats} seats",
    "hand": lambda hand: hand or "no paying hand",
    "action": lambda action: action.replace("_", " "),
    "gaps": _gaps,
    "field": FIELDS.__getitem__,
    "list": ", ".join,
    "choice": lambda actions: _either([action.replace("_", " ") for action in actions]),
}


class _Words(Formatter):
    def format_field(self, value: Any, kind: str) -> str:
        return _SHOWN[kind](value) if kind else str(value)


_WORDS = _Words()
