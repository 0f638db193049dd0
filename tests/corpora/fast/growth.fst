// What multiplies variables cannot be said in the language.
model growth {
  var x, y;
  states q;
  transition grow := { from := q; to := q; guard := x > 0; action := y' = x * y; };
}
strategy s {
  Region init := { x = 2 && y = 1 };
  Region bad := { y < 0 };
}
