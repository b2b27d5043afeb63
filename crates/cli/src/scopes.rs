//! What a function belongs to, by its name: the crate or outermost namespace, and the whole scope.
//!
//! Consumes: a name as people read it. Produces: its scopes, outermost first, without arguments of templates and generics.
//! Guarantees: none for names that are no names of Rust or C++; they have no scopes.

/// The scopes of a function, outermost first, and the function itself last.
pub fn path(shown: &str) -> Vec<String> {
    let name = without_parameters(shown);
    if let Some(inner) = name.strip_prefix('<') {
        return path_of_implementation(inner);
    }
    split(last_word(name))
}

/// The name without arguments and types of parameters, but with what merging put behind it.
pub fn brief(shown: &str) -> String {
    // Behind the parameters may stand `const`.
    let behind = shown.rfind(')').map_or("", |at| &shown[at..]);
    let suffix = behind.find('.').map_or("", |at| &behind[at..]);
    let path = path(shown);
    let operator = match path.last().is_some_and(|last| last == OPERATOR) {
        true => operator_sign(&shown[without_parameters(shown).len()..]),
        false => "",
    };
    if path.is_empty() { shown.to_owned() } else { path.join("::") + operator + suffix }
}

/// What follows the word `operator`, up to the parameters, and to the arguments of a template, which stand behind a blank.
fn operator_sign(behind: &str) -> &str {
    let from = if behind.starts_with("()") { 2 } else { 0 };
    let end = behind[from..].find(['(', ' ']).map_or(behind.len(), |at| from + at);
    &behind[..end]
}

/// All scopes around a function, as one text; none for a function that stands in none.
pub fn namespace(shown: &str) -> Option<String> {
    let path = path(shown);
    let scopes = path.split_last()?.1;
    (!scopes.is_empty()).then(|| scopes.join("::"))
}

/// The crate of a function in Rust, the outermost namespace or class of one in C++; words for a function that has none.
pub fn owner(shown: &str) -> String {
    outermost(shown).unwrap_or_else(|| "(no crate or namespace)".to_owned())
}

fn outermost(shown: &str) -> Option<String> {
    let path = path(shown);
    (path.len() > 1).then(|| path[0].clone())
}

/// `<A as B>::f` and `<A>::f`: the scopes are those of the type, or of the trait where the type stands in no scope.
fn path_of_implementation(inner: &str) -> Vec<String> {
    let end = closing(inner);
    let (whole, behind) = (&inner[..end], inner[end..].trim_start_matches(['>', ':']));
    let (ty, of) = whole.split_once(" as ").unwrap_or((whole, ""));
    let start = |text: &str| text.find(|c: char| c.is_alphanumeric() || c == '_' || c == '<');
    let plain = |text: &str| start(text).map_or(String::new(), |at| text[at..].to_owned());
    // Of an array, the type of its elements.
    let ty = ty.split(';').next().unwrap_or_default();
    let mut scopes = path(&plain(ty));
    if scopes.len() < 2 && of.contains("::") {
        scopes = path(of);
    }
    scopes.extend(split(behind));
    scopes
}

/// Where the bracket that is open at the start closes.
fn closing(text: &str) -> usize {
    let mut depth = 1;
    let bytes = text.as_bytes();
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            // `->` in the type of a function closes nothing.
            '>' if at == 0 || bytes[at - 1] != b'-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

const ANONYMOUS: &str = "(anonymous namespace)";
const OPERATOR: &str = "operator";

/// The name without the types of its parameters and what follows them.
fn without_parameters(name: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in name.char_indices() {
        // From here on, brackets are part of the operator's name, also those of `operator<<`.
        if depth == 0 && is_operator(&name[..at]) && !letter.is_alphanumeric() && letter != ' ' {
            return &name[..at];
        }
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            '(' if depth == 0 && !name[at..].starts_with(ANONYMOUS) => return &name[..at],
            _ => {}
        }
    }
    name
}

/// Whether what follows is the sign of an operator, such as the brackets of `operator()`.
fn is_operator(before: &str) -> bool {
    before.strip_suffix(OPERATOR).is_some_and(|rest| rest.is_empty() || rest.ends_with(':'))
}

