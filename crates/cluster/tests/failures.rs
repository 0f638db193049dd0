//! What goes wrong between processes ends the search for all of them, within seconds, and with a reason: never with a wrong answer.

mod support;

use cluster::{Company, CompanyFailure, Identity, Job, Place, Secret, Settings, check_with_processes};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use support::{Heard, system};
use system::{Answer, System, Unlimited, Verdict};

/// More states than are found before something goes wrong.
const LARGE: &str = "var x: array [1..8] of 0..9 := 0 event up[i in 1..8] do x[i] := (x[i] + 1) % 10
    invariant low: x[1] + x[2] < 30";

/// Few states.
const SMALL: &str = "var x: array [1..3] of 0..5 := 0 event up[i in 1..3] do x[i] := (x[i] + 1) % 6
    invariant low: x[1] + x[2] + x[3] < 14";

/// How long a process may take to notice that another one is gone.
const SOON: Duration = Duration::from_secs(15);

fn company(secret: &str) -> Company {
    let secret = Secret::from_text(secret).expect("it is long enough");
    Company { secret, identity: Identity(vec![("the model".into(), "the same".into())]) }
}

type Outcome = Result<Vec<Answer>, CompanyFailure>;

fn process(
    system: &Arc<System>,
    place: Place,
    company: &Company,
    is_worth_waiting: &dyn Fn() -> Result<(), String>,
) -> Outcome {
    let properties = support::shared_properties(system);
    let job = Job::in_memory(Arc::clone(system), properties, Settings::default());
    let heard = Heard::default();
    check_with_processes(&job, place, company, 1, is_worth_waiting, &Unlimited, &heard)?;
    Ok(heard.0.into_inner().into_values().collect())
}

/// What a proxy does with the bytes that go through it.
#[derive(Clone, Copy)]
enum Mischief {
    /// Passes them on in small pieces, and late.
    Slow,
    /// Ends the connection after so many.
    Cut(usize),
    /// Changes the one at this place.
    Change(usize),
    /// Lets the halves of the piece at this place change places.
    Swap(usize),
}

