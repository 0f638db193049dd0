"""The benchmark's systems in Promela and in Murphi, step for step as in the .fathom files beside this one."""


def promela(kind, numbers):
    """The system for SPIN."""
    systems = {"philosophers": philosophers_promela, "ring": ring_promela, "buffer": buffer_promela,
               "filter": filter_promela}
    return systems[kind](*numbers)


def murphi(kind, numbers):
    """The system for rumur."""
    systems = {"philosophers": philosophers_murphi, "ring": ring_murphi, "buffer": buffer_murphi,
               "filter": filter_murphi}
    return systems[kind](*numbers)


def philosophers_promela(n):
    return f"""
bit taken[{n}];
#define LEFT  _pid
#define RIGHT ((_pid + 1) % {n})

active [{n}] proctype Philosopher() {{
  do
  :: atomic {{ taken[LEFT] == 0 -> taken[LEFT] = 1 }};
     atomic {{ taken[RIGHT] == 0 -> taken[RIGHT] = 1 }};
     d_step {{ taken[LEFT] = 0; taken[RIGHT] = 0 }}
  od
}}
"""


def philosophers_murphi(n):
    return f"""
const N: {n};
type who: 0 .. N - 1;
     place: enum {{ think, left, eat }};
var at: array [who] of place;
    taken: array [who] of boolean;

startstate
begin
  for i: who do
    at[i] := think;
    taken[i] := false;
  end;
end;

ruleset i: who do
  rule "take left" at[i] = think & !taken[i] ==>
  begin taken[i] := true; at[i] := left; end;

  rule "take right" at[i] = left & !taken[(i + 1) % N] ==>
  begin taken[(i + 1) % N] := true; at[i] := eat; end;

  rule "put back" at[i] = eat ==>
  begin taken[i] := false; taken[(i + 1) % N] := false; at[i] := think; end;
end;

invariant "neighbours" forall i: who do !(at[i] = eat & at[(i + 1) % N] = eat) end;
"""


def ring_promela(n):
    return f"""
byte holder = 0;
#define MINE  (holder == _pid)
#define PASS  holder = (_pid + 1) % {n}

active [{n}] proctype Node() {{
idle:
  if
  :: atomic {{ MINE -> PASS }}; goto idle
  :: skip
  fi;
work:
  skip;
want:
  MINE;
crit:
  PASS;
  goto idle
}}
"""


def ring_murphi(n):
    return f"""
const N: {n};
type who: 0 .. N - 1;
     place: enum {{ idle, work, want, crit }};
var at: array [who] of place;
    holder: who;

startstate
begin
  for i: who do at[i] := idle; end;
  holder := 0;
end;

ruleset i: who do
  rule "pass" at[i] = idle & holder = i ==> begin holder := (i + 1) % N; end;
  rule "start" at[i] = idle ==> begin at[i] := work; end;
  rule "done" at[i] = work ==> begin at[i] := want; end;
  rule "enter" at[i] = want & holder = i ==> begin at[i] := crit; end;
  rule "leave" at[i] = crit ==> begin holder := (i + 1) % N; at[i] := idle; end;
end;

invariant "mutex"
  forall i: who do forall j: who do i != j -> !(at[i] = crit & at[j] = crit) end end;
"""


def buffer_promela(producers, consumers, slots):
    return f"""
chan queue = [{slots}] of {{ bit }};

active [{producers}] proctype Producer() {{
idle:
  if
  :: skip; goto zero
  :: skip; goto one
  fi;
zero:
  queue!0; goto idle;
one:
  queue!1; goto idle
}}

active [{consumers}] proctype Consumer() {{
idle:
  if
  :: queue?0; goto zero
  :: queue?1; goto one
  fi;
zero:
  skip; goto idle;
one:
  skip; goto idle
}}
"""


def buffer_murphi(producers, consumers, slots):
    shift = f"for k: 0 .. {slots - 2} do slot[k] := slot[k + 1]; end; slot[{slots - 1}] := 0; length := length - 1;"
    puts = "\n".join(f"""
  rule "make {item}" making[i] = idle ==> begin making[i] := {name}; end;
  rule "put {item}" making[i] = {name} & length < {slots} ==>
  begin slot[length] := {item}; length := length + 1; making[i] := idle; end;""" for item, name in enumerate(["zero", "one"]))
    gets = "\n".join(f"""
  rule "get {item}" using[i] = idle & length > 0 & slot[0] = {item} ==>
  begin {shift} using[i] := {name}; end;
  rule "use {item}" using[i] = {name} ==> begin using[i] := idle; end;""" for item, name in enumerate(["zero", "one"]))
    return f"""
type place: enum {{ idle, zero, one }};
     producer: 1 .. {producers};
     consumer: 1 .. {consumers};
var making: array [producer] of place;
    using: array [consumer] of place;
    length: 0 .. {slots};
    slot: array [0 .. {slots - 1}] of 0 .. 1;

startstate
begin
  for i: producer do making[i] := idle; end;
  for i: consumer do using[i] := idle; end;
  for k: 0 .. {slots - 1} do slot[k] := 0; end;
  length := 0;
end;

ruleset i: producer do {puts}
end;

ruleset i: consumer do {gets}
end;

invariant "empty behind" forall k: 0 .. {slots - 1} do k >= length -> slot[k] = 0 end;
"""


def filter_promela(n):
    """Rounds are unrolled, so that the round is part of the location, as `r` and the location are in ours."""
    rounds = []
    for level in range(1, n):
        others = " && ".join(f"(_pid == {k} || level[{k}] < {level})" for k in range(n))
        rounds.append(f"  level[_pid] = {level};\n  victim[{level}] = _pid;\n  (victim[{level}] != _pid || ({others}));")
    steps = "\n".join(rounds)
    return f"""
byte level[{n}];
byte victim[{n}];

active [{n}] proctype Proc() {{
again:
{steps}
  level[_pid] = 0;
  goto again
}}
"""


def filter_murphi(n):
    return f"""
const N: {n};
type who: 0 .. N - 1;
     place: enum {{ enter, claim, waiting, crit }};
var at: array [who] of place;
    round: array [who] of 1 .. N - 1;
    level: array [who] of 0 .. N - 1;
    victim: array [1 .. N - 1] of who;

startstate
begin
  for i: who do
    at[i] := enter;
    round[i] := 1;
    level[i] := 0;
  end;
  for k: 1 .. N - 1 do victim[k] := 0; end;
end;

ruleset i: who do
  alias r: round[i] do
    rule "level" at[i] = enter ==> begin level[i] := r; at[i] := claim; end;

    rule "victim" at[i] = claim ==> begin victim[r] := i; at[i] := waiting; end;

    rule "pass" at[i] = waiting & (victim[r] != i | forall k: who do k = i | level[k] < r end) ==>
    begin
      if r < N - 1 then
        r := r + 1;
        at[i] := enter;
      else
        at[i] := crit;
      end;
    end;

    rule "leave" at[i] = crit ==> begin level[i] := 0; r := 1; at[i] := enter; end;
  end;
end;

invariant "mutex"
  forall i: who do forall j: who do i != j -> !(at[i] = crit & at[j] = crit) end end;
"""
