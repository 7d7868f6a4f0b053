# Shared functions of the CI and release scripts: steps with their seconds, and the list of what could not run. To be
# sourced by bash.

not_run=()
# Begins a step, whose seconds are listed at the end. With the variable `from`, the steps before the one whose name starts so are
# skipped: then the status is 1, and the caller leaves the step out. With the variable `part`, so are the steps of other sections.
steps=() begun=0 section=
step() {
    if [ -n "${part:-}" ] && [ -n "$section" ] && [ "$part" != "$section" ]; then return 1; fi
    if [ -n "${from:-}" ] && [[ $* != "$from"* ]]; then return 1; fi
    from=
    [ ${#steps[@]} -eq 0 ] || steps[-1]="$((SECONDS - begun)) s  ${steps[-1]}"
    steps+=("$*") begun=$SECONDS
    printf '\n== %s (after %s s)\n' "$*" "$SECONDS"
}
not_run() {
    printf 'NOT RUN: %s\n' "$*"
    not_run+=("$*")
}
has() { command -v "$1" >/dev/null 2>&1; }
# Runs a script that prints NOT RUN lines of its own, and lists these at the end, too. Its output goes to the file `printed`.
listing() {
    "$@" | tee "$printed"
    while read -r line; do not_run+=("$line"); done < <(sed -n 's/^\(- \)\?NOT RUN: //p' "$printed")
}
# Ends the last step, and lists all of them.
end_of_steps() {
    if [ -n "${from:-}" ]; then echo "no step has a name that starts with: $from" >&2; exit 2; fi
    section=
    step "done in $SECONDS s"
    printf '%s\n' "${steps[@]::${#steps[@]}-1}"
    local line missing=0
    for line in "${not_run[@]}"; do
        printf 'NOT RUN: %s\n' "$line"
        [ -z "${machine:-}" ] || may_miss "$line" || { printf '  not allowed on machines of the kind %s\n' "$machine"; missing=1; }
    done
    [ "$missing" = 0 ] || { echo "a step is missing that this kind of machine must run: .ci/may-miss.tsv" >&2; exit 1; }
}
# Returns whether a line may be missing on this kind of machine.
may_miss() {
    local kind start
    while IFS=$'\t' read -r kind start _; do
        [ "$kind" != "$machine" ] || [[ $1 != $start* ]] || return 0
    done <.ci/may-miss.tsv
    return 1
}
