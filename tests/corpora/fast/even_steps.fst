// A number goes up by two and down by four; it stays twice the other one, which counts in halves of that.
model even_steps {
  var x, half;
  states q;
  transition up := { from := q; to := q; guard := true; action := x' = x + 2, half' = half + 1; };
  transition down := { from := q; to := q; guard := x >= 4; action := x' = x - 4, half' = half - 2; };
}
strategy s {
  Region init := { x = 0 && half = 0 };
  Region bad := { x > half + half || x < half + half };
}
