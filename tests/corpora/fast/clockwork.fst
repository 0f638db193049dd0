// Nobody asks anything about this one: it has no bad region.
model clockwork {
  var seconds, minutes;
  states q;
  transition tick := { from := q; to := q; guard := seconds < 59; action := seconds' = seconds + 1; };
  transition wrap := { from := q; to := q; guard := seconds = 59; action := seconds' = 0, minutes' = minutes + 1; };
}
strategy s {
  Region init := { seconds = 0 && minutes = 0 };
}
