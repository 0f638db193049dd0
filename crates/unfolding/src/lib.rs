//! Complete finite prefixes of the unfoldings of nets.
