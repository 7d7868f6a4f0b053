#!/bin/bash -eu
# Builds every fuzz target for OSS-Fuzz, and packs its corpus. It runs in the root of this repository; $OUT takes what is made.
# fuzz/oss-fuzz/check runs it here, without the machine of OSS-Fuzz, and with options for a shorter build.
cargo fuzz build -O --debug-assertions "$@"
fuzz/minimise --unpack
programs=fuzz/target/x86_64-unknown-linux-gnu/release
"$programs/seeds"

options='[libfuzzer]
max_len = 4096
timeout = 20
rss_limit_mb = 2048'
sed -n 's/^path = "fuzz_targets\/\(.*\)\.rs"/\1/p' fuzz/Cargo.toml | while read -r target; do
    cp "$programs/$target" "$OUT/"
    inputs=("fuzz/corpus/$target")
    [ ! -d "fuzz/regressions/$target" ] || inputs+=("fuzz/regressions/$target")
    # -j: names without folders.
    zip -q -r -j "$OUT/${target}_seed_corpus.zip" "${inputs[@]}"
    printf '%s\n' "$options" >"$OUT/$target.options"
done
