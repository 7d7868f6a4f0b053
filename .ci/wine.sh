# Programs for Windows under Debian's Wine. To be sourced by bash.

# Sets `wine`, after installing it if need be. Fails if it is not available.
find_wine() {
    wine=$(command -v wine64 || command -v /usr/lib/wine/wine64 || true)
    if [ -z "$wine" ]; then
        apt-get install --yes --quiet --no-install-recommends wine64 >/dev/null 2>&1 || true
        wine=$(command -v wine64 || command -v /usr/lib/wine/wine64 || true)
    fi
    [ -n "$wine" ] && command -v x86_64-w64-mingw32-gcc >/dev/null
}
# Debian's Wine lacks this newer Windows library, from which Rust takes its random numbers. Puts one into the folder of a program.
random_numbers_for() {
    echo 'int ProcessPrng(unsigned char *bytes, unsigned long long count) { while (count--) *bytes++ = 4; return 1; }' |
        x86_64-w64-mingw32-gcc -shared -o "$1/bcryptprimitives.dll" -x c -
}
# Wine still writes its settings when its last program has ended.
end_wine() { "$(dirname "$wine")/wineserver" -w 2>/dev/null || /usr/lib/wine/wineserver -w; }
