//! The net that a model is: as a drawing, or in PNML for other tools.

use super::{check_format, print, put};
use crate::args::{GraphArgs, GraphFormat};
use crate::progress::{ProgressDisplay, ProgressLine};
use crate::source::Model;
use crate::supervise::{Limits, Lost, Monitor, supervise};
use crate::{Console, Exit, Interrupt};
use drawing::{Arrow, Chart, Outline, Spot};
use engines::{Amount, Net};
use std::collections::BTreeMap;
use std::sync::Arc;
use system::{Obstacle, Progress};

/// Draws the net of a model, or writes it.
pub fn draw(model: &Arc<Model>, arguments: &GraphArgs, console: &Console) -> Result<(), Exit> {
    check_format(arguments, &[GraphFormat::Dot, GraphFormat::Svg, GraphFormat::Pnml], "a net", console)?;
    let shared = Arc::clone(model);
    let net = watched(model, arguments, console, move |monitor| engines::named_net(&shared.system, monitor))?;
    if arguments.format != GraphFormat::Pnml {
        return print(&chart(&net, title(model)), arguments, console);
    }
    match exchanged(&net, title(model)) {
        Ok(net) => put(&interchange::write_pnml(&net), arguments, console),
        Err(reason) => {
            console.error(&format!("{}: {reason}", model.file), Some("--format dot draws it"));
            Err(Exit::Wrong)
        }
    }
}

/// What the model is called.
pub fn title(model: &Model) -> String {
    model.system.name.clone().unwrap_or_else(|| model.file.clone())
}

/// The result of some work under the limits that were given.
pub fn watched<T: Send + 'static>(
    model: &Arc<Model>,
    arguments: &GraphArgs,
    console: &Console,
    work: impl FnOnce(&Monitor) -> Result<T, String> + Send + 'static,
) -> Result<T, Exit> {
    let memory = arguments.memory.or_else(Limits::default_memory);
    let limits = Limits { time: arguments.timeout, spent: model.load_time, memory, ..Limits::default() };
    let mut progress = ProgressLine::new(!console.quiet);
    let mut show = |at: &Progress, time| progress.show(&model.file, at, time);
    let found = supervise(&limits, &Interrupt::listen(), &mut show, work);
    progress.clear();
    let reason = match found {
        Ok(Ok(found)) => return Ok(found),
        Ok(Err(reason)) => reason,
        Err(Lost::Panicked) => return Err(Exit::Internal),
        Err(Lost::Unresponsive(stop)) => Obstacle::Stopped(stop).to_string(),
    };
    let help = match reason.contains("more than") {
        true => Some("--max-events allows more; a model with fewer processes or smaller constants has fewer"),
        false => None,
    };
    console.error(&format!("{}: {reason}", model.file), help);
    Err(Exit::Unknown)
}

/// The net as others know nets, or why it is none.
fn exchanged(net: &Net, id: String) -> Result<interchange::Net, String> {
    if !net.is_plain() {
        return Err(
            "a transition of its net has limits or transfers, which place/transition nets have not".into()
        );
    }
    let [start] = net.starts.as_slice() else {
        return Err("its net starts with one of several markings, and place/transition nets have one".into());
    };
    let mut places = Vec::new();
    for (name, amount) in net.places.iter().zip(&start.0) {
        let Amount::Exactly(tokens) = amount else {
            return Err(format!("`{name}` starts with any number of tokens"));
        };
        places.push(interchange::Place { id: name.clone(), tokens: *tokens });
    }
    // Places and transitions share their identifiers.
    let is_place = |name: &str| net.places.iter().any(|place| place == name);
    let transitions = net.transitions.iter().map(|transition| interchange::Transition {
        id: if is_place(&transition.name) {
            format!("{} (t)", transition.name)
        } else {
            transition.name.clone()
        },
        takes: transition.takes.clone(),
        gives: transition.gives.clone(),
    });
    let transitions = transitions.collect();
    Ok(interchange::Net { id, places, transitions, ..interchange::Net::default() })
}

/// Places as circles and transitions as boxes.
pub fn chart(net: &Net, title: String) -> Chart {
    let start = net.starts.first();
    let place = |(number, name): (usize, &String)| {
        let tokens = match start.and_then(|start| start.0.get(number)) {
            Some(Amount::Exactly(0)) | None => None,
            Some(Amount::Exactly(1)) => Some("●".to_string()),
            Some(Amount::Exactly(tokens)) => Some(format!("● {tokens}")),
            Some(Amount::AtLeast(tokens)) => Some(format!("● {tokens} or more")),
        };
        let lines: Vec<String> = std::iter::once(name.clone()).chain(tokens).collect();
        Spot { details: lines.clone(), lines, outline: Outline::Circle, ..Spot::default() }
    };
    let mut spots: Vec<Spot> = net.places.iter().enumerate().map(place).collect();
    let mut arrows: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for (number, transition) in net.transitions.iter().enumerate() {
        let own = net.places.len() + number;
        let lines = vec![transition.name.clone()];
        spots.push(Spot { details: lines.clone(), lines, outline: Outline::Sharp, ..Spot::default() });
        let weight = |tokens: u64| if tokens == 1 { Vec::new() } else { vec![tokens.to_string()] };
        for (place, tokens) in &transition.takes {
            arrows.entry((*place, own)).or_default().extend(weight(*tokens));
        }
        for (place, most) in &transition.limits {
            arrows.entry((*place, own)).or_default().push(format!("at most {most}"));
        }
        for (place, target) in &transition.transfers {
            arrows.entry((*place, own)).or_default().push("all".into());
            if let Some(target) = target {
                arrows.entry((own, *target)).or_default().push(format!("all of {}", net.places[*place]));
            }
        }
        for (place, tokens) in &transition.gives {
            arrows.entry((own, *place)).or_default().extend(weight(*tokens));
        }
    }
    let arrows = arrows.into_iter();
    let arrows = arrows.map(|((from, to), names)| Arrow { from, to, names, is_optional: false }).collect();
    let caption = format!("{} places, {} transitions", net.places.len(), net.transitions.len());
    Chart { title, caption, spots, arrows, highlight: None }
}
