//! Searches a model in one process with each kind of storage: `storages memory|compressed|disk|checkpoints MODEL NAME=VALUE THREADS MEBIBYTES FOLDER`.
//!
//! Prints counts and nothing else; times and memory are those of the process. `bench/disk` runs it.

#[allow(dead_code, reason = "only a part of it is used here")]
#[path = "../../cli/src/folder.rs"]
mod folder;

use cluster::{CheckpointNews, Job, Keeping, StorageMaker, Writing};
use explicit::Settings;
use folder::Folder;
use state_storage::checkpoint::Identity;
use state_storage::{Compressed, Files, InMemory, OnDisk};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use system::{Answer, ConstantValue, Observer, Unlimited};

struct Printed;

impl Observer for Printed {
    fn answered(&self, property: usize, answer: Answer) {
        let counts: Vec<String> =
            answer.statistics.iter().map(|(name, count)| format!("\"{name}\": {count}")).collect();
        println!(
            "{{\"property\": {property}, \"verdict\": \"{:?}\", {}}}",
            answer.verdict(),
            counts.join(", ")
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, kind, model, set, threads, memory, folder] = &arguments[..] else {
        eprintln!("storages memory|compressed|disk|checkpoints MODEL NAME=VALUE THREADS MEBIBYTES FOLDER");
        return;
    };
    let text = std::fs::read_to_string(model).expect("the model can be read");
    let (name, value) = set.split_once('=').expect("a name and a value");
    let mut overrides = language::Overrides::default();
    overrides.constants.push((name.to_owned(), ConstantValue::Int(value.parse().expect("a number"))));
    let system = language::load(&text, &overrides).system.expect("the model is right");
    let threads: usize = threads.parse().expect("a number of threads");
    let share = (memory.parse::<u64>().expect("a number") << 20) / threads as u64;
    let mut job = Job::in_memory(Arc::new(system), vec![0], Settings::default());
    let parent = Path::new(folder);
    let storage: StorageMaker = match kind.as_str() {
        "disk" => {
            let files: Arc<dyn Files> = Arc::new(Folder::temporary(parent).expect("a folder can be made"));
            Arc::new(move |worker, shape| {
                Ok(Box::new(OnDisk::new(shape, Arc::clone(&files), &format!("worker-{worker}"), share)?))
            })
        }
        "compressed" => Arc::new(|_, shape| Ok(Box::new(Compressed::new(shape)))),
        _ => Arc::new(|_, shape| Ok(Box::new(InMemory::new(shape)))),
    };
    job.storage = storage;
    if kind == "checkpoints" {
        let files: Arc<dyn Files> = Arc::new(Folder::temporary(parent).expect("a folder can be made"));
        let (every, identity) = (Duration::from_secs(20), Identity::default());
        let tell = Arc::new(|news: &CheckpointNews| eprintln!("{news:?}"));
        job.keeping = Keeping { writing: Some(Writing { files, every, identity, tell }), resumed: None };
    }
    cluster::check_with_threads(&job, threads, &Unlimited, &Printed).expect("the search answers");
}
