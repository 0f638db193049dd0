//! `fathom work`: what the studio has done by processes of their own.
//!
//! One line of JSON on standard input says what is wanted; the words `pause`, `resume` and `stop` may follow, and the end of the input
//! ends the work. Answers are lines of JSON on standard output: the events of a check, or one answer.
//!
//! * what is wanted: `order`; what comes of it: `reply`
//! * the tasks: `check`, `simulate`, `graph`, `trace`, `other`
//! * what the text of a model adds to states and paths: `view`, with a `chart` of a path and what is `false_parts` of a condition; what
//!   is never used of it: `unused`; why something cannot happen: `disabled`

mod chart;
mod check;
mod disabled;
mod false_parts;
mod graph;
mod order;
mod other;
mod reply;
mod simulate;
mod trace;
mod unused;
mod view;

use crate::{Exit, Interrupt};
use order::Order;
use reply::Reply;
use serde_json::{Value as Json, json};
use std::io::{BufRead, Write};

/// Does what standard input says.
pub fn run() -> Exit {
    let mut line = String::new();
    if std::io::stdin().read_line(&mut line).is_err() {
        return Exit::Wrong;
    }
    let interrupt = Interrupt::default();
    let told = interrupt.clone();
    std::thread::spawn(move || listen(&told));
    let body: Json = match serde_json::from_str(&line) {
        Ok(body) => body,
        Err(error) => {
            say(&json!({ "refused": format!("the request is no JSON: {error}") }));
            return Exit::Wrong;
        }
    };
    let order = Order::new(body, interrupt);
    let reply = match order.task() {
        "check" => return check::check(&order),
        "simulate" => simulate::simulate(&order),
        "evaluate" => simulate::evaluate(&order),
        "graph" => graph::graph(&order),
        "trace/load" => trace::load(&order),
        "trace/itf" => trace::itf(&order),
        "trace/text" => trace::text(&order),
        "findings" => other::findings(&order),
        "import" => other::import(&order),
        "report" => other::report(&order),
        task => Reply::refused(format!("there is no task '{task}'")),
    };
    say(&reply.json());
    Exit::Success
}

/// Hears words until there are no more, which ends the work.
fn listen(interrupt: &Interrupt) {
    for line in std::io::stdin().lock().lines() {
        match line.as_deref().map(str::trim) {
            Ok("pause") => interrupt.set_pause(true),
            Ok("resume") => interrupt.set_pause(false),
            Ok("stop") => interrupt.end(),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    // Whoever wanted the work is gone.
    std::process::exit(Exit::Unknown as i32);
}

/// Writes one line.
fn say(json: &Json) {
    let mut output = std::io::stdout().lock();
    // Whoever wanted it may be gone.
    let _ = writeln!(output, "{json}");
    let _ = output.flush();
}
