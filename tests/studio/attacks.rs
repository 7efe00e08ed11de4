//! What must be refused or survived.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::served::Served;

const EASY: &str = "x=3&y=3&board=X.......X";

/// It still answers its own page.
fn assert_alive(served: &Served) {
    assert_eq!(served.get("/api/games").status, 200);
}

#[test]
fn nothing_is_told_without_the_token() {
    let served = Served::start();
    let host = format!("Host: 127.0.0.1:{}\r\n", served.port);
    let cookie = |value: &str| format!("{host}Cookie: gridhand-{}={value}\r\n", served.port);
    let token = served.token.as_str();
    let shorter = &token[1..];
    for path in [
        "/",
        "/app.js",
        "/api/games",
        "/api/corpus",
        "/nothing",
        "/?token=",
    ] {
        for headers in [host.clone(), cookie(""), cookie("guess"), cookie(shorter)] {
            assert_eq!(served.get_with(path, &headers).status, 403, "{path}");
        }
    }
    // The token in the URL opens the page alone.
    let with = |path: &str| served.get_with(&format!("{path}?token={token}"), &host);
    assert_eq!(with("/api/games").status, 403);
    let welcome = with("/");
    assert_eq!(welcome.status, 303);
    let expected = format!(
        "Set-Cookie: gridhand-{}={token}; HttpOnly; SameSite=Strict; Path=/",
        served.port
    );
    assert!(welcome.head.contains(&expected), "{}", welcome.head);
    let to = welcome
        .head
        .lines()
        .find(|line| line.starts_with("Location"));
    assert_eq!(to, Some("Location: /"));
    assert_alive(&served);
}

#[test]
fn two_servers_have_two_tokens() {
    let [one, other] = [Served::start(), Served::start()];
    assert_ne!(one.token, other.token);
    assert!(one.token.len() >= 32, "{}", one.token);
}

#[test]
fn another_origin_or_host_is_refused_though_it_has_the_cookie() {
    let served = Served::start();
    let (port, token) = (served.port, &served.token);
    let cookie = format!("Cookie: gridhand-{port}={token}\r\n");
    let own = format!("Host: 127.0.0.1:{port}\r\n{cookie}");
    let named = format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n{cookie}");
    assert_eq!(served.get_with("/api/games", &named).status, 200);
    for origin in [
        "http://evil.example".into(),
        "null".into(),
        format!("http://localhost:{port}"),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
    ] {
        let headers = format!("{own}Origin: {origin}\r\n");
        assert_eq!(
            served.get_with("/api/games", &headers).status,
            403,
            "{origin}"
        );
    }
    for host in [
        format!("rebound.example:{port}"),
        format!("127.0.0.1.example:{port}"),
        "127.0.0.1".into(),
        format!("127.0.0.1:{}", port ^ 1),
        String::new(),
    ] {
        let headers = format!("Host: {host}\r\n{cookie}");
        assert_eq!(
            served.get_with("/api/games", &headers).status,
            403,
            "{host}"
        );
    }
    let twice = format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n{cookie}");
    assert_eq!(served.get_with("/api/games", &twice).status, 400);
    assert_eq!(served.get_with("/api/games", &cookie).status, 403);
    for site in ["cross-site", "same-site"] {
        let headers = format!("{own}Sec-Fetch-Site: {site}\r\n");
        assert_eq!(
            served.get_with("/api/games", &headers).status,
            403,
            "{site}"
        );
    }
    assert_alive(&served);
}

