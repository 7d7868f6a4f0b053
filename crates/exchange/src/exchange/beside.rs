//! File references in exchange formats: they must stay inside the folder of the file.

/// The name of a file as a path within the folder of the file that names it: its parts are separated by `/`, and it
/// does not lead outside. Files may be hostile, so every name with a special meaning on any system is rejected.
pub(super) fn beside(name: &str) -> Result<String, &'static str> {
    if name.starts_with('/') || name.contains([':', '\\', '\0']) {
        return Err("only a path within the folder of the file that names it is read");
    }
    let parts: Vec<_> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.contains(&"..") {
        return Err("the name leads out of the folder of the file that names it");
    }
    if parts.is_empty() {
        return Err("the name is empty");
    }
    Ok(parts.join("/"))
}

/// Decodes the percent-encoding of a name, such as `%20`; `None` if the result is not UTF-8.
#[cfg(feature = "gltf")]
pub(super) fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, after @ ..] = rest {
        let digits =
            after.first_chunk::<2>().filter(|digits| *first == b'%' && digits.iter().all(u8::is_ascii_hexdigit));
        let decoded = digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(decoded.unwrap_or(*first));
        rest = if decoded.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        for (name, path) in [("a.bin", "a.bin"), ("./a//b.bin", "a/b.bin"), ("a b%20", "a b%20"), ("..a", "..a")] {
            assert_eq!(beside(name).as_deref(), Ok(path));
        }
        for name in
            ["", ".", "./", "/etc/passwd", "../a", "a/../../b", "C:a", "file:a", "a\\..\\..\\b", "a\0", "..", "//x"]
        {
            assert!(beside(name).is_err(), "{name}");
        }
    }

    #[cfg(feature = "gltf")]
    #[test]
    fn percent_signs_are_decoded() {
        for (uri, name) in [("a%20b%C3%A9", "a bé"), ("100%", "100%"), ("%zz%2", "%zz%2"), ("%2e%2E/x", "../x")] {
            assert_eq!(percent_decoded(uri).as_deref(), Some(name));
        }
        assert_eq!(percent_decoded("%FF"), None);
    }
}