/// Listens for one connection, and passes on what it brings to an address and back.
fn proxy(to: String, mischief: Mischief, is_over: Arc<AtomicBool>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    thread::spawn(move || {
        let Ok((here, _)) = listener.accept() else { return };
        let Ok(there) = TcpStream::connect(to) else { return };
        let back = [&here, &there].map(|end| end.try_clone().expect("a socket can be shared"));
        let over = Arc::clone(&is_over);
        let [here_again, there_again] = back;
        thread::spawn(move || pass_on(there_again, here_again, Mischief::Slow, &over));
        pass_on(here, there, mischief, &is_over);
    });
    address
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, mischief: Mischief, is_over: &AtomicBool) {
    from.set_read_timeout(Some(Duration::from_millis(100))).expect("a timeout can be set");
    let (mut passed, mut buffer) = (0, [0; 700]);
    while !is_over.load(Ordering::Relaxed) {
        let Ok(read) = from.read(&mut buffer) else { continue };
        if read == 0 {
            break;
        }
        let mut piece = buffer[..read].to_vec();
        match mischief {
            Mischief::Slow => thread::sleep(Duration::from_micros(200)),
            Mischief::Cut(after) if passed + read > after => break,
            Mischief::Change(at) if (passed..passed + read).contains(&at) => piece[at - passed] ^= 0x10,
            Mischief::Swap(at) if (passed..passed + read).contains(&at) => piece.rotate_left(read / 2),
            _ => {}
        }
        passed += read;
        if to.write_all(&piece).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

/// Two processes with a proxy between them; what each says, and how long it took.
fn through_proxy(text: &str, mischief: Mischief) -> ([Outcome; 2], Duration) {
    let system = Arc::new(system(text));
    let (place, first) = Place::first(2).expect("there is a free port");
    let is_over = Arc::new(AtomicBool::new(false));
    let first = proxy(first, mischief, Arc::clone(&is_over));
    let start = Instant::now();
    // Who waits for one that will never come would wait for minutes.
    let waits = || match start.elapsed() > SOON / 2 {
        true => Err("it takes too long".to_owned()),
        false => Ok(()),
    };
    let company = company("the secret of this test");
    let outcomes = thread::scope(|scope| {
        let further = Place::Further { processes: 2, index: 1, first };
        let places = [place, further];
        let running = places.map(|place| scope.spawn(|| process(&system, place, &company, &waits)));
        running.map(|process| process.join().expect("it does not panic"))
    });
    is_over.store(true, Ordering::Relaxed);
    (outcomes, start.elapsed())
}

/// That a process gave no verdict.
#[track_caller]
fn gives_up(outcome: &Outcome) {
    match outcome {
        Err(CompanyFailure::NotMet(_)) => {}
        Ok(answers) => {
            assert!(!answers.is_empty());
            for answer in answers {
                let Verdict::Unknown(reason) = answer.verdict() else { panic!("{answer:?}") };
                assert!(reason.contains("process") || reason.contains("worker"), "{reason}");
            }
        }
        Err(failure) => panic!("{failure:?}"),
    }
}

#[test]
fn slow_connections_change_nothing() {
    let (outcomes, _) = through_proxy(SMALL, Mischief::Slow);
    for outcome in outcomes {
        let answers = outcome.expect("they meet");
        assert!(answers.iter().any(|answer| *answer.verdict() == Verdict::Violated));
        assert!(answers.iter().all(|answer| !answer.is_unknown()));
    }
}

#[test]
fn a_connection_that_breaks_ends_the_search_for_both() {
    for after in [10, 150, 400, 20_000, 300_000] {
        let (outcomes, time) = through_proxy(LARGE, Mischief::Cut(after));
        outcomes.iter().for_each(gives_up);
        assert!(time < SOON, "cut after {after} bytes: {time:?}");
    }
}

#[test]
fn bytes_that_were_changed_are_noticed() {
    for at in [3, 60, 130, 200, 3000, 40_000] {
        let (outcomes, time) = through_proxy(LARGE, Mischief::Change(at));
        outcomes.iter().for_each(gives_up);
        assert!(time < SOON, "the byte at {at}: {time:?}");
    }
}

#[test]
fn bytes_that_change_places_are_noticed() {
    let (outcomes, time) = through_proxy(LARGE, Mischief::Swap(10_000));
    outcomes.iter().for_each(gives_up);
    assert!(time < SOON, "{time:?}");
}

#[test]
fn strangers_are_sent_away_and_disturb_nobody() {
    let system = Arc::new(system(SMALL));
    let (place, first) = Place::first(2).expect("there is a free port");
    let to_first = first.clone();
    let stranger = move |words: Vec<u8>| {
        let mut socket = TcpStream::connect(&to_first).expect("the first one listens");
        // It may be sent away before it has said everything.
        let _ = socket.write_all(&words);
        socket
    };
    let silent = stranger(Vec::new());
    let loud = stranger(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_vec());
    let huge = stranger(vec![0xff; 5000]);
    let waits = || Ok(());
    let outcomes = thread::scope(|scope| {
        let first_process =
            scope.spawn(|| process(&system, place, &company("the secret of this test"), &waits));
        let with = |secret: &str| {
            let place = Place::Further { processes: 2, index: 1, first: first.clone() };
            process(&system, place, &company(secret), &waits)
        };
        let Err(CompanyFailure::NotMet(reason)) = with("the secret of another test") else {
            panic!("it has another secret")
        };
        assert!(reason.contains("another secret"), "{reason}");
        let second = with("the secret of this test");
        [first_process.join().expect("it does not panic"), second]
    });
    for outcome in outcomes {
        assert!(outcome.expect("they meet").iter().all(|answer| !answer.is_unknown()));
    }
    drop((silent, loud, huge));
}
