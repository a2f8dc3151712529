#!/bin/sh
# The programs of the archives that `make dist` has made, beside the one that cargo builds for this machine: what
# they print, say and give as exit codes for the command lines of befehlszeilen.txt has to be the same, byte
# for byte, with one thread and with two. The one for Windows runs under Wine, as it does in the transcripts
# that follow.
#
#   tests/windows/run.sh [PROGRAM]
set -eu
cd "$(dirname "$0")/../.."

fail() {
    echo "make test-windows: $*" >&2
    exit 1
}

missing=
command -v wine >/dev/null || missing="$missing wine"
command -v x86_64-w64-mingw32-gcc >/dev/null || missing="$missing gcc-mingw-w64-x86-64"
command -v unzip >/dev/null || missing="$missing unzip"
[ -z "$missing" ] || fail "first: apt-get install$missing"
set -- "${1:-target/release/wuerfelglueck}" target/dist/*-windows-x86_64.zip target/dist/*-linux-x86_64.tar.gz
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

# Wine without messages of its own, with a disk and settings of its own, and a server that stays between commands.
export WINEPREFIX="$temp/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
wine wineboot --init >/dev/null 2>&1
wineserver --persistent

unzip -q "$2" -d "$temp/windows"
mkdir "$temp/linux"
tar -xzf "$3" -C "$temp/linux"
grep -v '^#' tests/windows/befehlszeilen.txt >"$temp/table"
here=$1
linux=$(echo "$temp"/linux/*/bin/wuerfelglueck)
windows=$(echo "$temp"/windows/*/wuerfelglueck.exe)
x86_64-w64-mingw32-gcc -shared -o "$(dirname "$windows")/bcryptprimitives.dll" \
    tests/windows/bcryptprimitives.c -ladvapi32

# How long something took is of no account.
timeless() { sed 's/ in [0-9.]* s\b/ in … s/; s/([0-9]* Spiele\/s)/(… Spiele\/s)/; /, noch .* \(s\|min\|h\)$/d'; }

# Runs a program on a line of the table, `words < file`, and shows all that it does.
answer() {
    words=${line%% < *}
    input=/dev/null
    [ "$words" = "$line" ] || input=${line##* < }
    status=0
    # shellcheck disable=SC2086
    "$@" $words <"$input" 2>"$temp/err" || status=$?
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
echo "$(wc -l <"$temp/table") command lines do the same on both systems"
