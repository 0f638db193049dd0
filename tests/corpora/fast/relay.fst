// Two runners hand over a baton; the first is never more than one round ahead.
model relay {
  var first, second;
  states one, two;
  transition run_one := { from := one; to := two; guard := true; action := first' = first + 1; };
  transition run_two := { from := two; to := one; guard := true; action := second' = second + 1; };
}
strategy s {
  Region init := { state = one && first = 0 && second = 0 };
  Region bad := { first > second + 1 || first < second };
}
