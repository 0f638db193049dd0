// Figure 2 of T. Bultan, R. Gerber, W. Pugh, Model checking concurrent systems with unbounded integer variables, 1999, with the
// one question whether more was received than sent. Receiving is possible in both locations.
model unbounded_buffer {
  var p, c, q1, q2;
  states idle, sending;
  transition start := { from := idle; to := sending; guard := true; action := ; };
  transition stop := { from := sending; to := idle; guard := true; action := ; };
  transition send1 := { from := sending; to := sending; guard := true; action := p' = p + 1, q1' = q1 + 1; };
  transition send2 := { from := sending; to := sending; guard := true; action := p' = p + 1, q2' = q2 + 1; };
  transition take1_idle := { from := idle; to := idle; guard := q1 > 0; action := c' = c + 1, q1' = q1 - 1; };
  transition take2_idle := { from := idle; to := idle; guard := q2 > 0; action := c' = c + 1, q2' = q2 - 1; };
  transition take1_sending := { from := sending; to := sending; guard := q1 > 0; action := c' = c + 1, q1' = q1 - 1; };
  transition take2_sending := { from := sending; to := sending; guard := q2 > 0; action := c' = c + 1, q2' = q2 - 1; };
}
strategy s {
  Region init := { p = 0 && c = 0 && q1 = 0 && q2 = 0 };
  Region bad := { p < c };
}
