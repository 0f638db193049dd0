// Two runners hand over a baton, but the first may start again before he is asked.
model relay_rash {
  var first, second;
  states one, two;
  transition run_one := { from := one; to := two; guard := true; action := first' = first + 1; };
  transition run_two := { from := two; to := one; guard := true; action := second' = second + 1; };
  transition again := { from := two; to := two; guard := first > 2; action := first' = first + 1; };
}
strategy s {
  Region init := { state = one && first = 0 && second = 0 };
  Region bad := { first > second + 3 };
}
