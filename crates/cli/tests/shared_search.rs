//! Searches of several processes, as users start them: killed, resumed with other numbers, without room on the disk, with what does not fit.
//!
//! `FATHOM_SLOW=1` kills hundreds of searches; `FATHOM_KILLS=50` so many.

#![cfg(target_os = "linux")]

mod support;

use random_numbers::Xorshift;
use serde_json::Value as Json;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::Workplace;

/// More states than are found before something goes wrong.
const LARGE: &str = "var x: array [1..8] of 0..9 := 0 event up[i in 1..8] do x[i] := (x[i] + 1) % 10
    invariant low: x[1] + x[2] < 30";

/// Some thousands of states on many levels, with a path to a state that is far.
const MIDDLING: &str = "const SIDE := 60
    var x, y: 0..SIDE := 0 var seen: 0..2 := 0
    event right when x < SIDE do x := x + 1
    event up when y < SIDE do y := y + 1
    event see when seen < 2 && x > y do seen := seen + 1
    invariant low: x + y < 2 * SIDE || seen < 2
    reachable far: x = SIDE && y = 3 && seen = 1
    invariant within: x <= SIDE
    bound most: x - y + seen";

/// How long processes may take to notice that another one is gone.
const SOON: Duration = Duration::from_secs(20);

fn workplace(name: &str) -> Workplace {
    let workplace = Workplace::new(name);
    for (file, text) in [("large.fathom", LARGE), ("middling.fathom", MIDDLING)] {
        std::fs::write(workplace.path().join(file), text).expect("a model can be written");
    }
    workplace
}

fn fathom(workplace: &Workplace, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fathom"));
    command.args(arguments).current_dir(workplace.path()).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a search, and waits until it says that it has states.
fn started(workplace: &Workplace, arguments: &[&str]) -> Child {
    let mut child = fathom(workplace, arguments).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stderr.take().expect("it is a pipe"));
    let mut line = String::new();
    while !line.contains("\"states\":") || line.contains("\"states\":0,") {
        line.clear();
        assert!(lines.read_line(&mut line).expect("it can be read") > 0, "it has ended too early");
    }
    // Somebody must go on reading what it says.
    std::thread::spawn(move || lines.lines().map_while(Result::ok).for_each(drop));
    child
}

/// The processes that a process has started.
fn children(of: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("there are processes").flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The name stands in brackets, and may have any characters.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        if fields.split_whitespace().nth(1) == Some(&of.to_string()) {
            found.push(process);
        }
    }
    found
}

fn kill(process: u32) {
    let sent = Command::new("kill").args(["-KILL", &process.to_string()]).stderr(Stdio::null()).status();
    sent.expect("a signal can be sent");
}

fn is_running(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(')').and_then(|(_, fields)| fields.split_whitespace().next());
    state.is_some_and(|state| state != "Z" && state != "X")
}

