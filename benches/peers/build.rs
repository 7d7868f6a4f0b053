//! With the feature `native`: compiles the shims in `shims/` against the headers of Debian's packages, and links their
//! libraries.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=shims");
    if std::env::var_os("CARGO_FEATURE_NATIVE").is_none() {
        return;
    }
    let mut build = cc::Build::new();
    build.cpp(true).opt_level(3).files(["shims/detour.cpp", "shims/embree.cpp"]);
    build.compile("walkmesh_peers_shims");
    println!("cargo::rustc-link-lib=Detour");
    println!("cargo::rustc-link-lib=embree3");
}
