//! The address of a server, its password, and how it is reached.

use std::path::PathBuf;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::fault::trouble;
use super::tls::{self, Trust};
use super::wire::Trouble;
use crate::base::private::is_private;
use crate::corpus::{Address, ServerFault};

/// How long a machine that does not answer at all is waited for.
const CONNECTING: Duration = Duration::from_secs(10);

/// Set for each session: transactions of who has vanished end, and what they hold is free again. The times are in
/// ms and s; a harvester that stands still for a minute has lost its leases, too. Compiling what is asked (`jit`) takes
/// longer than the answer.
const SESSION: &str = "-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4 \
    -c client_min_messages=warning -c jit=off";

/// A server that is known how to be reached.
pub struct Server {
    config: Config,
    trust: Option<Trust>,
}

impl Server {
    /// Reads an address as other programs of PostgreSQL do; a password that is not in it is looked for in
    /// PGPASSWORD, then in ~/.pgpass (or PGPASSFILE).
    ///
    /// # Errors
    /// It is no address. What is said of it has nothing in it that may be secret.
    pub fn new(address: &Address) -> Result<Self, ServerFault> {
        let (address, extras) = Extras::split(address.secret());
        let mut config: Config = address.parse().map_err(|_| {
            ServerFault::Address(
                "this is no address of a server; one is postgres://USER@HOST:PORT/DATABASE, with signs such as @ \
                 in a password written as %40"
                    .into(),
            )
        })?;
        let trust = extras.apply(&mut config)?;
        config.connect_timeout(CONNECTING).options(SESSION);
        if config.get_application_name().is_none() {
            config.application_name("gridhand");
        }
        if config.get_password().is_none()
            && let Some(password) = password(&config)
        {
            config.password(password);
        }
        Ok(Self { config, trust })
    }

    /// A connection that lives on a runtime.
    pub async fn connect(&self, runtime: &Runtime) -> Result<Client, Trouble> {
        let failed = |error: tokio_postgres::Error| trouble(&error);
        let Some(trust) = &self.trust else {
            let (client, connection) = self.config.connect(NoTls).await.map_err(failed)?;
            runtime.spawn(connection);
            return Ok(client);
        };
        let tls = MakeRustlsConnect::new(tls::client(trust)?);
        let (client, connection) = self.config.connect(tls).await.map_err(failed)?;
        runtime.spawn(connection);
        Ok(client)
    }
}

/// What an address may say of encryption and `tokio_postgres` does not know.
#[derive(Default)]
struct Extras {
    mode: Option<String>,
    root: Option<PathBuf>,
}

impl Extras {
    /// The address without them.
    fn split(address: &str) -> (String, Self) {
        let mut extras = Self::default();
        let Some((place, query)) = address.split_once('?') else {
            return (address.into(), extras);
        };
        let mut kept = Vec::new();
        for pair in query.split('&') {
            match pair.split_once('=') {
                Some(("sslmode", mode)) => extras.mode = Some(mode.into()),
                Some(("sslrootcert", file)) => extras.root = Some(file.replace("%2F", "/").into()),
                _ => kept.push(pair),
            }
        }
        match kept.is_empty() {
            true => (place.into(), extras),
            false => (format!("{place}?{}", kept.join("&")), extras),
        }
    }

    /// As psql has it: `prefer` and `require` encrypt, and only the `verify` modes, or a named root, look at who
    /// the server is.
    fn apply(self, config: &mut Config) -> Result<Option<Trust>, ServerFault> {
        let mode = self.mode.as_deref().unwrap_or("prefer");
        let (ssl, is_verified) = match mode {
            "disable" => (SslMode::Disable, false),
            "allow" | "prefer" => (SslMode::Prefer, false),
            "require" => (SslMode::Require, self.root.is_some()),
            "verify-ca" | "verify-full" => (SslMode::Require, true),
            _ => {
                return Err(ServerFault::Address(
                    "its sslmode is none of disable, prefer, require and verify-full".into(),
                ));
            }
        };
        config.ssl_mode(ssl);
        Ok(match ssl {
            SslMode::Disable => None,
            _ if is_verified => Some(self.root.map_or(Trust::System, Trust::Root)),
            _ => Some(Trust::Anybody),
        })
    }
}

/// The password that the environment or a file has for a server.
fn password(config: &Config) -> Option<String> {
    if let Ok(password) = std::env::var("PGPASSWORD") {
        return Some(password);
    }
    let file = std::env::var_os("PGPASSFILE").map(PathBuf::from);
    let file = file.or_else(|| Some(std::env::home_dir()?.join(".pgpass")))?;
    if !is_private(&file) {
        let file = file.display();
        tracing::warn!("{file} is not looked into: others may read it; chmod 600 makes it yours");
        return None;
    }
    let text = std::fs::read_to_string(&file).ok()?;
    in_file(&text, &wanted(config))
}

/// Host, port, database and user, as they stand in a file of passwords.
fn wanted(config: &Config) -> [String; 4] {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        _ => "localhost".into(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    let user = config.get_user().map(String::from);
    let user = user
        .or_else(|| std::env::var("USER").ok())
        .unwrap_or_default();
    let database = config.get_dbname().unwrap_or(&user).to_string();
    [host, port.to_string(), database, user]
}

/// The password of the first line `host:port:database:user:password` that fits; `*` fits all.
fn in_file(text: &str, wanted: &[String; 4]) -> Option<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(fields).find_map(|fields| {
        let (password, key) = fields.split_last()?;
        let fits = |(is, wanted): (&String, &String)| is == "*" || is == wanted;
        let all = key.len() == wanted.len() && key.iter().zip(wanted).all(fits);
        all.then(|| password.clone())
    })
}

/// The fields of a line, in which `\` takes the next sign as it is.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        match (sign, fields.len()) {
            ('\\', _) => fields.last_mut().expect("one").extend(signs.next()),
            // The last field is all the rest.
            (':', 1..=4) => fields.push(String::new()),
            _ => fields.last_mut().expect("one").push(sign),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_found_in_a_file() {
        let text = "# mine\nh:5432:d:other:no\nh:*:d:u:a\\:b:c\n*:*:*:*:last";
        let wanted = |host: &str| [host, "5433", "d", "u"].map(String::from);
        assert_eq!(in_file(text, &wanted("h")), Some("a:b:c".into()));
        assert_eq!(in_file(text, &wanted("i")), Some("last".into()));
        assert_eq!(in_file("h:1:d:u:x", &wanted("h")), None);
    }

    #[test]
    fn what_is_wrong_with_an_address_is_told_without_it() {
        for address in [
            "postgres://u:secret@h/d?secretly=so",
            "postgres://u:secret@h:port/d",
            "postgres://u:secret@h/d?sslmode=hush",
        ] {
            let crate::corpus::Location::Server(address) = crate::corpus::Location::of(address)
            else {
                panic!("{address}")
            };
            let fault = Server::new(&address).err().expect("refused").to_string();
            for secret in ["secret", "hush"] {
                assert!(!fault.contains(secret), "{fault}");
            }
        }
    }
}
