"""`longsuit strategy`: the best strategy, short ones for people and your own, shown and priced."""

from longsuit.cli.strategy.cards import card
from longsuit.cli.strategy.catalog import list_strategies, rules
from longsuit.cli.strategy.files import costs, export, opening_hands, show
from longsuit.cli.strategy.price import price
from longsuit.cli.strategy.search import search

commands = {
    "list": list_strategies,
    "rules": rules,
    "price": price,
    "search": search,
    "card": card,
    "export": export,
    "show": show,
    "openings": opening_hands,
    "costs": costs,
}