/// Nothing of another address is loaded or run, nobody frames the page, nothing is kept.
#[test]
fn every_answer_forbids_what_comes_from_elsewhere() {
    let served = Served::start();
    let host = format!("Host: 127.0.0.1:{}\r\n", served.port);
    let refused = served.get_with("/", &host);
    for answer in [
        served.get("/"),
        served.get("/api/games"),
        served.get("/x"),
        refused,
    ] {
        for line in [
            "Content-Security-Policy: default-src 'self';",
            "frame-ancestors 'none'",
            "X-Content-Type-Options: nosniff",
            "Cross-Origin-Resource-Policy: same-origin",
            "Cache-Control: no-store",
        ] {
            assert!(answer.head.contains(line), "{line}: {}", answer.head);
        }
        assert!(!answer.head.contains("Access-Control"), "{}", answer.head);
        assert!(!answer.head.contains("unsafe"), "{}", answer.head);
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_comes() {
    let served = Served::start();
    let begun = Instant::now();
    let head = |length: &str| {
        format!(
            "POST /api/solve HTTP/1.1\r\n{}{length}\r\n\r\n",
            served.own()
        )
    };
    let status = |bytes: &[u8]| served.send(bytes).map(|answer| answer.status);
    let announced = head("Content-Length: 2147483648");
    assert_eq!(status(announced.as_bytes()), Some(413));
    // It comes all the same, for a while.
    let mut sent = announced.into_bytes();
    sent.resize(sent.len() + (8 << 20), b'x');
    assert!(matches!(status(&sent), Some(413) | None));
    let streamed = head("Transfer-Encoding: chunked");
    assert_eq!(status(streamed.as_bytes()), Some(411));
    let long = format!(
        "GET /{} HTTP/1.1\r\n{}\r\n",
        "x".repeat(1 << 16),
        served.own()
    );
    assert_eq!(status(long.as_bytes()), Some(431));
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_alive(&served);
}

#[test]
fn broken_json_is_refused_with_its_reason() {
    let served = Served::start();
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{\"game\":\"coil\"}",
        "{\"game\":\"coil\",\"text\":1}",
        "{\"game\":\"coil\",\"text\":\"\",\"more\":1}",
        "\u{feff}{}",
        &"[".repeat(100_000),
    ] {
        let answer = served.post("/api/solve", "application/json", body.as_bytes());
        assert_eq!(answer.status, 400, "{body:.40}");
        assert!(answer.json()["error"].is_string());
    }
    let not_text = served.post("/api/solve", "application/json", b"\xff\xfe");
    assert_eq!(not_text.status, 400);
    // A form of another page can send this without asking first.
    let plain = served.post(
        "/api/solve",
        "text/plain",
        b"{\"game\":\"coil\",\"text\":\"\"}",
    );
    assert_eq!(plain.status, 400);
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE"] {
        let text = format!("{method} /api/games HTTP/1.1\r\n{}\r\n", served.own());
        assert_eq!(
            served.send(text.as_bytes()).map(|a| a.status),
            Some(405),
            "{method}"
        );
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/x",
        "/api",
        "/api/solution/1/0.png",
        "//",
    ] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
    assert_alive(&served);
}

#[test]
fn ten_pages_at_once_are_answered() {
    let served = Served::start();
    std::thread::scope(|scope| {
        for _ in 0..10 {
            scope.spawn(|| {
                for path in ["/", "/style.css", "/app.js", "/icon.svg", "/api/games"] {
                    assert_eq!(served.get(path).status, 200, "{path}");
                }
            });
        }
    });
    let ask = json!({ "game": "coil", "text": EASY });
    let statuses = std::thread::scope(|scope| {
        let solve = || served.post_json("/api/solve", &ask).status;
        let all = [(); 10].map(|()| scope.spawn(solve));
        all.map(|one| one.join().expect("it ends"))
    });
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(
        statuses.iter().all(|s| [200, 503].contains(s)),
        "{statuses:?}"
    );
    assert_alive(&served);
}

#[test]
fn whoever_breaks_off_or_says_nothing_does_no_harm() {
    let served = Served::start();
    let request = format!(
        "POST /api/solve HTTP/1.1\r\n{}Content-Type: application/json\r\nContent-Length: 400\r\n\r\n{{",
        served.own()
    );
    for length in [1, 20, request.len() - 3, request.len()] {
        let mut stream = served.connect();
        stream
            .write_all(&request.as_bytes()[..length])
            .expect("sent");
    }
    // The answer is not waited for.
    let gif = format!("GET /api/games HTTP/1.1\r\n{}\r\n", served.own());
    for _ in 0..50 {
        served.connect().write_all(gif.as_bytes()).expect("sent");
    }
    // More than are served at once say nothing: they are given up, and then there is room again.
    let silent: Vec<_> = (0..80).map(|_| served.connect()).collect();
    let begun = Instant::now();
    while served
        .send(gif.as_bytes())
        .is_none_or(|answer| answer.status != 200)
    {
        assert!(
            begun.elapsed() < Duration::from_secs(15),
            "there is no room"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    for mut stream in silent {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    assert_alive(&served);
}

/// Only this machine is answered at all.
#[test]
fn it_listens_on_the_loopback_address_alone() {
    let served = Served::start();
    let told = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    let port = format!(":{:04X} ", served.port);
    let listening = told
        .lines()
        .filter(|line| line.contains(" 0A ") && line.contains(&port));
    let addresses: Vec<&str> = listening
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    if cfg!(target_os = "linux") {
        assert_eq!(addresses, [format!("0100007F{}", port.trim_end())]);
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_it_while_pages_are_open() {
    let mut served = Served::start();
    let _open = served.connect();
    let begun = Instant::now();
    assert_eq!(served.interrupt(), Some(0));
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn it_serves_on_the_port_that_is_named_or_says_that_it_is_taken() {
    let port = Served::start().port;
    let served = Served::on(port);
    assert_eq!(served.port, port);
    let again = std::process::Command::new(env!("CARGO_BIN_EXE_gridhand"))
        .args(["studio", "--no-open", "--port", &port.to_string()])
        .output()
        .expect("it runs");
    let why = String::from_utf8_lossy(&again.stderr);
    assert_eq!(again.status.code(), Some(1));
    assert!(
        why.contains(&format!("cannot listen on 127.0.0.1:{port}")),
        "{why}"
    );
    assert_alive(&served);
}
