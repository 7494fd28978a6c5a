"""The rounds of the documented day: every card is laid, and every pay is reckoned by hand."""

from msgspec.structs import replace
from tests.floor.documented import Day
from tests.floor.documented_tables import (
    CHASE,
    HIGH,
    LINKS,
    file,
    letter,
)
from tests.wording import reason_of

from longsuit.core.cards import DECK
from longsuit.core.round import commands as ask
from longsuit.floor.reads.table_view import Looker


def chase_the_flush_is_dealt(day: Day) -> None:
    """The dealer qualifies with hearts, K-T-8. Ann wins, Bob loses, Cy ties, Di folds, Ed loses."""
    day.sits("C1", "Ann", "Bob", "Cy", "Di", "Ed", "Flo")
    uneven = day.wagers("C1", 1, ante=10, xtra=5)
    assert reason_of(uneven) == "The X-tra Bonus must equal the Ante of $10.00."
    assert "X-tra Bonus" in reason_of(day.wagers("C1", 1, ante=10))
    assert not day.wagers("C1", 1, ante=10, xtra=10, same_suit=26).ok
    assert not day.wagers("C1", 1, ante=10, xtra=10, stax=10).ok
    assert day.wagers("C1", 1, ante=10, xtra=10, same_suit=5, stax=5).ok
    assert day.wagers("C1", 2, ante=10, xtra=10).ok
    assert day.wagers("C1", 3, ante=10, xtra=10, same_suit=1).ok
    assert day.wagers("C1", 4, ante=10, xtra=10, same_suit=2).ok
    assert day.wagers("C1", 5, ante=10, xtra=10, stax=5).ok
    day.enacts("D000 5.1-5.2 13.1-13.2 19.1, D001 4.1-4.2 7.1", "CTF-1 CTF-2 CTF-3 CTF-10")
    day.enacts("D002 7.1 9.1-9.2", "CTF-1 CTF-2 CTF-10")
    stood = {name: day.value(link) for name, link in LINKS.items()}
    hands = "Ah Qh 6h", "Qs 9s 2d", "Ks Ts 8s", "3h 5h 7c", "4s 5s 6s"
    day.starts("C1", *hands, "Th 4c 5d", "Kh 8h 2c 3d")
    state = day.table("C1").round
    assert state is not None and [len(seat.cards) for seat in state.seats[:5]] == [3] * 5
    seen = day.floor.view("C1", Looker("player", "Bob"))
    assert seen is not None and seen.round is not None
    assert [len([c for c in seat.cards if c]) for seat in seen.round.seats[:2]] == [0, 3]
    day.enacts("D000 5.4 13.3, D001 4.4, D002 7.3 9.3", "CTF-4")
    # Before the flop: check or three Antes; then two or check; at last one or fold.
    assert day.act("C1", 1, "bet_2x") and not day.act("C1", 1, "bet_3x")
    assert day.act("C1", 1, "check") != "", "who has bet bets no more"
    day.acts("C1", bob="check", cy="check", di="check", ed="check")
    assert len(day.table("C1").round.board) == 2  # type: ignore[union-attr]
    assert day.act("C1", 2, "bet_3x") and not day.act("C1", 2, "bet_2x")
    day.acts("C1", cy="check", di="check", ed="check")
    assert len(day.table("C1").round.board) == 4  # type: ignore[union-attr]
    assert day.act("C1", 3, "check") and not day.act("C1", 3, "bet_1x")
    day.acts("C1", di="fold", ed="bet_1x")
    day.enacts("D000 6.1-6.3 13.4-13.15, D001 4.5-4.16", "CTF-5 CTF-6 CTF-7 CTF-8")
    day.enacts("D002 8.1-8.3 9.4-9.15", "CTF-5 CTF-6 CTF-7 CTF-8 TBL-4")
    # Ann: a flush of five; even money, X-tra A 5 to 1, Same Suit A 10 to 1, A-K-Q suited $100.
    day.returned("C1", 1, ante=20, all_in=60, xtra=60, same_suit=55, stax=100)
    day.enacts(
        "D000 5.5 14.3 16.1-16.2 17.1 17.3, D001 1.1 1.4-1.5 5.7 5.10 5.12, "
        "D002 7.4 10.3 12.1-12.2 13.1 13.3",
        "CTF-10 CTF-11 CTF-18 CTF-19 CTF-20",
    )
    day.returned("C1", 2, ante=0, all_in=0, xtra=0)
    day.returned("C1", 3, ante=10, all_in=10, xtra=10, same_suit=0)
    day.enacts("D000 14.4-14.5, D001 5.8-5.9, D002 10.4-10.5", "CTF-12 CTF-13")
    # Di folds a flush of four, which would have won: Ante and X-tra are lost, Same Suit is paid.
    day.returned("C1", 4, ante=0, xtra=0, same_suit=4)
    day.enacts("D000 17.2 19.2-19.4, D001 5.13, D002 13.2 14.1-14.4", "CTF-2 CTF-9 CTF-19 CTF-20")
    # Ed is behind with three of a suit, and his straight flush of three is paid from the tray.
    day.returned("C1", 5, ante=0, all_in=0, xtra=0, stax=25)
    day.enacts("D000 5.3 18.1-18.3 20.1-20.3 23.1, D001 5.14-5.15", "CTF-3 CTF-9 FL-2 PRG-1 PRG-10")
    assert {name: day.value(link) for name, link in LINKS.items()} == stood
    day.ends("C1")
    # Two wagers of five: 2% and 5% of ten dollars, and the next round has begun.
    added = {name: day.value(link) - stood[name] for name, link in LINKS.items()}
    assert added == {"star": 200_000, "spade": 500_000, "heart": 500_000, "diamond": 500_000}
    assert day.table("C1").phase == "wagers"
    day.enacts("D000 12.1-12.2 23.3, D001 7.2 8.4", "PRG-2 PRG-6 TBL-1")


