#!/bin/sh
# The programs of the archives that `make dist` has made, beside the one that cargo builds for this machine: what
# they print, say and give as exit codes for the command lines of befehlszeilen.txt has to be the same, byte
# for byte but for times, with one thread and with two. The one for Windows runs under Wine. Then come Ctrl-C, what
# `diagnose` leaves running, names and encodings that Windows has, and transcripts; and the archives are made again.
#
#   tests/windows/run.sh PROGRAM
set -eu
cd "$(dirname "$0")/../.."

# Of some ten thousand programs that Wine starts one does not begin, as the kernel has put other memory, at random, where
# Windows has data for all programs. So no address is random, where that is allowed. Elsewhere such runs are repeated.
if [ -z "${FIXED_ADDRESSES:-}" ] && setarch -R true 2>/dev/null; then
    FIXED_ADDRESSES=1 exec setarch -R tests/windows/run.sh "$@"
fi

fail() {
    echo "make test-windows: $*" >&2
    exit 1
}

missing=
command -v wine >/dev/null || missing="$missing wine"
command -v x86_64-w64-mingw32-gcc >/dev/null || missing="$missing gcc-mingw-w64-x86-64"
command -v unzip >/dev/null || missing="$missing unzip"
[ -z "$missing" ] || fail "first: apt-get install$missing"
set -- "$1" target/dist/*-windows-x86_64.zip target/dist/*-linux-x86_64.tar.gz
[ $# = 3 ] && [ -e "$2" ] && [ -e "$3" ] || fail "not one archive of each kind in target/dist"

temp=$(mktemp -d)
clean_up() {
    status=$?
    wineserver -k 2>/dev/null || :
    rm -rf "$temp"
    exit $status
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

# Wine without messages of its own, but why a program did not begin, with a disk and settings of its own, and a server
# that stays between commands. It takes the bytes of command lines for UTF-8.
export LC_ALL=C.UTF-8 WINEPREFIX="$temp/wine" WINEDEBUG=-all,err+virtual WINEDLLOVERRIDES='mscoree,mshtml='
mkdir "$temp/wine"
wineserver --persistent
wine wineboot --init >/dev/null 2>&1

unzip -q "$2" -d "$temp/windows"
mkdir "$temp/linux"
tar -xzf "$3" -C "$temp/linux"
grep -v '^#' tests/windows/befehlszeilen.txt >"$temp/table"
here=$(realpath "$1")
linux=$(echo "$temp"/linux/*/bin/wuerfelglueck)
windows=$(echo "$temp"/windows/*/wuerfelglueck.exe)
x86_64-w64-mingw32-gcc -shared -o "$(dirname "$windows")/bcryptprimitives.dll" \
    tests/windows/bcryptprimitives.c -ladvapi32

# How long something took is of no account.
timeless() {
    sed 's| in [0-9.]* s\b| in … s|; s|([0-9]* Spiele/s)|(… Spiele/s)|; /, noch .* \(s\|min\|h\)$/d'
}

# Runs a program on a line of the table, `words < file`, and shows all that it does. Wine kills one program
# of a hundred that have threads when it ends, and its exit code is lost. Such a run is repeated, and one that did not begin.
answer() {
    words=${line%% < *}
    input=/dev/null
    [ "$words" = "$line" ] || input=${line##* < }
    for _ in 1 2 3; do
        status=0
        # shellcheck disable=SC2086
        "$@" $words <"$input" >"$temp/out" 2>"$temp/err" || status=$?
        [ $status = 137 ] || grep -q 'failed to map the shared user data' "$temp/err" || break
    done
    cat "$temp/out"
    echo "stderr, and exit code $status:"
    timeless <"$temp/err"
}

differences=0
while read -r row; do
    rm -f "$temp/expected"
    for threads in 1 2; do
        line=$(echo "$row" | sed "s/--faeden N/--faeden $threads/")
        for system in here linux windows; do
            case $system in
                here) answer "$here" ;;
                linux) answer "$linux" ;;
                windows) answer wine "$windows" ;;
            esac >"$temp/answer"
            [ -e "$temp/expected" ] || cp "$temp/answer" "$temp/expected"
            cmp -s "$temp/expected" "$temp/answer" && continue
            differences=$((differences + 1))
            echo "$system: wuerfelglueck $line" >&2
            diff "$temp/expected" "$temp/answer" | head -n 10 >&2 || :
        done
        [ "$line" != "$row" ] || break
    done
done <"$temp/table"
[ $differences = 0 ] || fail "$differences differences"
echo "$(wc -l <"$temp/table") command lines do the same with all three programs"

# From here on, `wuerfelglueck` is the program for Windows. With another folder for temporary files, Wine would start
# another server.
mkdir "$temp/bin"
printf '#!/bin/sh\nexec env -u TMPDIR wine "%s" "$@"\n' "$windows" >"$temp/bin/wuerfelglueck"
chmod +x "$temp/bin/wuerfelglueck"
path=$PATH
PATH="$temp/bin:$PATH"

# Ctrl-C leaves a list, and an exit code of which Linux gets to know the last byte, 0x3A.
for _ in 1 2 3; do
    status=0
    timeout --foreground --preserve-status -s INT 10 wuerfelglueck --genauigkeit 0.001 \
        --hoechstens 1000000000 beispiele/wuerfel0.txt >"$temp/out" 2>"$temp/err" || status=$?
    [ $status = 137 ] || break
done
{ [ $status = 58 ] && [ "$(wc -l <"$temp/out")" = 7 ]; } || {
    cat "$temp/out" "$temp/err" >&2
    fail "Ctrl-C: exit code $status"
}

# `diagnose` ends a program that takes too long, with what that has started.
running() { pgrep -f "wuerfelglueck.exe --genauigkeit 0.0011" || :; }
wuerfelglueck diagnose -q --zeit 2 -- cmd /c "$(wine winepath -w "$windows")" --genauigkeit 0.0011 \
    'beispiele\wuerfel0.txt' >"$temp/out" 2>"$temp/err" || status=$?
grep -q 'nach 2 s' "$temp/out" "$temp/err" || {
    cat "$temp/out" "$temp/err" >&2
    fail "diagnose: the program was not ended"
}
[ -z "$(running)" ] || fail "diagnose: $(running) still runs"

# Names and encodings.
expect() {
    [ "$2" = "$3" ] || fail "$1: „$3“ instead of „$2“"
}
second() { sed -n 2p; }
first=$("$here" -q beispiele/wuerfel0.txt | second)
expect 'a backslash' "$first" "$(wuerfelglueck -q 'beispiele\wuerfel0.txt' | second)"
expect 'a drive' "$first" "$(wuerfelglueck -q "$(wine winepath -w "$PWD/beispiele/wuerfel0.txt")" | second)"
cp beispiele/wuerfel0.txt "$temp/Würfel für „ß“.txt"
expect 'umlauts in a name' "$first" "$(wuerfelglueck -q "$temp/Würfel für „ß“.txt" | second)"
expect 'NUL' "$(wuerfelglueck - 2>&1 </dev/null || :)" \
    "$(wuerfelglueck NUL 2>&1 | sed 's/Würfeldatei „NUL“: //' || :)"
expect 'NUL for the list' '' "$(wine cmd /c "$(wine winepath -w "$windows") -q beispiele\\wuerfel0.txt > NUL")"
for page in 850 1252; do
    wine cmd /c "chcp $page > NUL & $(wine winepath -w "$windows") -q beispiele\\wuerfel0.txt" >"$temp/out" || :
    expect "code page $page" 'Würfel-Bestenliste:' "$(head -n 1 "$temp/out")"
done

set -- bestenliste duelle diagnose erzeuge exakt faeden gewohnheiten
# One program at a time: Wine's server does not survive many.
PATH=$path OTHER_PROGRAM="$temp/bin" RAYON_NUM_THREADS=1 cargo test --locked --test program -- \
    --test-threads 1 transcripts::refusals transcripts::helps readmes::commands $(printf 'transcripts::results::%s ' "$@")

# The same sources give the same archives again, without a warning.
cp target/dist/*.zip target/dist/*.tar.gz "$temp"
for target in x86_64-unknown-linux-musl x86_64-pc-windows-gnu; do
    cargo clean --quiet --package wuerfelglueck --release --target-dir target --target $target
done
.dist/build.sh >"$temp/out" 2>&1 || fail "$(cat "$temp/out")"
if grep '^warning' "$temp/out" >&2; then
    fail 'building for the other targets warns'
fi
for archive in "$temp"/*.zip "$temp"/*.tar.gz; do
    cmp "$archive" "target/dist/${archive##*/}" || fail "${archive##*/} is not the same twice"
done
