//! The server: connections, requests, and who answers which.

use crate::body::Content;
use crate::bundle::{POLICY, asset};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::guard::{Guard, shown};
use crate::imports::linked;
use crate::recent::Recent;
use crate::run::word;
use crate::runs::Runs;
use crate::settings::{Settings, StudioLimits};
use crate::worker::Program;
use crate::{browser, editor, gallery};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Value as Json, json};
use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The port where nothing else is asked for: browsers keep what is not saved for each port apart.
const USUAL_PORT: u16 = 7414;
/// How long a client may take to send a request.
const PATIENCE: Duration = Duration::from_secs(10);
/// The stack of threads that read models; only what is used of it is taken from the machine.
const STACK: usize = 256 << 20;
/// How many questions about texts and files are answered at a time.
const THREADS: usize = 8;

/// A studio that has an address.
#[derive(Debug)]
pub struct Studio {
    listener: TcpListener,
    address: String,
    desk: Arc<Desk>,
}

/// What all requests share.
#[derive(Debug)]
struct Desk {
    guard: Guard,
    folder: Folder,
    file: Option<String>,
    limits: StudioLimits,
    program: Program,
    runs: Arc<Runs>,
    recent: Recent,
    places: Semaphore,
}

impl Studio {
    /// Takes an address.
    ///
    /// # Errors
    /// In words, if that is not possible.
    pub fn bind(settings: Settings) -> Result<Studio, String> {
        let at = (settings.host, settings.port.unwrap_or(0));
        let failed = |error| format!("{}:{} cannot be listened on: {error}", shown(at.0), at.1);
        let usual = TcpListener::bind((settings.host, USUAL_PORT)).ok().filter(|_| settings.port.is_none());
        let listener = usual.map_or_else(|| TcpListener::bind(at), Ok).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let limits = settings.limits;
        let guard = Guard::new(settings.host, port)?;
        let address = format!("http://{}:{port}/#token={}", shown(settings.host), guard.token());
        let patience = Duration::from_secs(limits.answer_seconds);
        let desk = Desk {
            guard,
            folder: Folder::new(&settings.root, limits.body)?,
            file: settings.file,
            limits,
            program: Program::new(settings.program, THREADS, patience),
            runs: Arc::new(Runs::new(limits)),
            recent: Recent::default(),
            places: Semaphore::new(THREADS),
        };
        Ok(Studio { listener, address, desk: Arc::new(desk) })
    }

    /// The address of the page, with the token.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Opens the page in a browser, if there is one; whether there is.
    pub fn open(&self) -> bool {
        browser::open(&self.address)
    }

    /// Answers until somebody has enough.
    ///
    /// # Errors
    /// In words, if it cannot even begin.
    pub fn serve(self, has_enough: impl Fn() -> bool) -> Result<(), String> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(THREADS)
            .thread_stack_size(STACK)
            .enable_all()
            .build()
            .map_err(|error| format!("no threads can be had: {error}"))?;
        let desk = Arc::clone(&self.desk);
        let done = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)
                .map_err(|error| format!("the address cannot be listened on: {error}"))?;
            tokio::spawn(accept(listener, Arc::clone(&desk)));
            while !has_enough() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            desk.runs.end_all();
            Ok(())
        });
        runtime.shutdown_timeout(Duration::from_secs(1));
        done
    }
}