def chase_the_flush_with_an_unqualified_dealer(day: Day) -> None:
    """The dealer has J-2. Ann has three of a suit, Bob a queen, Cy ten-five, Di J-2 as well.

    Ed has four diamonds with 4-5-6 among them; Flo folds four hearts with ace-2-3 among them.
    """
    for seat in (1, 2, 3, 4):
        assert day.wagers("C1", seat, ante=10, xtra=10).ok
    for seat in (5, 6):
        assert day.wagers("C1", seat, ante=10, xtra=10, same_suit=5, stax=5).ok
    hands = "Ad Kd 3c", "Qc 6h 9s", "9h 3s Tc", "Jh 8s 7d", "5d 6d Td", "Ah 3h Th"
    day.starts("C1", *hands, "Js 8h 7c", "2s 2h 5c 4d")
    names = ("ann", "bob", "cy", "di", "ed")
    for action, last in (("check", "check"), ("check", "check"), ("bet_1x", "fold")):
        day.acts("C1", **dict.fromkeys(names, action), flo=last)
    day.returned("C1", 1, ante=10, all_in=20, xtra=10)
    day.returned("C1", 2, ante=10, all_in=20, xtra=10)
    day.returned("C1", 3, ante=10, all_in=0, xtra=0)
    day.returned("C1", 4, ante=10, all_in=10, xtra=10)
    day.enacts(
        "D000 13.17 15.4-15.6 16.3, D001 4.18-4.20 5.11",
        "CTF-14 CTF-15 CTF-16 CTF-17 CTF-18 FL-8",
    )
    day.enacts(
        "D001 1.2 6.4-6.6 6.8-6.10 6.12, D002 7.2 9.17 11.5-11.7 12.3",
        "CTF-15 CTF-16 CTF-17 CTF-18 FL-2 FL-8",
    )
    day.returned("C1", 5, ante=10, all_in=20, xtra=20, same_suit=10, stax=25)
    day.returned("C1", 6, ante=0, xtra=0, same_suit=10, stax=25)
    day.enacts("D001 6.11 6.13-6.16", "CTF-3 CTF-9 CTF-18 CTF-19 PRG-10")
    day.ends("C1")


def ties_are_broken_by_the_next_card(day: Day) -> None:
    """The dealer has K-T-8 of hearts: Ann's K-T-9 is ahead, and Bob's 5-6-7 in a row is nothing."""
    assert day.wagers("C1", 1, ante=10, xtra=10).ok
    assert day.wagers("C1", 2, ante=10, xtra=10).ok
    day.starts("C1", "Ks Ts 9s", "5c 6c 7c", "Kh 4c 8h", "Th 2d 3d 6d")
    for action in ("check", "check", "bet_1x"):
        day.acts("C1", ann=action, bob=action)
    day.returned("C1", 1, ante=20, all_in=20, xtra=10)
    day.returned("C1", 2, ante=0, all_in=0, xtra=0)
    seen = day.floor.view("C1", Looker())
    assert seen is not None and seen.round is not None
    assert len([card for card in seen.round.dealer if card]) == 3
    day.enacts(
        "D000 13.16 14.1-14.2, D001 1.3 4.17 5.2-5.6, D002 9.16 10.1-10.2",
        "CTF-10 FL-3 FL-5",
    )
    # Nobody has the progressive wager: the terminal is not touched.
    assert day.terminal("C1").phase == "idle"
    day.ends("C1")
    day.enacts("D001 7.5 7.8", "PRG-20")


