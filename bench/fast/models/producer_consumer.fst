// Figure 13 of T. Bultan, R. Gerber, W. Pugh, Model checking concurrent systems with unbounded integer variables, 1999: the size of
// the buffer is any number from one on.
model producer_consumer {
  var s, a, p1, p2, c1, c2;
  states running;
  transition produce1 := { from := running; to := running; guard := a > 0; action := p1' = p1 + 1, a' = a - 1; };
  transition produce2 := { from := running; to := running; guard := a > 0; action := p2' = p2 + 1, a' = a - 1; };
  transition consume1 := { from := running; to := running; guard := a < s; action := c1' = c1 + 1, a' = a + 1; };
  transition consume2 := { from := running; to := running; guard := a < s; action := c2' = c2 + 1, a' = a + 1; };
}
strategy s {
  Region init := { s >= 1 && a = s && p1 = 0 && p2 = 0 && c1 = 0 && c2 = 0 };
  Region bad := { p1 + p2 < c1 + c2 || p1 + p2 > c1 + c2 + s };
}
