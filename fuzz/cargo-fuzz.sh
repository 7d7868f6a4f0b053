# The call of cargo-fuzz, here and in .ci/run: `fuzz` is the command. To be sourced by bash.
#
# A nightly toolchain if there is one; otherwise the stable one, which is allowed to use the sanitizers.
if command -v rustup >/dev/null && rustup toolchain list | grep -q '^nightly'; then
    fuzz() { cargo +nightly fuzz "$@"; }
else
    fuzz() { RUSTC_BOOTSTRAP=1 cargo fuzz "$@"; }
fi