def it_is_dealt_face_up(day: Day) -> None:
    """Chase the Flush may be, with controls that say so and a study; High Card Flush may not."""
    no = day.sets(CHASE, face_up=True)
    assert (
        "approved controls for Chase the Flush dealt face up" in no and "a study of the odds" in no
    )
    study = letter(day, "C1", reference="study 1", seats=7)
    file(day, replace(study, kind="study"))
    file(day, letter(day, "C1", reference="20-015", date="2020-06-15", face_up=True))
    assert day.sets(CHASE, face_up=True) == ""
    assert "face up" in day.sets(HIGH, face_up=True), "no letter names High Card Flush"
    for seat in (1, 2):
        assert day.wagers("C1", seat, ante=5, xtra=5).ok
    day.starts("C1", "2c 7d 9s", "3c 8d Ts", "4c 9d Js", "Ah Kh Qh Jh")
    seen = day.floor.view("C1", Looker("player", "Bob"))
    assert seen is not None and seen.round is not None
    assert [len([c for c in seat.cards if c]) for seat in seen.round.seats[:2]] == [3, 3]
    for action in ("check", "check", "fold"):
        day.acts("C1", ann=action, bob=action)
    day.ends("C1")
    assert day.sets(CHASE, face_up=False) == ""
    day.enacts("D000 1.1 3.1 3.3", "CON-1 CON-3 CON-4 CTF-22")


def high_card_flush_is_dealt(day: Day) -> None:
    """The dealer qualifies with K-J-5 of spades. Ann wins, Bob folds, Cy loses, Di ties."""
    day.sits("H1", "Ann", "Bob", "Cy", "Di")
    both = {"flush_bonus": 5, "straight_flush_bonus": 5}
    assert not day.wagers("H1", 1, flush_bonus=5).ok, "an Ante first"
    assert day.wagers("H1", 1, ante=10, progressive=1, **both).ok
    assert day.wagers("H1", 2, ante=10, flush_bonus=5).ok
    assert day.wagers("H1", 3, ante=20).ok
    assert day.wagers("H1", 4, ante=10, progressive=1).ok
    day.enacts("D003 3.1 6.2, D004 4.1 5.1 11.1 12.1", "HCF-1 TBL-1")
    assert not day.asks(
        day.player("H1", 4), "H1", ask.SitDown(by=day.player("H1", 4).actor, seat=5, stack=10_00)
    ).ok
    day.enacts("D004 14.3-14.4", "FL-9")
    ann, bob = "Ah Qh Th 8h 6h 3h 2c", "Kd 9d 7d 4d 2s 5c Jc"
    cy, di = "9s 7s 3s 8c 6d 4c 2d", "Kh Jh 5h 6c 3c 8d 6s"
    day.starts("H1", ann, bob, cy, di, "Ks Js 5s Tc 7c Jd 9h")
    state = day.table("H1").round
    assert state is not None and sorted(state.deck) == sorted(DECK), "one pack of 52"
    seen = day.floor.view("H1", Looker("player", "Bob"))
    assert seen is not None and seen.round is not None
    assert [len([c for c in seat.cards if c]) for seat in seen.round.seats[:4]] == [0, 7, 0, 0]
    day.enacts("D003 1.1-1.2 7.1, D004 1.1 3.1 14.6", "CON-11 FL-1 HCF-1 HCF-3 HCF-11")
    assert not day.act("H1", 1, "raise_3x")
    day.acts("H1", bob="fold")
    assert day.act("H1", 3, "raise_2x"), "three of a suit raise one Ante at most"
    day.acts("H1", cy="raise_1x", di="raise_1x")
    day.enacts("D003 7.2-7.3 7.5, D004 6.1 6.3 10.1-10.2 10.4", "HCF-4 HCF-5")
    day.returned(
        "H1", 1, ante=20, raise_=60, flush_bonus=505, straight_flush_bonus=0, progressive=0
    )
    day.returned("H1", 2, ante=0, flush_bonus=10)
    day.returned("H1", 3, ante=0, raise_=0)
    day.returned("H1", 4, ante=10, raise_=10)
    day.enacts(
        "D003 1.3 2.1-2.4 8.1 9.1-9.2 9.4-9.6, D004 1.2-1.3 2.1 6.2 6.4 7.1 8.1-8.2 9.1-9.3 11.2",
        "FL-2 FL-3 FL-8 HCF-1 HCF-6 HCF-8 HCF-9",
    )
    day.ends("H1")
    # The dealer has an eight-high flush of three: Antes win, Raises come back.
    assert day.wagers("H1", 1, ante=10).ok and day.wagers("H1", 2, ante=10).ok
    ann, bob = "Ah Th 4h Kc 9c 6d 3d", "7c 6c 5c 3c 2c Jh 9d"
    day.starts("H1", ann, bob, "8s 4s 2s Kd Qd Jc Tc")
    day.acts("H1", ann="raise_1x")
    assert day.act("H1", 2, "raise_3x") and not day.act("H1", 2, "raise_2x")
    day.returned("H1", 1, ante=20, raise_=10)
    day.returned("H1", 2, ante=20, raise_=20)
    day.ends("H1")
    day.enacts("D003 7.4 9.3, D004 10.3", "HCF-5 HCF-7")
