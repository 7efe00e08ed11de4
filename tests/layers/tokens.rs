//! Rust source as names and signs; comments and literals are left out.

use std::iter::Peekable;
use std::str::Chars;

/// A name, a number, `::`, or one sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    /// Counts from 1.
    pub line: usize,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub fn is_name(&self) -> bool {
        self.text.starts_with(is_of_name)
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every token of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut source = Source {
        rest: text.chars().peekable(),
        line: 1,
    };
    let mut tokens = Vec::new();
    loop {
        let line = source.line;
        match source.token() {
            Found::Token(text) => tokens.push(Token { text, line }),
            Found::Nothing => {}
            Found::End => return tokens,
        }
    }
}

enum Found {
    Token(String),
    /// A space, a comment or a literal.
    Nothing,
    End,
}

struct Source<'a> {
    rest: Peekable<Chars<'a>>,
    line: usize,
}

impl Source<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.next();
        self.line += usize::from(c == Some('\n'));
        c
    }

    /// Whether this comes next; it is skipped then.
    fn skip(&mut self, text: &str) -> bool {
        let is_next = text.chars().eq(self.rest.clone().take(text.len()));
        if is_next {
            text.chars().for_each(|_| _ = self.next());
        }
        is_next
    }

    fn token(&mut self) -> Found {
        if self.skip("//") {
            while self.rest.peek().is_some_and(|c| *c != '\n') {
                self.next();
            }
            return Found::Nothing;
        }
        if self.skip("/*") {
            self.comment();
            return Found::Nothing;
        }
        if self.skip("::") {
            return Found::Token("::".into());
        }
        match self.rest.peek() {
            None => Found::End,
            Some('"') => self.string(0, true),
            Some('\'') => self.quote(),
            Some(c) if is_of_name(*c) => self.name(),
            Some(_) => match self.next().filter(|c| !c.is_whitespace()) {
                Some(sign) => Found::Token(sign.into()),
                None => Found::Nothing,
            },
        }
    }

    /// The rest of a block comment; such comments nest.
    fn comment(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            if self.skip("/*") {
                depth += 1;
            } else if self.skip("*/") {
                depth -= 1;
            } else if self.next().is_none() {
                return;
            }
        }
    }

    /// A string with so many `#` around it.
    fn string(&mut self, marks: usize, escapes: bool) -> Found {
        self.next();
        let end = format!("\"{}", "#".repeat(marks));
        while !self.skip(&end) {
            match self.next() {
                Some('\\') if escapes => _ = self.next(),
                Some(_) => {}
                None => break,
            }
        }
        Found::Nothing
    }

    /// A character, or a lifetime: that is no name of anything.
    fn quote(&mut self) -> Found {
        self.next();
        if self.next() == Some('\\') {
            self.next();
            while self.next().is_some_and(|c| c != '\'') {}
        } else if !self.skip("'") {
            while self.rest.peek().is_some_and(|c| is_of_name(*c)) {
                self.next();
            }
        }
        Found::Nothing
    }

    /// A name, or a literal that begins like one.
    fn name(&mut self) -> Found {
        let mut name = String::new();
        while let Some(c) = self.rest.next_if(|c| is_of_name(*c)) {
            name.push(c);
        }
        let marks = self.rest.clone().take_while(|c| *c == '#').count();
        let quote = self.rest.clone().nth(marks) == Some('"');
        match name.as_str() {
            "r" | "br" | "cr" if quote => {
                (0..marks).for_each(|_| _ = self.next());
                self.string(marks, false)
            }
            "b" | "c" if self.rest.peek() == Some(&'"') => self.string(0, true),
            "b" if self.rest.peek() == Some(&'\'') => self.quote(),
            "r" if marks == 1 => {
                self.next();
                self.name()
            }
            _ => Found::Token(name),
        }
    }
}

#[test]
fn only_names_and_signs_are_left() {
    let text = r##"
        // crate::a
        /* crate::b /* crate::c */ crate::d */
        let it: &'static str = "crate::e \" crate::f"; 'x' '\'' '"' b'"' r#"crate::g "x" "#
        r#type b"\"" /// crate::h
        '\u{1f600}' end
    "##;
    let found: Vec<String> = tokens(text).into_iter().map(|token| token.text).collect();
    let wanted = "let it : & str = ; type end";
    assert_eq!(found.join(" "), wanted);
}

#[test]
fn lines_count_through_everything() {
    let found = tokens("one\n/*\n*/ two \"\n\n\" three\nr\"\n\" four");
    let lines: Vec<usize> = found.iter().map(|token| token.line).collect();
    assert_eq!(lines, [1, 3, 5, 7]);
}
