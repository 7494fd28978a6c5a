"""Why something is not done, as a code and the figures that go with it.

No words are here: every door makes them from the one table in `texts`. A code once given keeps its
meaning, so that a client may rely on it; its sentence may change at any time.
"""

from collections.abc import Mapping
from enum import StrEnum, auto

from msgspec import Struct

Fact = int | str | tuple[int | str, ...]
"""A figure in its unit (cents, mites, a seat's number), a name or another code, or some of them."""


class Code(StrEnum):
    """Every reason for which something is refused."""

    # Who asks, and how
    NOT_ALLOWED = auto()
    NEEDS_ACCOUNT = auto()
    NEEDS_NAME = auto()
    NEEDS_REASON = auto()
    SECOND_PERSON = auto()
    SECOND_SUPERVISOR = auto()
    WRONG_SENDER = auto()
    KEY_FORM = auto()
    KEY_TAKEN = auto()
    MOVED_ON = auto()
    NOT_ASKED_HERE = auto()
    NOT_WRITABLE = auto()
    AMOUNT = auto()
    CLOCK_OUT = auto()
    SIGN_IN = auto()
    PASSWORD_OLD = auto()
    GUESTS_FULL = auto()
    NO_PERSON = auto()

    # When
    NOT_NOW = auto()
    LEAVE_LATER = auto()
    BETWEEN_ROUNDS = auto()
    NO_ROUND = auto()
    NOT_STARTED = auto()
    STARTED = auto()

    # Seats
    NO_SEAT = auto()
    SEAT_EMPTY = auto()
    SEAT_TAKEN = auto()
    SEAT_NOT_YOURS = auto()
    SEATS_EACH = auto()
    SPOT_MINIMUM = auto()
    SEATED_BY_DEALER = auto()
    PLAYERS_ONLY = auto()
    NO_ACCOUNT = auto()
    BUY_IN = auto()
    BUY_IN_FIXED = auto()
    BUY_IN_LIMIT = auto()
    WAGERS_DOWN = auto()
    ROBOT_NAME = auto()
    ROBOT_PRACTICE = auto()
    ROBOT_COMPANY = auto()
    ROBOT_NONE = auto()

    # Wagers and the shuffle
    NO_OFFER = auto()
    WAGER_MISSING = auto()
    WAGER_EQUALS_ANTE = auto()
    WAGER_EXACT = auto()
    WAGER_RANGE = auto()
    WAGER_STEP = auto()
    WAGERS_TOO_HIGH = auto()
    NO_WAGERS = auto()
    NOBODY_WAGERS = auto()
    CHANGES = auto()
    DYNAMIC_PAYS = auto()
    DECK = auto()
    NO_SHUFFLE = auto()
    WORD = auto()
    WORD_NOT_SEALED = auto()
    WORD_NOT_OPENED = auto()

    # Decisions
    DECIDED = auto()
    OUT_OF_TURN = auto()
    ACTION_CLOSED = auto()
    ACTION_EXACT = auto()
    ACTION_RANGE = auto()
    BET_TOO_HIGH = auto()

    # The terminal: lights, claims, pays
    LIGHT_LIVE = auto()
    LIGHT_LOCKED = auto()
    LIGHT_SAME = auto()
    LIGHTS_SAME = auto()
    PLAN_SAME = auto()
    COUNTED = auto()
    CHOOSE_SEAT = auto()
    CHOOSE_HAND = auto()
    NO_PROGRESSIVE_WAGER = auto()
    NO_HAND = auto()
    HANDS_HIDDEN = auto()
    HAND_OTHER = auto()
    HAND_FROM_TRAY = auto()
    HAND_FROM_METER = auto()
    CLAIMED = auto()
    CLAIM_ORDER = auto()
    CLAIM_MISSING = auto()
    RIGHT_TO_LEFT = auto()
    LATE_OPEN = auto()
    LATE_LIVE = auto()
    LATE_NO_ROUND = auto()
    NO_JACKPOT = auto()
    JACKPOT_FIRST = auto()
    VOID_FIRST = auto()
    OK_FIRST = auto()
    PAY_FIRST = auto()
    SHOW_FIRST = auto()
    SHOWN = auto()
    PAID = auto()
    PAID_IN_ROUND = auto()
    OTHER_SUM = auto()
    NEEDS_APPROVAL = auto()
    NO_APPROVAL = auto()
    APPROVED = auto()
    APPROVAL_REFUSED = auto()
    OWN_CLAIM = auto()
    PAPERS = auto()
    REFER_TO = auto()
    BONUS_APPROVAL = auto()
    BONUS_REFUSED = auto()
    OWN_BONUS = auto()
    NO_ENVY = auto()
    ENVY_FIRST = auto()
    NO_SLIP = auto()
    SLIPS_OUT_OF_PLAY = auto()
    MUST_HIT_PAID = auto()
    AWARD_DUE = auto()
    AWARD_NONE = auto()

    # Meters
    NO_METER = auto()
    METER_TERMS = auto()
    METER_OPEN = auto()
    METER_SHARED = auto()
    METER_NOT_LINKED = auto()
    METER_PENDING = auto()
    METER_PRACTICE = auto()
    METERS_NAMED = auto()
    METER_KIND = auto()
    METER_AMOUNT = auto()
    METER_RATES = auto()
    METER_MOMENT = auto()
    METER_HAND = auto()
    METER_HANDS = auto()
    METER_CHANCE = auto()
    TRIGGER_AWAITED = auto()
    TRIGGER_SEALED = auto()
    TRIGGER_NONE = auto()
    COMMITMENT = auto()
    CORRECTION = auto()
    CORRECTION_TOO_LOW = auto()
    METER_OUT_OF_PLAY = auto()
    METER_SAME = auto()
    METER_RETIRED = auto()
    METER_IN_USE = auto()
    METER_RUNS = auto()
    LIMIT_TOO_LOW = auto()
    LIMIT_MUST_HIT = auto()
    BOUND = auto()
    BOUND_TOO_LOW = auto()
    REDUCTION_PART = auto()
    REDUCTION_CAUSE = auto()
    SEED_RECOVERY = auto()
    MOVE_MUST_HIT = auto()

    # Tables and their settings
    NO_TABLE = auto()
    TABLE_EXISTS = auto()
    TABLE_CLOSED = auto()
    TABLE_LIVE = auto()
    TABLE_OUT_OF_PLAY = auto()
    SETTINGS = auto()
    SETTINGS_SAME = auto()
    SETTINGS_ID = auto()
    SETTINGS_KIND = auto()
    SEAT_IN_USE = auto()
    CASH_OUT = auto()

    # What is on file
    NOT_ON_FILE = auto()
    ON_FILE = auto()
    NO_ENTRY = auto()
    WITHDRAWN = auto()
    REGISTER_FULL = auto()
    ENTRY_NEEDS = auto()
    ENTRY_LONG = auto()
    ENTRY_GAME = auto()
    ENTRY_VERSION = auto()
    ENTRY_DIGEST = auto()
    DAY = auto()
    DAY_TO_COME = auto()
    DAYS_ORDER = auto()
    APPROVAL_OVER = auto()
    CITATION = auto()
    NO_PRESET = auto()


class Refused(Struct, frozen=True):
    """Something is not done, and nothing has changed."""

    code: Code
    facts: Mapping[str, Fact] = {}


def refuse(code: Code, **facts: Fact) -> Refused:
    """A refusal with its figures by name."""
    return Refused(code, facts)
