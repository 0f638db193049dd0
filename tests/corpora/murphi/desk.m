-- A desk that serves guests of two kinds. A guest of the house may be served in between; nobody knows whom the desk serves when nobody is there.
type
  Host: scalarset(1);
  Visitor: scalarset(2);
  Guest: union { Host, Visitor };
var
  served: Guest;
  visits: array [Guest] of 0..2;

startstate
begin
  undefine served;
  for g: Guest do visits[g] := 0; end;
end;

ruleset g: Guest do
  rule "come"
    isundefined(served) & visits[g] < 2
  ==>
  begin
    served := g;
  end;

  rule "go"
    !isundefined(served) & served = g
  ==>
  begin
    switch ismember(served, Host)
    case true:
      visits[g] := 2;
    else
      visits[g] := visits[g] + 1;
    end;
    undefine served;
  end;

  rule "look again"
    !isundefined(served) & ismember(served, Visitor)
  ==>
  begin
    visits[g] := visits[g];
  end;
end;

invariant "one visit of the host"
  forall h: Host do visits[h] != 1 end;
