// A heater keeps a room between two limits, of which all that is known is that they are more than two apart.
model thermostat {
  var low, high, warmth;
  states on, off;
  transition heat := { from := on; to := on; guard := warmth < high; action := warmth' = warmth + 1; };
  transition stop := { from := on; to := off; guard := warmth = high; action := ; };
  transition cool := { from := off; to := off; guard := warmth > low; action := warmth' = warmth - 1; };
  transition start := { from := off; to := on; guard := warmth <= low; action := ; };
}
strategy s {
  Region init := { state = on && low >= 0 && high > low + 2 && warmth = low };
  Region bad := { warmth < low || warmth > high };
}
