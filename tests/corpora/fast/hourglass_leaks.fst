// An hourglass that loses a grain when it is turned. Few states can be reached.
model hourglass_leaks {
  var above, below;
  states stands;
  transition fall := { from := stands; to := stands; guard := above > 0; action := above' = above - 1, below' = below + 1; };
  transition turn := { from := stands; to := stands; guard := above = 0 && below > 0; action := above' = below - 1, below' = 0; };
}
strategy s {
  Region init := { above = 5 && below = 0 };
  Region bad := { above = 0 && below = 0 };
}