/// Takes connections, as many as may be open at a time.
async fn accept(listener: tokio::net::TcpListener, desk: Arc<Desk>) {
    let places = Arc::new(Semaphore::new(desk.limits.connections));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Such as too many open files: it gets better when a connection ends.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let desk = Arc::clone(&desk);
        tokio::spawn(async move {
            let service = service_fn(move |request| respond(request, Arc::clone(&desk)));
            let mut server = http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 << 10);
            // A connection that breaks concerns nobody.
            let _ = server.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

async fn respond(request: Request<Incoming>, desk: Arc<Desk>) -> Result<Response<Content>, Infallible> {
    let mut response = match desk.answer(request).await {
        Ok(response) => response,
        Err(failure) => {
            let text = failure.json().to_string();
            let mut response = typed(Content::text(text), "application/json");
            *response.status_mut() = failure.status;
            response
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    Ok(response)
}

fn typed(content: Content, kind: &'static str) -> Response<Content> {
    let mut response = Response::new(content);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

impl Desk {
    async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Result<Response<Content>, Failure> {
        self.guard.admits(request.headers())?;
        // A request can name another host in its first line, which then counts more than the header.
        if request.uri().authority().is_some_and(|named| !self.guard.answers_to(named.as_str())) {
            return Err(Failure::forbidden("the request is for another server"));
        }
        let path = request.uri().path().to_owned();
        let Some(question) = path.strip_prefix("/api/") else { return page(&request) };
        self.guard.knows(request.headers())?;
        if request.method() != Method::POST {
            return Err(Failure::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "bad-request",
                "requests are made with POST",
            ));
        }
        if !is_json(&request) {
            return Err(Failure::bad_request("the content of a request is application/json"));
        }
        let body = self.body(request.into_body()).await?;
        self.question(question, body).await
    }

    async fn body(&self, body: Incoming) -> Result<Json, Failure> {
        let read = tokio::time::timeout(PATIENCE, collect(body, self.limits.body)).await;
        let late = || Failure::new(StatusCode::REQUEST_TIMEOUT, "bad-request", "the request came too slowly");
        let bytes = read.map_err(|_| late())??;
        let json = serde_json::from_slice(&bytes);
        json.map_err(|error| Failure::bad_request(format!("the request is no JSON: {error}")))
    }

    async fn question(self: Arc<Self>, question: &str, body: Json) -> Result<Response<Content>, Failure> {
        let answer = match question {
            "session" => self.session(),
            "alive" => {
                let (connection, content) = Content::pieces();
                tokio::spawn(Arc::clone(&self.runs).stay_with(client(&body)?, connection));
                return Ok(typed(content, "application/x-ndjson"));
            }
            "runs" => self.runs.start(&client(&body)?, &self.check(body)?, &self.program).await?,
            "runs/list" => self.runs.list(&client(&body)?),
            "runs/events" => {
                let run = self.runs.find(number(&body, "run")?)?;
                let (connection, content) = Content::pieces();
                tokio::spawn(Runs::send_events(run, body["from"].as_u64().unwrap_or(0), connection));
                return Ok(typed(content, "application/x-ndjson"));
            }
            "runs/stop" | "runs/pause" | "runs/resume" => {
                self.runs.find(number(&body, "run")?)?.tell(word(&question["runs/".len()..])?);
                json!({})
            }
            "simulate" | "evaluate" | "graph" | "trace/load" | "trace/itf" | "trace/text" | "report" => {
                self.program.ask(&self.task(question, body)).await?
            }
            "import" => {
                let body = self.importable(body).await?;
                self.program.ask(&self.task(question, body)).await?
            }
            "analyse" if body["full"] == Json::Bool(true) => {
                let mut whole = self.program.ask(&self.task("findings", body.clone())).await?;
                let mut answer = self.quick("analyse".into(), body).await?;
                answer["diagnostics"] = whole["diagnostics"].take();
                answer
            }
            _ => self.quick(question.to_owned(), body).await?,
        };
        Ok(typed(Content::text(answer.to_string()), "application/json"))
    }

    fn session(&self) -> Json {
        let limits = &self.limits;
        json!({
            "fathom": env!("CARGO_PKG_VERSION"),
            "root": self.folder.name(),
            "file": self.file,
            "writable": true,
            "limits": {
                "body_bytes": limits.body,
                "runs": limits.runs,
                "runs_per_client": limits.runs_of_one,
                "seconds": limits.seconds,
                "memory_mib": limits.mebibytes,
                "graph_nodes": limits.nodes,
            },
        })
    }

    /// What a worker is told to check, within the limits.
    fn check(&self, mut body: Json) -> Result<Json, Failure> {
        text_of(&body["model"])?;
        let options = &mut body["options"];
        if !options.is_object() {
            *options = json!({});
        }
        let capped = |value: &Json, most: u64| json!(value.as_u64().unwrap_or(most).clamp(1, most));
        options["seconds"] = match &options["seconds"] {
            Json::Null => json!(self.limits.seconds.min(60)),
            given => capped(given, self.limits.seconds),
        };
        options["memory_mib"] = capped(&options["memory_mib"], self.limits.mebibytes);
        if !options["threads"].is_null() {
            let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
            options["threads"] = capped(&options["threads"], cores);
        }
        Ok(self.task("check", body))
    }

    fn task(&self, task: &str, mut body: Json) -> Json {
        if let Some(members) = body.as_object_mut() {
            members.insert("task".into(), json!(task));
            members.insert("folder".into(), json!(self.folder.root()));
            members.insert("answer_seconds".into(), json!(self.limits.answer_seconds));
            members.insert("most_nodes".into(), json!(self.limits.nodes));
            let memory = (self.limits.mebibytes / THREADS as u64).max(256);
            members.insert("answer_memory_mib".into(), json!(memory));
        }
        body
    }

    /// The text that is to be imported, from the request or from a file below the folder.
    async fn importable(self: &Arc<Self>, mut body: Json) -> Result<Json, Failure> {
        if let Some(path) = body["path"].as_str() {
            let read = self.quick("files/read".into(), json!({ "path": path })).await?;
            body = json!({ "name": path, "text": read["text"] });
        }
        text_of(&body)?;
        Ok(body)
    }

    /// Questions that are answered at once, in a thread that may wait for files.
    async fn quick(self: &Arc<Self>, question: String, body: Json) -> Result<Json, Failure> {
        let place = self.places.acquire().await;
        let _place = place.map_err(|_| Failure::internal("the studio ends"))?;
        let desk = Arc::clone(self);
        let answered = tokio::task::spawn_blocking(move || desk.at_once(&question, &body)).await;
        answered.unwrap_or_else(|_| Err(Failure::internal("a panic; the message is on standard error")))
    }

    fn at_once(&self, question: &str, body: &Json) -> Result<Json, Failure> {
        let path = || body["path"].as_str().ok_or_else(|| Failure::bad_request("`path` is missing"));
        match question {
            "files" => Ok(self.folder.list()),
            "files/read" => self.folder.read(path()?),
            "files/write" => self.folder.write(path()?, text_of(body)?, body.get("version")),
            "gallery" => Ok(gallery::list()),
            "gallery/read" => gallery::read(path()?),
            "explain" => editor::explain(body),
            _ => {
                let unknown =
                    || Failure::new(StatusCode::NOT_FOUND, "bad-request", "there is no such question");
                let text = body["text"].as_str().ok_or_else(unknown)?;
                let name = body["path"].as_str().unwrap_or_default();
                let analysis = self.recent.analysis(linked(&self.folder, name, text));
                editor::answer(question, &analysis, body).ok_or_else(unknown)?
            }
        }
    }
}

/// A file of the page.
fn page(request: &Request<Incoming>) -> Result<Response<Content>, Failure> {
    let missing = || Failure::new(StatusCode::NOT_FOUND, "no-such-file", "there is no such page");
    let found = asset(request.uri().path()).ok_or_else(missing)?;
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Failure::new(StatusCode::METHOD_NOT_ALLOWED, "bad-request", "pages are read with GET"));
    }
    let mut response = typed(Content::text(Bytes::from_static(found.compressed)), found.kind);
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Ok(response)
}

/// Whether the content of a request is said to be JSON, which forms of other pages cannot say.
fn is_json(request: &Request<Incoming>) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The bytes of a request, not more than these.
async fn collect(mut body: Incoming, most: usize) -> Result<Vec<u8>, Failure> {
    use hyper::body::Body;
    use std::future::poll_fn;
    use std::pin::Pin;
    let too_large = || {
        Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            format!("a request has at most {most} bytes"),
        )
    };
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| Failure::bad_request(format!("the request broke off: {error}")))?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > most {
                return Err(too_large());
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}

fn text_of(json: &Json) -> Result<&str, Failure> {
    json["text"].as_str().ok_or_else(|| Failure::bad_request("`text` is missing"))
}

fn number(json: &Json, key: &str) -> Result<u64, Failure> {
    json[key].as_u64().ok_or_else(|| Failure::bad_request(format!("`{key}` is missing")))
}

/// The name that a page has given itself.
fn client(json: &Json) -> Result<String, Failure> {
    let is_name = |name: &&str| {
        (1..=64).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let name = json["client"].as_str().filter(is_name);
    name.map(str::to_owned).ok_or_else(|| Failure::bad_request("`client` must be a short word"))
}