/// What follows the last blank outside of brackets: before it is a type, or a word such as `vtable for`.
fn last_word(name: &str) -> &str {
    let mut depth = 0;
    let mut start = 0;
    for (at, letter) in name.char_indices() {
        match letter {
            '<' | '(' | '{' => depth += 1,
            '>' | ')' | '}' => depth -= 1,
            ' ' if depth == 0 && !is_operator(&name[..at]) => start = at + 1,
            _ => {}
        }
    }
    &name[start..]
}

/// The parts between `::`, without arguments in angle brackets.
fn split(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            ':' if depth == 0 && letters.peek() == Some(&':') => {
                letters.next();
                parts.push(String::new());
            }
            _ if depth == 0 => parts.last_mut().expect("one at least").push(letter),
            _ => {}
        }
    }
    // `Vec::<T>::push` has nothing left in its middle.
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cpp_have_scopes() {
        for (name, expected) in [
            ("Json::Value::asString() const", "Json::Value"),
            (
                "std::__1::vector<int, std::allocator<int>>::push_back(int const&)",
                "std::__1::vector",
            ),
            ("int a::largest<int>(int, b::c)", "a"),
            ("(anonymous namespace)::f(int)", "(anonymous namespace)"),
            ("a::b::operator()(int) const", "a::b"),
            ("a::b::operator<(a::b const&) const", "a::b"),
            ("a::S::operator new(unsigned long)", "a::S"),
            ("a::f(void (*)(int)) [clone .isra.0]", "a"),
        ] {
            assert_eq!(namespace(name).as_deref(), Some(expected), "{name}");
        }
        assert_eq!(outermost("Json::Value::asString() const").as_deref(), Some("Json"));
    }

    #[test]
    fn names_of_rust_have_crates() {
        for (name, expected) in [
            ("alloc::vec::Vec<T>::push", "alloc"),
            ("alloc::vec::Vec::<u8>::push", "alloc"),
            ("<alloc::vec::Vec<T> as core::ops::Drop>::drop", "alloc"),
            ("<&T as core::fmt::Debug>::fmt", "core"),
            ("<fn(u8) -> u8 as my::Trait>::call", "my"),
            ("<my::Type>::new", "my"),
            ("core::ptr::drop_in_place<alloc::string::String>", "core"),
            ("<[my::A; 3] as core::fmt::Debug>::fmt", "my"),
        ] {
            assert_eq!(outermost(name).as_deref(), Some(expected), "{name}");
        }
        assert_eq!(namespace("alloc::vec::Vec::<u8>::push").as_deref(), Some("alloc::vec::Vec"));
    }

    #[test]
    fn brief_names_have_no_arguments() {
        for (name, expected) in [
            (
                "std::vector<int, std::allocator<int>>::push_back(int const&).fmerge",
                "std::vector::push_back.fmerge",
            ),
            ("a::f() const", "a::f"),
            ("std::map<int, int>::operator[](int&&)", "std::map::operator[]"),
            ("a::F::operator()(int) const", "a::F::operator()"),
            ("a::operator<<(std::ostream&, a::F const&)", "a::operator<<"),
            (
                "std::basic_ostream<char>& std::operator<< <std::char_traits<char>>(std::basic_ostream<char>&, char)",
                "std::operator<<",
            ),
            ("a::F::operator<(a::F const&) const.fmerge", "a::F::operator<.fmerge"),
            ("a::F::operator->() const", "a::F::operator->"),
            ("main.fmerge", "main.fmerge"),
            ("<alloc::vec::Vec<T> as core::ops::Drop>::drop", "alloc::vec::Vec::drop"),
            ("", ""),
        ] {
            assert_eq!(brief(name), expected);
        }
    }

    #[test]
    fn names_of_c_have_no_scope() {
        for name in ["main", "lua_pushnil.fmerge", "", "<", "a b", "f(", "operator"] {
            assert_eq!((namespace(name), outermost(name)), (None, None), "{name}");
        }
    }
}
