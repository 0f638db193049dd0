"""Reads a counter automaton in the format of FAST. This reader shares nothing with the one of the program."""
import dataclasses
import pathlib
import re

WORDS = re.compile(r"\s+|//[^\n]*|/\*.*?\*/|(?P<word>[A-Za-z_]\w*|\d+|:=|&&|\|\||<=|>=|!=|[-+*=<>!(){},;'?])", re.S)
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


@dataclasses.dataclass
class Transition:
    """An edge; the guard is a condition, the action a map from counters to terms, or to None for any number."""
    source: str
    target: str
    guard: tuple
    action: dict


@dataclasses.dataclass
class Automaton:
    """Counters, locations, edges and the regions `init` and `bad`, the second of which may be lacking."""
    counters: list
    locations: list
    transitions: list
    regions: dict


def read(path):
    """The automaton of a file. Terms and conditions are nested tuples with their operator in front."""
    return Reader(pathlib.Path(path).read_text()).automaton()


class Reader:
    """Takes a text apart, word by word."""

    def __init__(self, text):
        self.words, place = [], 0
        while place < len(text):
            found = WORDS.match(text, place)
            if not found:
                raise ValueError(f"unknown character {text[place]!r}")
            if found["word"]:
                self.words.append(found["word"])
            place = found.end()
        self.words.append("")
        self.at = 0

    def peek(self):
        return self.words[self.at]

    def next(self):
        self.at += 1
        return self.words[self.at - 1]

    def has(self, word):
        """Takes this word if it comes next."""
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def take(self, *words):
        for word in words:
            if not self.has(word):
                raise ValueError(f"expected {word!r}, found {self.peek()!r}")

    def automaton(self):
        self.take("model")
        self.next()
        self.take("{", "var")
        counters = self.names()
        self.take("states")
        locations = self.names()
        transitions = []
        while self.has("transition"):
            self.next()
            self.take(":=", "{")
            transitions.append(self.transition())
            self.take("}", ";")
        self.take("}")
        return Automaton(counters, locations, transitions, self.regions())

    def names(self):
        names = [self.next()]
        while self.has(","):
            names.append(self.next())
        self.take(";")
        return names

    def transition(self):
        self.take("from", ":=")
        source = self.next()
        self.take(";", "to", ":=")
        target = self.next()
        self.take(";", "guard", ":=")
        guard = self.condition()
        self.take(";", "action", ":=")
        action = {}
        while not self.has(";"):
            counter = self.next()
            self.take("'", "=")
            action[counter] = None if self.has("?") else self.term()
            self.has(",")
        return Transition(source, target, guard, action)

    def regions(self):
        """The regions that are written down as conditions."""
        found = {}
        while self.peek():
            if not self.has("Region"):
                self.next()
                continue
            name = self.next()
            if self.has(":=") and self.has("{"):
                found[name] = self.condition()
        return found

    def condition(self):
        return self.chain("||", lambda: self.chain("&&", self.atom))

    def chain(self, operator, part):
        parts = [part()]
        while self.has(operator):
            parts.append(part())
        return (operator, *parts) if len(parts) > 1 else parts[0]

    def atom(self):
        if self.peek().lower() in ("true", "false"):
            return ("&&",) if self.next().lower() == "true" else ("||",)
        if self.has("!"):
            return ("!", self.atom())
        if self.has("state"):
            self.take("=")
            return ("state", self.next())
        start = self.at
        if self.has("("):
            # A parenthesis opens a condition or a term; what follows it says which.
            try:
                inner = self.condition()
                self.take(")")
                if self.peek() not in (*COMPARISONS, "+", "-", "*"):
                    return inner
            except ValueError:
                pass
            self.at = start
        left = self.term()
        operator = self.next()
        if operator not in COMPARISONS:
            raise ValueError(f"expected a comparison, found {operator!r}")
        return (operator, left, self.term())

    def term(self):
        result = ("-", 0, self.product()) if self.has("-") else self.product()
        while self.peek() in ("+", "-"):
            result = (self.next(), result, self.product())
        return result

    def product(self):
        result = self.factor()
        # `2x` and `2(x + y)` are products too.
        while self.has("*") or self.peek() == "(" or re.match(r"\w", self.peek()):
            result = ("*", result, self.factor())
        return result

    def factor(self):
        if self.has("("):
            result = self.term()
            self.take(")")
            return result
        if self.has("-"):
            return ("-", 0, self.factor())
        word = self.next()
        if not re.match(r"\w", word):
            raise ValueError(f"expected a number or a counter, found {word!r}")
        return int(word) if word.isdigit() else word
