-- Nodes that hand a token to any other node.
const N : 3;
type
  Node : scalarset(N);
  Request : record asks : boolean; since : 0 .. 2; end;
var
  holder : Node;
  requests : array [Node] of Request;
  inside : array [Node] of boolean;

procedure Ask(n : Node);
begin
  requests[n].asks := true;
  requests[n].since := 0;
end;

ruleset i : Node do
  startstate
    holder := i;
    for j : Node do
      requests[j].asks := false;
      undefine requests[j].since;
      inside[j] := false;
    endfor;
  endstartstate;

  rule "ask" !requests[i].asks & !inside[i] ==> Ask(i); endrule;

  rule "wait"
    requests[i].asks & requests[i].since < 2
  ==>
    requests[i].since := requests[i].since + 1;
  endrule;

  rule "hand" requests[i].asks & !inside[holder] ==> holder := i; endrule;

  rule "enter"
    requests[i].asks & holder = i
  ==>
    requests[i].asks := false;
    undefine requests[i].since;
    inside[i] := true;
  endrule;

  rule "leave" inside[i] ==> inside[i] := false; endrule;
endruleset;

invariant "one at a time"
  forall i : Node do forall j : Node do i != j -> !(inside[i] & inside[j]) endforall endforall;