/// What a search says in JSON.
fn document(child: Child) -> (Json, i32) {
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    let code = output.status.code().unwrap_or(-1);
    (serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")), code)
}

#[test]
fn a_killed_process_ends_the_others_with_the_reason() {
    let workplace = workplace("shared-killed");
    let arguments =
        ["check", "large.fathom", "--processes", "3", "--threads", "1", "--json", "--progress-json"];
    let first = started(&workplace, &arguments);
    let others = children(first.id());
    assert_eq!(others.len(), 2);
    let start = Instant::now();
    kill(others[0]);
    let (document, code) = document(first);
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    assert_eq!(code, 3, "{document}");
    let reason = document["properties"][0]["reason"].as_str().expect("there is a reason");
    assert!(reason.contains("process "), "{reason}");
    assert!(others.iter().all(|process| !is_running(*process)));
}

#[test]
fn others_do_not_live_on_without_the_first_process() {
    let workplace = workplace("shared-first-killed");
    let arguments = ["check", "large.fathom", "--processes", "3", "--threads", "1", "--progress-json"];
    let mut first = started(&workplace, &arguments);
    let others = children(first.id());
    kill(first.id());
    first.wait().expect("it has ended");
    let start = Instant::now();
    while others.iter().any(|process| is_running(*process)) {
        assert!(start.elapsed() < SOON, "they live on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// How the search is made that others are compared with.
const PLAIN: [&str; 10] = [
    "--engine",
    "explicit",
    "--symmetry",
    "off",
    "--partial-order",
    "off",
    "--inactive-variables",
    "off",
    "--slicing",
    "off",
];

#[test]
fn a_limit_of_one_process_ends_the_search_for_all() {
    let workplace = workplace("shared-memory");
    let search =
        ["check", "large.fathom", "--processes", "2", "--threads", "1", "--json", "--memory", "100MiB"];
    let start = Instant::now();
    let (document, code) = document(fathom(&workplace, &search).spawn().expect("it starts"));
    assert_eq!(code, 3, "{document}");
    let reason = document["properties"][0]["reason"].as_str().expect("there is a reason");
    assert!(reason.contains("memory limit of "), "{reason}");
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
}

/// What must be the same however often a search was killed: verdicts, values, paths, and counts where all states are seen.
fn compared(document: &Json) -> Vec<Json> {
    let of = |property: &Json| {
        let is_complete = property["evidence"] == "exhaustive search";
        let mut kept: Vec<Json> =
            ["name", "verdict", "value", "trace", "witness"].map(|key| property[key].clone()).to_vec();
        if is_complete {
            kept.extend(["states", "transitions", "depth"].map(|key| property["stats"][key].clone()));
        }
        Json::Array(kept)
    };
    document["properties"].as_array().expect("there are properties").iter().map(of).collect()
}

/// The arguments of a search that goes on where the last one ended, with some numbers of processes and threads.
fn some_search(folder: &Path, random: &mut Xorshift) -> Vec<String> {
    let (processes, threads) = (1 + random.below(3), 1 + random.below(2));
    let mut arguments: Vec<String> = ["check", "middling.fathom", "--json", "--stats", "--every", "1ms"]
        .into_iter()
        .chain(["--no-vacuity", "--checkpoint", "saved"])
        .map(str::to_owned)
        .collect();
    arguments.extend(["--processes".into(), processes.to_string(), "--threads".into(), threads.to_string()]);
    if folder.join("saved/manifest").exists() {
        arguments.extend(["--resume".into(), "saved".into()]);
    }
    match random.below(4) {
        0 => arguments.extend(["--disk".into(), "states".into()]),
        1 => arguments.push("--compress".into()),
        _ => {}
    }
    arguments
}

/// Kills searches at random points and goes on from their checkpoints, until one comes to its end; how often that was.
fn with_kills(workplace: &Workplace, random: &mut Xorshift, longest: Duration, most: u64) -> u64 {
    let saved = workplace.path().join("saved");
    let _ = std::fs::remove_dir_all(&saved);
    let mut kills = 0;
    let expected = [&["check", "middling.fathom", "--json", "--stats", "--no-vacuity"][..], &PLAIN].concat();
    let (expected, _) = document(fathom(workplace, &expected).spawn().expect("it starts"));
    loop {
        let arguments = some_search(workplace.path(), random);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let search = fathom(workplace, &arguments).spawn().expect("it starts");
        if kills < most {
            std::thread::sleep(longest.mul_f64(random.below(1000) as f64 / 1000.0));
            let of_others = children(search.id());
            match of_others.is_empty() || random.below(2) == 0 {
                true => kill(search.id()),
                false => kill(of_others[random.below(of_others.len() as u64) as usize]),
            }
        }
        let output = search.wait_with_output().expect("it ends");
        let text = String::from_utf8(output.stdout).expect("output is UTF-8");
        let is_through = serde_json::from_str::<Json>(&text).is_ok_and(|document| {
            assert!(document["errors"].is_null() || kills < most, "{arguments:?}: {document}");
            assert!(!text.contains("damaged"), "{arguments:?}: {document}");
            let is_answered = |property: &Json| property["verdict"] != "unknown";
            let is_through = document["properties"].as_array().is_some_and(|all| all.iter().all(is_answered));
            assert!(!is_through || compared(&document) == compared(&expected), "{arguments:?}: {document}");
            is_through
        });
        if is_through {
            return kills;
        }
        assert!(kills < most, "a search that nobody kills comes to its end: {arguments:?}\n{text}");
        kills += 1;
    }
}

/// How many searches are killed.
fn wanted_kills() -> u64 {
    let asked = std::env::var("FATHOM_KILLS").ok().and_then(|number| number.parse().ok());
    asked.unwrap_or(if std::env::var_os("FATHOM_SLOW").is_some() { 400 } else { 12 })
}

#[test]
fn searches_that_are_killed_and_go_on_say_the_same() {
    let workplace = workplace("shared-kills");
    let seed = std::env::var("FATHOM_SEED").ok().and_then(|number| number.parse().ok()).unwrap_or(22);
    let mut random = Xorshift::scattered(seed);
    let start = Instant::now();
    assert_eq!(with_kills(&workplace, &mut random, Duration::ZERO, 0), 0);
    let (longest, mut kills, mut searches) = (start.elapsed(), 0, 0);
    while kills < wanted_kills() {
        let most = 1 + random.below(8);
        kills += with_kills(&workplace, &mut random, longest, most);
        searches += 1;
    }
    println!("{kills} kills in {searches} searches, {:.0} s", start.elapsed().as_secs_f64());
    let left: Vec<_> = std::fs::read_dir(workplace.path().join("saved")).expect("it is there").collect();
    assert!(left.len() < 12, "what no checkpoint needs is removed: {left:?}");
}

#[test]
fn a_disk_that_is_full_is_a_reason() {
    let workplace = workplace("shared-full");
    // No file may be larger than so many blocks, which is what a full disk looks like to a search.
    let limited = "trap '' XFSZ; ulimit -f 400; exec fathom check --property low --timeout 100s --json";
    let output = workplace.shell(&format!("{limited} large.fathom --disk states --threads 1 --memory 1GiB"));
    let document: Json = serde_json::from_str(&output.stdout).expect("it is JSON");
    let reason = document["properties"][0]["reason"].as_str().expect("there is no verdict");
    assert!(reason.contains("while writing") && reason.contains("states"), "{reason}");
    assert_eq!(output.code, 3);
    let left = std::fs::read_dir(workplace.path().join("states")).expect("the folder is there").count();
    assert_eq!(left, 0, "files are removed at the end");
    // A checkpoint that cannot be written is told, and the search goes on.
    let few = "trap '' XFSZ; ulimit -f 8; exec fathom check --property within --set SIDE=90";
    let output = workplace.shell(&format!("{few} middling.fathom --checkpoint saved --every 1ms --json"));
    assert_eq!(output.code, 0, "{}{}", output.stdout, output.stderr);
    assert!(output.stderr.contains("warning: a checkpoint could not be written"), "{}", output.stderr);
    // The warning itself may go to that disk.
    let output =
        workplace.shell(&format!("{few} middling.fathom --checkpoint again --every 1ms --json 2> messages"));
    assert_eq!(output.code, 0, "{}", output.stdout);
}

/// Two addresses of this machine where nobody listens.
fn free_addresses() -> [String; 2] {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("there is a free port"));
    listeners.map(|listener| listener.local_addr().expect("it has an address").to_string())
}

/// What two processes of a list say, with these further arguments of each.
fn listed(workplace: &Workplace, further: [&[&str]; 2]) -> [support::Output; 2] {
    std::fs::write(workplace.path().join("hosts"), free_addresses().join("\n")).expect("it can be written");
    for (name, text) in [("secret", "the secret of these tests"), ("other", "the secret of other tests")] {
        std::fs::write(workplace.path().join(name), text).expect("it can be written");
    }
    std::thread::scope(|scope| {
        let running = [0, 1].map(|index: usize| {
            scope.spawn(move || {
                let number = index.to_string();
                let common = ["check", "middling.fathom", "--property", "within", "--cluster", "hosts"];
                let which = ["--index", &number, "--timeout", "8s", "--json", "--threads", "1", "--stats"];
                workplace.fathom(&[&common[..], &which, further[index]].concat())
            })
        });
        running.map(|process| process.join().expect("it does not panic"))
    })
}

#[test]
fn processes_of_a_list_answer_together() {
    let workplace = workplace("shared-listed");
    let alone = ["check", "middling.fathom", "--property", "within", "--json", "--stats"];
    let alone = workplace.fathom(&[&alone[..], &PLAIN].concat());
    let states = |output: &support::Output| {
        let document: Json = serde_json::from_str(&output.stdout).expect("it is JSON");
        (output.code, document["properties"][0]["stats"]["states"].clone())
    };
    let with_secret: [&[&str]; 2] = [&["--secret-file", "secret"], &["--secret-file", "secret"]];
    for output in listed(&workplace, with_secret) {
        assert_eq!(states(&output), states(&alone), "{}", output.stderr);
    }
}

#[test]
fn processes_that_do_not_belong_together_are_told_what_differs() {
    let workplace = workplace("shared-apart");
    let cases: [(&[&str], &str); 4] = [
        (&["--secret-file", "secret", "--set", "SIDE=61"], "a constant or a size of the model differs"),
        (&["--secret-file", "secret", "--symmetry", "on"], "an option of the search differs"),
        (&["--secret-file", "secret", "--checkpoint", "saved"], "whether --checkpoint is given differs"),
        (&["--secret-file", "other"], "another secret"),
    ];
    for (other, what) in cases {
        let outputs = listed(&workplace, [&["--secret-file", "secret"], other]);
        let all = outputs.each_ref().map(|output| output.stdout.clone() + &output.stderr).concat();
        assert!(all.contains(what), "{what}: {all}");
        assert!(outputs.iter().all(|output| output.code == 2 || output.code == 3), "{all}");
        assert!(!all.contains("\"holds\""), "{all}");
    }
}

#[test]
fn a_folder_of_checkpoints_belongs_to_one_search() {
    let workplace = workplace("shared-one-folder");
    let common = ["check", "large.fathom", "--checkpoint", "saved", "--threads", "1"];
    let first = started(&workplace, &[&common[..], &["--progress-json"]].concat());
    let second = workplace.fathom(&common);
    assert_eq!(second.code, 2, "{}", second.stderr);
    assert!(second.stderr.contains("another search is writing there"), "{}", second.stderr);
    kill(first.id());
    first.wait_with_output().expect("it has ended");
}

#[test]
fn a_damaged_or_foreign_checkpoint_gives_no_verdict() {
    let workplace = workplace("shared-damaged");
    let saving =
        ["check", "middling.fathom", "--property", "within", "--checkpoint", "saved", "--every", "1ms"];
    assert_eq!(workplace.fathom(&saving).code, 0);
    let resumed = |further: &[&str]| {
        let common = ["check", "middling.fathom", "--property", "within", "--resume", "saved"];
        workplace.fathom(&[&common[..], further].concat())
    };
    assert_eq!(resumed(&["--processes", "2"]).code, 0);
    let refused = |further: &[&str], what: &str| {
        let output = resumed(further);
        let all = output.stdout.clone() + &output.stderr;
        let all = all.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!((output.code == 2 || output.code == 3) && all.contains(what), "{}: {all}", output.code);
    };
    refused(&["--set", "SIDE=61"], "the constant SIDE was 60, and is now 61");
    refused(&["--symmetry", "on"], "the choice of reductions was");
    let saved = workplace.path().join("saved");
    let states = std::fs::read_dir(&saved).expect("it is there").flatten().map(|entry| entry.path());
    let states = states.filter(|path| path.display().to_string().contains("states-")).min().expect("states");
    let whole = std::fs::read(&states).expect("it can be read");
    let name = states.file_name().and_then(|name| name.to_str()).expect("it has a name").to_owned();
    for damaged in [whole[..whole.len() / 2].to_vec(), [&whole[..whole.len() - 1], b"?"].concat(), Vec::new()]
    {
        std::fs::write(&states, damaged).expect("it can be written");
        refused(&[], &name);
        refused(&["--processes", "2"], &name);
    }
    std::fs::write(&states, whole).expect("it can be written");
    let manifest = saved.join("manifest");
    for (text, what) in [("a list of what is on board", "manifest"), ("", "manifest")] {
        std::fs::write(&manifest, text).expect("it can be written");
        refused(&[], what);
    }
    std::fs::remove_file(&manifest).expect("it can be removed");
    refused(&[], "saved");
}

/// Questions of both kinds.
const PATHS: &str = "var x: 0..5 := 0 event up do x := (x + 1) % 6 fair up
    invariant low: x < 6 ltl returns: G F x = 0 ctl can: AG EF x = 3";

#[test]
fn what_does_not_fit_is_refused_with_what_would() {
    let workplace = workplace("shared-refused");
    let write =
        |file: &str, text: &str| std::fs::write(workplace.path().join(file), text).expect("it is written");
    write("paths.fathom", PATHS);
    write("hosts", "127.0.0.1:7071\n127.0.0.1:7072\n");
    write("no-hosts", "127.0.0.1\n");
    write("short", "secret");
    let cases: [(&str, &str); 22] = [
        ("--processes 2 --property returns", "check it without --cluster"),
        ("--processes 2 --property returns --property can", "leave --processes out"),
        ("--disk states --property can", "check it without --cluster"),
        ("--processes 2 --engine symbolic", "use --engine explicit"),
        ("--processes 2 --partial-order on", "--symmetry and --inactive-variables"),
        ("--disk states --partial-order on", "with --disk that is known at the end of a level"),
        ("--processes 2 --slicing on", "leave one of them out"),
        ("--processes 2 --traces 3", "leave --processes out"),
        ("--processes 0", "--processes"),
        ("--processes 2 --cluster hosts --index 0", "cannot be used with"),
        ("--processes 2 --joining 2@127.0.0.1:1", "'2@127.0.0.1:1' is no process"),
        ("--cluster hosts", "--index"),
        ("--index 1", "--cluster"),
        ("--cluster hosts --index 2 --secret-file short", "hosts lists 2 processes"),
        ("--cluster nowhere --index 0", "one line host:port for each process"),
        ("--cluster no-hosts --index 0", "line 1: '127.0.0.1' is no host and port"),
        ("--cluster hosts --index 0", "FATHOM_SECRET"),
        ("--cluster hosts --index 0 --secret-file short", "at least 16 characters"),
        ("--every 5m", "--checkpoint"),
        ("--disk states --compress", "cannot be used with"),
        ("--resume nowhere", "there is no such folder"),
        ("--checkpoint paths.fathom", "paths.fathom"),
    ];
    for (options, what) in cases {
        let output = workplace.shell(&format!("fathom check paths.fathom {options}"));
        let said = output.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(output.code == 2 && said.contains(what), "{options}: {}: {said}", output.code);
        assert!(!output.stdout.contains("holds"), "{options}: {}", output.stdout);
    }
    let both = workplace.fathom(&["check", "paths.fathom", "--processes", "2", "--threads", "1"]);
    assert_eq!(both.code, 3, "{}{}", both.stdout, both.stderr);
    assert!(
        both.stdout.contains("holds     low") && both.stdout.contains("unknown   returns"),
        "{}",
        both.stdout
    );
    let said = both.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("check it without"), "{said}");
}
