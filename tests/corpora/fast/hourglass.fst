// Five grains fall one after the other; then the glass is turned. Few states can be reached.
model hourglass {
  var above, below;
  states stands;
  transition fall := { from := stands; to := stands; guard := above > 0; action := above' = above - 1, below' = below + 1; };
  transition turn := { from := stands; to := stands; guard := above = 0; action := above' = below, below' = 0; };
}
strategy s {
  Region init := { above = 5 && below = 0 };
  Region bad := { above + below < 5 || above + below > 5 };
}
