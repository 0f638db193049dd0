//! Processes and machines: how they meet, and what lies between timely and the sockets.
//!
//! What is sent is written down nowhere but here and in [`crate::wire`]; nothing that comes is executed, and nothing is believed before its sender has shown
//! that it knows the secret.

pub mod connection;
pub mod frame;
pub mod handshake;
pub mod hosts;
pub mod meet;
pub mod pulse;
pub mod secret;
