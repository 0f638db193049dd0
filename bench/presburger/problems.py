"""The problems of the benchmark, as lines that both tools read: group, dimension, operation, arguments."""
import random

NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"]

# Two unbounded buffers with a producer and a consumer; pc = 0 is idle, pc = 1 is ready to send.
BUFFER_STATE = "[pc, p, c, q, r]"
BUFFER = "{ " + "; ".join(f"{BUFFER_STATE} -> {then} : {when}" for then, when in [
    ("[1, p, c, q, r]", "pc = 0"),
    ("[0, p, c, q, r]", "pc = 1"),
    ("[1, p + 1, c, q + 1, r]", "pc = 1"),
    ("[1, p + 1, c, q, r + 1]", "pc = 1"),
    ("[pc, p, c + 1, q - 1, r]", "q >= 1 and 0 <= pc <= 1"),
    ("[pc, p, c + 1, q, r - 1]", "r >= 1 and 0 <= pc <= 1"),
]) + " }"

# The ticket lock of two processes; a counter is 0 while thinking, 1 while waiting, 2 while inside.
TICKET_STATE = "[m, n, a, b, t, s]"
TICKET = "{ " + "; ".join(f"{TICKET_STATE} -> {then} : {when} and 0 <= m <= 2 and 0 <= n <= 2" for then, when in [
    ("[1, n, t, b, t + 1, s]", "m = 0"),
    ("[2, n, a, b, t, s]", "m = 1 and a <= s"),
    ("[0, n, a, b, t, s + 1]", "m = 2"),
    ("[m, 1, a, t, t + 1, s]", "n = 0"),
    ("[m, 2, a, b, t, s]", "n = 1 and b <= s"),
    ("[m, 0, a, b, t, s + 1]", "n = 2"),
]) + " }"

# The bakery lock of two processes.
BAKERY = "{ " + "; ".join(f"[m, n, a, b] -> {then} : {when} and a >= 0 and b >= 0" for then, when in [
    ("[1, n, b + 1, b]", "m = 0"),
    ("[2, n, a, b]", "m = 1 and (a < b or b = 0)"),
    ("[0, n, 0, b]", "m = 2"),
    ("[m, 1, a, a + 1]", "n = 0"),
    ("[m, 2, a, b]", "n = 1 and (b < a or a = 0)"),
    ("[m, 0, a, 0]", "n = 2"),
]) + " }"

# The loops of the unbounded buffer, the locks and the circular queue, and the loops of programs with counters.
LOOPS = [
    f"{{ {BUFFER_STATE} -> [pc, p, c + 1, q - 1, r] : q >= 1 and pc = 0; "
    f"{BUFFER_STATE} -> [pc, p, c + 1, q, r - 1] : r >= 1 and pc = 0 }}",
    f"{{ {BUFFER_STATE} -> [pc, p + 1, c, q + 1, r] : pc = 1; {BUFFER_STATE} -> [pc, p + 1, c, q, r + 1] : pc = 1 }}",
    "{ [p, c] -> [p + 1, c]; [p, c] -> [p, c + 1] : c < p }",
    "{ [p, c] -> [p, c + 1] : c < p }",
    "[s] -> { [h, t, p, c] -> [h, t + 1, p + 1, c] : t < s and h < t + 1 }",
    "[s] -> { [h, t, p, c] -> [h, t + 1, p + 1, c] : t < s and h > t + 1 }",
    "[s] -> { [h, t, p, c] -> [h + 1, t, p, c + 1] : h < t }",
    "[s] -> { [h, t, p, c] -> [h + 1, t, p, c + 1] : h < s and h > t }",
    "[n] -> { [x] -> [x + 3] : 0 <= x < n }",
    "{ [x, y] -> [x + 2, y - 1] : y > 0 }",
    "[n] -> { [i, j] -> [i, j + 1] : 0 <= i < n and 0 <= j < n; [i, j] -> [i + 1, 0] : 0 <= i < n and j = n }",
    "{ [x] -> [y] : x < y <= x + 2 }",
]


def row(rng, names, used, size):
    """A sum of some of the names with small coefficients and a constant."""
    terms = []
    for name in rng.sample(names, used):
        coefficient = rng.choice([c for c in range(-size, size + 1) if c])
        terms.append(f"{coefficient}{name}" if coefficient >= 0 else f"(-{-coefficient}{name})")
    return " + ".join(terms)


def conjunction(rng, names, inequalities, size=3, box=None, density=3):
    """A conjunction of inequalities, now and then with an equality or a stride, in a box if asked."""
    used = min(density, len(names))
    parts = [f"{row(rng, names, rng.randint(2, used), size)} >= {rng.randint(-9, 9)}" for _ in range(inequalities)]
    if rng.random() < 0.3:
        parts.append(f"{row(rng, names, rng.randint(2, used), size)} = {rng.randint(-4, 4)}")
    if rng.random() < 0.4:
        parts.append(f"({row(rng, names, 2, 3)}) mod {rng.randint(2, 5)} = {rng.randint(0, 1)}")
    if box is not None:
        parts += [f"{-box} <= {name} <= {box}" for name in names]
    return " and ".join(parts)


def union(rng, dimension, disjuncts, *arguments, **options):
    """A union of conjunctions over the first names."""
    names = NAMES[:dimension]
    parts = [f"({conjunction(rng, names, *arguments, **options)})" for _ in range(disjuncts)]
    return f"{{ [{', '.join(names)}] : {' or '.join(parts)} }}"


def benchmark(seed=1):
    """All problems of the benchmark."""
    rng = random.Random(seed)
    yield "1 buffer and ticket", 5, "backward", BUFFER, f"{{ {BUFFER_STATE} : p < c }}", 7
    yield "1 buffer and ticket", 6, "backward", TICKET, f"{{ {TICKET_STATE} : m = 2 and n = 2 }}", 40
    for index in range(1000):
        relation, state, names = [
            (BUFFER, BUFFER_STATE, ["p", "c", "q", "r"]), (TICKET, TICKET_STATE, ["a", "b", "t", "s"]),
            (BAKERY, "[m, n, a, b]", ["a", "b"])][index % 3]
        target = " or ".join(f"({conjunction(rng, names, rng.randint(1, 3))})" for _ in range(rng.randint(1, 2)))
        yield "2 pre-images", [5, 6, 4][index % 3], "pre-image", relation, f"{{ {state} : {target} }}"
    for dimension in range(4, 9):
        for _ in range(60):
            yield "3 emptiness", dimension, "empty", union(rng, dimension, 1, 2 * dimension, size=5, density=4)
    for dimension in range(4, 9):
        for _ in range(30):
            yield "4 projection", dimension, "project", union(rng, dimension, rng.randint(1, 2), dimension, box=9), 2
    for dimension in range(4, 9):
        for _ in range(30):
            yield "5 complement", dimension, "complement", union(rng, dimension, 3, dimension // 2 + 1)
    for loop in LOOPS:
        argument = loop[loop.index("{"):loop.index("]", loop.index("{"))]
        yield "6 closures", argument.count(",") + 1, "closure", loop


def write(problems, path):
    """Writes problems as lines."""
    path.write_text("".join("\t".join(str(field) for field in problem) + "\n" for problem in problems))
