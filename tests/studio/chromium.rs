//! Debian's Chromium without a window, driven over a pipe (its DevTools protocol).

use std::cell::Cell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::served::Served;

/// What is awaited on the page comes within this time: a puzzle is fitted for half a minute on two busy cores.
const PATIENCE: Duration = Duration::from_secs(240);

/// A browser with one page; it ends with the value.
pub struct Browser {
    program: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: String,
    number: Cell<u64>,
    /// What the page said went wrong.
    pub wrong: Vec<String>,
    _profile: tempfile::TempDir,
}

/// None, said aloud, only where tests leave windows out.
pub fn browser() -> Option<Browser> {
    if std::env::var_os("GRIDHAND_NO_DISPLAY").is_some() {
        eprintln!("skipped: GRIDHAND_NO_DISPLAY is set");
        return None;
    }
    Some(Browser::start())
}

impl Browser {
    fn start() -> Self {
        let profile = tempfile::tempdir().expect("a folder");
        // The browser reads commands from file 3 and writes to file 4.
        let script = "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut program = Command::new("sh")
            .args(["-c", script, "chromium"])
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--remote-debugging-pipe",
            ])
            .args([
                "--no-first-run",
                "--window-size=1280,900",
                "--disable-dev-shm-usage",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh starts");
        let mut browser = Self {
            to: program.stdin.take().expect("piped"),
            from: BufReader::new(program.stdout.take().expect("piped")),
            program,
            session: String::new(),
            number: Cell::new(0),
            wrong: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().expect("a session").into();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Calls a method, and returns what comes of it.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.number.set(self.number.get() + 1);
        let id = self.number.get();
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        self.to
            .write_all(format!("{message}\0").as_bytes())
            .expect("chromium is there (`make test` installs it)");
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes).expect("it goes on");
            assert!(
                !bytes.is_empty(),
                "chromium ended; is it installed? (`make test` installs it)"
            );
            bytes.pop();
            let told: Value = serde_json::from_slice(&bytes).expect("JSON");
            if told["id"] == id {
                assert!(told["error"].is_null(), "{method}: {}", told["error"]);
                return told["result"].clone();
            }
            self.note(&told);
        }
    }

    /// Notes what went wrong on the page, and every address that is not ours.
    fn note(&mut self, told: &Value) {
        let params = &told["params"];
        match told["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" => self.wrong.push(params["exceptionDetails"].to_string()),
            "Log.entryAdded" if params["entry"]["level"] == "error" => {
                self.wrong.push(params["entry"].to_string());
            }
            "Network.requestWillBeSent" => {
                let url = params["request"]["url"].as_str().unwrap_or_default();
                if !["http://127.0.0.1:", "about:", "blob:http://127.0.0.1:"]
                    .iter()
                    .any(|own| url.starts_with(own))
                {
                    self.wrong.push(format!("it asks {url}"));
                }
            }
            _ => {}
        }
    }

    /// Opens an address of the page, with the token.
    pub fn open(&mut self, served: &Served, hash: &str) {
        let url = format!("{}{hash}", served.url);
        self.call("Page.navigate", json!({ "url": url }));
    }

    /// What an expression of the page's script is.
    pub fn value(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let told = self.call("Runtime.evaluate", params);
        assert!(told["exceptionDetails"].is_null(), "{expression}: {told}");
        told["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn wait(&mut self, expression: &str) {
        let begun = Instant::now();
        // While a page is loaded there may be none to ask.
        let asked = format!(
            "(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()"
        );
        while self.value(&asked) != true {
            if begun.elapsed() > PATIENCE {
                let text = self.value("document.body.innerText");
                panic!("{expression} does not come: {text}; {:?}", self.wrong);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses a key: `Tab`, `Enter`, `ArrowRight` …
    pub fn key(&mut self, key: &str, code: u32) {
        for kind in ["keyDown", "keyUp"] {
            let mut event =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            if key == "Enter" && kind == "keyDown" {
                event["text"] = "\r".into();
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Types where the focus is.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Clicks on the middle of the element of a selector with the mouse.
    pub fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        self.click_at(
            place[0].as_f64().expect("a place"),
            place[1].as_f64().expect("a place"),
        );
    }

    pub fn click_at(&mut self, x: f64, y: f64) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// What is to be seen, as PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let told = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        unbase64(told["data"].as_str().expect("a picture"))
    }

    /// Just so many answers were refusals, and nothing else went wrong.
    #[track_caller]
    pub fn assert_errors(&mut self, count: usize) {
        self.value("1");
        let refused = |told: &&String| told.contains("status of 4");
        assert_eq!(
            self.wrong.iter().filter(refused).count(),
            count,
            "{:#?}",
            self.wrong
        );
        assert_eq!(self.wrong.len(), count, "{:#?}", self.wrong);
    }

    /// Nothing went wrong on the page so far, and nothing of another address was asked for.
    #[track_caller]
    pub fn assert_fine(&mut self) {
        self.value("1");
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
    }
}

/// What base64 stands for.
fn unbase64(text: &str) -> Vec<u8> {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |byte: u8| SIGNS.iter().position(|sign| *sign == byte);
    let digits: Vec<usize> = text.bytes().filter_map(digit).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0, |all, digit| all << 6 | digit) << (6 * (4 - four.len()));
        let three = [bits >> 16, bits >> 8, bits].map(|bits| bits as u8);
        three.into_iter().take(four.len() - 1)
    });
    bytes.collect()
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
