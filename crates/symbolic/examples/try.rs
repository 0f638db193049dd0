use composite_sets::{Composite, Polyhedra};
use decision_diagrams::{Diagrams, Options};
use std::rc::Rc;
use symbolic::*;
use system::{Progress, Stop, Verdict, Watch};
struct Limit(std::time::Instant, f64);
impl Watch for Limit {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        if self.0.elapsed().as_secs_f64() > self.1 { Err(Stop::Timeout("limit".into())) } else { Ok(()) }
    }
    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}
fn main() {
    let limit: f64 = std::env::var("LIMIT").ok().and_then(|s| s.parse().ok()).unwrap_or(10.0);
    let only = std::env::var("ONLY").ok();
    for file in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&file).unwrap();
        let loaded = language::load(&source, &language::Overrides::default());
        let Some(system) = loaded.system else {
            println!("{file}: errors");
            continue;
        };
        for (n, property) in system.properties.iter().enumerate() {
            if only.as_ref().is_some_and(|o| *o != property.name) {
                continue;
            }
            let start = std::time::Instant::now();
            let watch = Limit(start, limit);
            let heartbeat = Heartbeat::new(&watch);
            let ration = Rc::new(Ration::new(&heartbeat));
            let settings = UnboundedSettings { sets: "polyhedra", most_codes: 1 << 8, tactic: None };
            let make = |lowered: &Lowered| {
                Composite::new(
                    lowered.space.clone(),
                    |space| Diagrams::new(space, Options { pulse: ration.clone(), ..Options::default() }),
                    |space| Polyhedra::with_pulse(space, ration.clone()),
                )
            };
            let answers = check_unbounded(&system, &[n], &settings, &heartbeat, &ration, &make);
            match answers {
                Ok(answers) => {
                    let a = &answers[0];
                    let v = match &a.verdict {
                        Verdict::Holds => "holds".to_string(),
                        Verdict::Violated => "violated".into(),
                        Verdict::Unknown(r) => format!("unknown: {r}"),
                    };
                    println!(
                        "{file} {} expect {:?}: {v} [{}] {:.2}s {}",
                        property.name,
                        property.expect,
                        a.strategy,
                        start.elapsed().as_secs_f64(),
                        a.statistics.iter().map(|(n, c)| format!("{n}={c}")).collect::<Vec<_>>().join(" ")
                    );
                }
                Err(failure) => println!("{file} {}: FAILURE {failure:?}", property.name),
            }
        }
    }
}
