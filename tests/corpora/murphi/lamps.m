/* A row of lamps: a switch changes a lamp and its neighbours. Each lamp may begin alone. */
const
  LAST : 3;
type
  Lamp : 0 .. LAST;
var
  lit : array [Lamp] of boolean;
  moves : 0 .. 5;

procedure toggle(var lamp : boolean);
begin
  lamp := !lamp;
end;

function count() : 0 .. LAST + 1;
var sum : 0 .. LAST + 1;
begin
  sum := 0;
  for l : Lamp do
    if lit[l] then
      sum := sum + 1;
    end;
  end;
  return sum;
end;

ruleset l : Lamp do
  startstate "one"
    for k := 0 to LAST do
      lit[k] := k = l;
    endfor;
    moves := 0;
  endstartstate;

  rule "switch"
    moves < 5
  ==>
    alias here : lit[l]; do
      toggle(here);
    end;
    if l > 0 then toggle(lit[l - 1]); endif;
    if l < LAST then toggle(lit[l + 1]); endif;
    moves := moves + 1;
  endrule;
endruleset;

invariant "some lamp is lit" count() > 0;
