//! The paths in Rust source that begin at the root of the crate, or climb towards it.

use crate::tokens::{Token, tokens};

/// What a path names, from the root of the crate: no names at all if it is the root itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub names: Vec<String>,
    pub line: usize,
}

/// All of them in a file that is this module.
pub fn paths(text: &str, module: &[String]) -> Vec<Path> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut modules = Modules::new(module);
    let mut at = 0;
    while at < tokens.len() {
        modules.pass(&tokens[at..]);
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let begins = before.is_none_or(|before| !before.is("::"));
        let next = tokens.get(at + 1);
        let goes_on = next.is_some_and(|next| next.is("::") || next.is("as"));
        let mut names = match tokens[at].text.as_str() {
            "crate" => Vec::new(),
            "super" | "self" => modules.path.clone(),
            _ => {
                at += 1;
                continue;
            }
        };
        // `self` is also what a method is called on, `crate` and `super` also say who may see something.
        if !begins || !goes_on || tokens[at].is("self") && next.is_some_and(|next| next.is("as")) {
            at += 1;
            continue;
        }
        if tokens[at].is("super") {
            names.pop();
        }
        let climbs = !tokens[at].is("self");
        let mut tree = Tree {
            tokens: &tokens,
            at: at + 1,
            found: Vec::new(),
        };
        tree.rest(names, tokens[at].line);
        at = tree.at;
        // What `self::` names lies further down, unless it climbs after all.
        let here = &modules.path;
        let leaves = |path: &Path| climbs || !path.names.starts_with(here);
        found.extend(tree.found.into_iter().filter(leaves));
    }
    found
}

/// Where in the tree of modules a token stands.
struct Modules {
    path: Vec<String>,
    /// How many braces are open, and were before each module that is open.
    depth: usize,
    open: Vec<usize>,
}

impl Modules {
    fn new(module: &[String]) -> Self {
        Self {
            path: module.to_vec(),
            depth: 0,
            open: Vec::new(),
        }
    }

    fn pass(&mut self, tokens: &[Token]) {
        match tokens {
            [word, name, brace, ..] if word.is("mod") && name.is_name() && brace.is("{") => {
                self.path.push(name.text.clone());
                self.open.push(self.depth);
            }
            [brace, ..] if brace.is("{") => self.depth += 1,
            [brace, ..] if brace.is("}") => {
                self.depth = self.depth.saturating_sub(1);
                if self.open.last() == Some(&self.depth) {
                    self.open.pop();
                    self.path.pop();
                }
            }
            _ => {}
        }
    }
}

/// A path that may branch: `a::{b, c::{self, d}}`.
struct Tree<'a> {
    tokens: &'a [Token],
    at: usize,
    found: Vec<Path>,
}

impl Tree<'_> {
    fn skip(&mut self, text: &str) -> bool {
        let is_next = self.tokens.get(self.at).is_some_and(|next| next.is(text));
        self.at += usize::from(is_next);
        is_next
    }

    /// What follows these names.
    fn rest(&mut self, mut names: Vec<String>, mut line: usize) {
        while self.skip("::") {
            if self.skip("{") {
                while !self.skip("}") && self.at < self.tokens.len() {
                    self.branch(names.clone());
                }
                return;
            }
            line = self.step(&mut names).unwrap_or(line);
        }
        self.found.push(Path { names, line });
    }

    fn branch(&mut self, mut names: Vec<String>) {
        match self.step(&mut names) {
            Some(line) => {
                self.rest(names, line);
                while self.at < self.tokens.len() && !self.is_end_of_branch() {
                    self.at += 1;
                }
            }
            None => self.at += 1,
        }
        self.skip(",");
    }

    fn is_end_of_branch(&self) -> bool {
        self.tokens[self.at].is(",") || self.tokens[self.at].is("}")
    }

    /// One name further; the line it is on. None if there is no name: `::<`.
    fn step(&mut self, names: &mut Vec<String>) -> Option<usize> {
        let next = self.tokens.get(self.at)?;
        match next.text.as_str() {
            "super" => _ = names.pop(),
            "self" => {}
            "*" => names.push("*".into()),
            // A name that a macro is given; one of a macro if it is called.
            "$" => {
                self.at += 1;
                let name = self.tokens.get(self.at)?;
                let is_called = self.tokens.get(self.at + 1).is_some_and(|t| t.is("!"));
                let sign = if is_called { "!" } else { "" };
                names.push(format!("${}{sign}", name.text));
            }
            _ if next.is_name() => names.push(next.text.clone()),
            _ => return None,
        }
        self.at += 1;
        Some(next.line)
    }
}

#[cfg(test)]
mod tests {
    use super::paths;

    fn found(text: &str, module: &str) -> Vec<String> {
        let module: Vec<String> = module.split("::").map(String::from).collect();
        let paths = paths(text, &module).into_iter();
        paths
            .map(|path| format!("{} {}", path.line, path.names.join("::")))
            .collect()
    }

    #[test]
    fn trees_of_any_depth() {
        let text = "use crate::{\n  bot::{self, Stop},\n  game::{a::{b, c as d}, *},\n};";
        let wanted = [
            "2 bot",
            "2 bot::Stop",
            "3 game::a::b",
            "3 game::a::c",
            "3 game::*",
        ];
        assert_eq!(found(text, "vision"), wanted);
    }

    #[test]
    fn inline_paths_and_macros() {
        let text = "fn f(x: &crate::bot::Stop) -> Vec<crate::cli::X> {\n $crate::bot::go::<u8>() }";
        let wanted = ["1 bot::Stop", "1 cli::X", "2 bot::go"];
        assert_eq!(found(text, "vision"), wanted);
        let text = "$crate::$call!(x) $crate::games::$folder::$name $crate::$room::X";
        let wanted = ["1 $call!", "1 games::$folder::$name", "1 $room::X"];
        assert_eq!(found(text, "vision"), wanted);
    }

    #[test]
    fn whoever_climbs_is_followed() {
        assert_eq!(found("use super::bot::Stop;", "vision"), ["1 bot::Stop"]);
        let text = "use super::super::bot::Stop;\nuse super::cells;";
        assert_eq!(
            found(text, "vision::looks"),
            ["1 bot::Stop", "2 vision::cells"]
        );
        let text = "use super::{super::{bot, cli::X}, y};";
        assert_eq!(
            found(text, "vision::looks"),
            ["1 bot", "1 cli::X", "1 vision::y"]
        );
        let text = "use self::super::super::bot;\nuse self::below;";
        assert_eq!(found(text, "vision::looks"), ["1 bot"]);
    }

    #[test]
    fn modules_in_a_file_are_a_step_to_climb() {
        let text = "mod tests { fn f() { if x { super::super::bot::go() } } }\nuse super::bot;";
        assert_eq!(found(text, "vision"), ["1 bot::go", "2 bot"]);
        let text = "#[cfg(test)]\nmod tests { use super::*; use crate::bot; }";
        assert_eq!(found(text, "vision"), ["2 vision::*", "2 bot"]);
    }

    #[test]
    fn the_root_itself_has_no_name() {
        assert_eq!(found("use crate as all;", "vision"), ["1 "]);
        assert_eq!(found("use super as all;", "vision"), ["1 "]);
        assert_eq!(found("use crate::{self as all};", "vision"), ["1 "]);
        assert_eq!(found("use crate::*;", "vision"), ["1 *"]);
    }

    #[test]
    fn what_is_no_path_is_left_alone() {
        let text =
            "pub(crate) fn f(self) { self.x; Self::y(); a::b(); } // crate::bot\n\"crate::bot\"";
        assert!(found(text, "vision").is_empty());
    }
}
