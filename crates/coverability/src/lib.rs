//! Which markings of a net can be covered, for any number of tokens.
