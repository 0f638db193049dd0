// Fills a tank of six litres, two at a time, and empties it by one.
model tank {
  var level, rounds;
  states filling, emptying;
  transition fill := { from := filling; to := filling; guard := level <= 4; action := level' = level + 2; };
  transition turn := { from := filling; to := emptying; guard := 2level >= 10; action := ; };
  transition drain := { from := emptying; to := emptying; guard := level > 0; action := level' = level - 1; };
}
strategy s {
  Region init := { state = filling && level = 0 && rounds = 0 };
  Region bad := { level > 6 || (state = emptying && level < 0) };
}
