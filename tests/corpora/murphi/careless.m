-- A register that is read before anybody has written it.
var
  register: 0..3;
  ready: boolean;

startstate begin
  ready := false;
end;

rule "write" !ready ==> begin register := 2; ready := true; end;
rule "use" begin register := (register + 1) % 4; end;

invariant "small" ready -> register <= 3;
