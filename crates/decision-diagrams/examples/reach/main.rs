//! Measures reachable states, strategy by strategy: `reach MODEL SIZE ORDER STRATEGY`.
//!
//! `MODEL` is `philosophers`, `ring`, `tokens` or `buffers`, or `net` for a net on the standard input. `ORDER` is
//! `declared` or `attracted`; `STRATEGY` is `monolithic`, `partitioned`, `chained` or `saturated`. Prints one line
//! of comma-separated values: model, size, order, strategy, states, dead states, seconds, nodes of the reachable
//! states, megabytes of the domain, and seconds to make the domain.

mod models;
mod net;

use budget::{Budget, Progress, Stop, Watch};
use decision_diagrams::{Diagrams, Options, Order, Strategy};
use models::Model;
use state_sets::{Complement, Domain, Limited, Saturate, Size};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Gives up after a minute.
struct Deadline(Instant);

impl Watch for Deadline {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        if Instant::now() > self.0 { Err(Stop::Timeout("60s".into())) } else { Ok(()) }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, size, order, strategy] = arguments.as_slice() else {
        eprintln!("reach MODEL SIZE ORDER STRATEGY");
        std::process::exit(2);
    };
    let count: u32 = size.parse().unwrap_or(0);
    let model = match name.as_str() {
        "philosophers" => models::philosophers(count),
        "ring" => models::ring(count),
        "tokens" => models::tokens(count),
        "buffers" => models::buffers(count),
        _ => net::read(count),
    };
    let order = if order == "declared" { Order::Declared } else { Order::Attracted };
    let strategy = match strategy.as_str() {
        "monolithic" => Strategy::Monolithic,
        "partitioned" => Strategy::Partitioned,
        "chained" => Strategy::Chained,
        _ => Strategy::Saturated,
    };
    let start = Instant::now();
    let deadline = Deadline(start + Duration::from_secs(60));
    let budget = Rc::new(Budget::new(&deadline));
    let options = Options { order, strategy, budget, ..Options::default() };
    let result = measure(model, options).unwrap_or_else(|halt| format!("-,-,{halt},-,-,-"));
    println!("{name},{size},{order:?},{strategy:?},{result}");
}

fn measure(model: Model, options: Options) -> Limited<String> {
    let start = Instant::now();
    let domain = Diagrams::new(model.space, options)?;
    let made = start.elapsed().as_secs_f64();
    let relations = model.steps.iter().map(|step| domain.relation(step)).collect::<Limited<Vec<_>>>()?;
    let relations: Vec<_> = relations.iter().collect();
    let reached = domain.reach(&domain.set(&model.initial)?, &relations)?;
    let mut dead = reached.clone();
    for relation in &relations {
        dead = domain.difference(&dead, &domain.pre(&domain.whole()?, relation)?)?;
    }
    let states = shown(&domain.size(&reached)?);
    let dead = shown(&domain.size(&dead)?);
    let seconds = start.elapsed().as_secs_f64();
    let (nodes, megabytes) = (domain.weight(&reached), domain.bytes() >> 20);
    Ok(format!("{states},{dead},{seconds:.3},{nodes},{megabytes},{made:.4}"))
}

/// The number itself if it is short, otherwise in powers of ten.
fn shown(size: &Size) -> String {
    let Size::Finite(count) = size else {
        return "infinite".into();
    };
    let digits = count.to_string();
    match digits.len() {
        0..10 => digits,
        length => format!("{}.{}e{}", &digits[..1], &digits[1..4], length - 1),
    }
}
