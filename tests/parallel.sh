#!/bin/sh
# A tournament of 60 random dice in 8 parts, played by GNU parallel with the commands of src/shards/README.md: on this
# machine, and over ssh on two "machines" that are this one. What is gathered has the bytes of a single run,
# also after workers and parallel itself were killed and the same command was given again.
#
#   tests/parallel.sh [PROGRAM]
#
# PROGRAM is a built wuerfelglueck, or else what $WUERFELGLUECK names. Needs GNU parallel; for the part over
# ssh also sshd, ssh, ssh-keygen and rsync. If one of these four is not installed that part is skipped, and the last
# line says so; with REQUIRE_ALL=1, as in .ci/run, that is a failure. The sshd is one of its own on a free port of
# 127.0.0.1, with keys of its own.
set -eu

seed=60      # of the random dice
parts=8      # as in the README
victim=3     # the part whose worker is killed
games=3000   # per pairing, where something is killed: long enough to be met in the middle

fail() {
    echo "tests/parallel.sh: $*" >&2
    exit 1
}

root=$(cd "$(dirname "$0")/.." && pwd)
program=${1:-${WUERFELGLUECK:-}}
[ -n "$program" ] || fail "which program? give it as an argument or in WUERFELGLUECK"
[ -x "$program" ] || fail "$program is no program"
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")

# moreutils has another program of this name.
case $(parallel --version 2>/dev/null </dev/null) in
    "GNU parallel "*) ;;
    *) fail "GNU parallel is not installed (on Debian: package parallel)" ;;
esac

temp=$(mktemp -d)
running=       # the id of parallel in the background
server=        # that of sshd
clean_up() {
    status=$?
    trap - EXIT
    # The first signal makes parallel start nothing new, the second one ends its jobs.
    [ -z "$running" ] || { kill "$running" && kill "$running" && wait "$running"; } 2>/dev/null || :
    [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || :
    [ "$status" -eq 0 ] || tail -n 20 "$temp"/*.log >&2 2>/dev/null || :
    rm -rf "$temp"
    exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Nothing of the user's own settings, and no request to cite on stderr.
unset PARALLEL PARALLEL_SSH PARALLEL_SSHLOGIN PARALLEL_RSYNC_OPTS
PARALLEL_HOME=$temp/home
TMPDIR=$temp/tmp
SHELL=/bin/sh
export PARALLEL_HOME TMPDIR SHELL
mkdir "$temp/bin" "$temp/home" "$temp/tmp" "$temp/pids" "$temp/here"
touch "$temp/home/will-cite"

# A wrapper that is called as wuerfelglueck, notes the id of the process of each part, and becomes the program. If there
# is a file "cut", it is removed, and the victim's process may write no more than 20 blocks: it dies in the middle of a
# line.
cat > "$temp/bin/wuerfelglueck" <<WRAPPER
#!/bin/sh
for word; do
    case \$word in
        */$parts)
            echo \$\$ >> "$temp/pids/\${word%/*}"
            if [ "\$word" = $victim/$parts ] && rm "$temp/cut" 2>/dev/null; then
                ulimit -c 0
                ulimit -f 20
            fi
            ;;
    esac
done
exec "$program" "\$@"
WRAPPER
chmod +x "$temp/bin/wuerfelglueck"
PATH=$temp/bin:$PATH
export PATH

# The command for parallel with this number in src/shards/README.md, word by word.
readme_command() {
    awk -v wanted="$1" '
        /^```/ { inside = $0 == "```sh"; next }
        inside && /^parallel / { number++; more = 1 }
        inside && more && number == wanted { print }
        inside && more && !/\\$/ { more = 0 }
    ' "$root/src/shards/README.md"
}

# The same with more games.
longer() {
    sed "s,--spiele 1000 ,--spiele $games ,"
}

local_command=$(readme_command 1)
ssh_command=$(readme_command 2)
for command in "$local_command" "$ssh_command"; do
    case $command in
        *"--spiele 1000 "*"--teil {}/$parts < dice.txt"*">> lines") ;;
        *) fail "that command for parallel is not what is expected here: $command" ;;
    esac
done

cd "$temp/here"
# A linear congruential generator whose numbers every awk holds exactly.
awk -v state="$seed" '
    function below(n) { state = (state * 3877 + 29573) % 139968; return int(state * n / 139968) }
    BEGIN {
        dice = 60
        print dice
        for (die = 0; die < dice; die++) {
            sides = 3 + below(6)
            line = sides " 6"
            for (side = 1; side < sides; side++) line = line " " below(9)
            print line
        }
    }' > dice.txt
pairings=$((60 * 59 / 2))

start=$(date +%s)
say() { echo "$(($(date +%s) - start)) s: $*"; }

for format in text tsv json; do
    wuerfelglueck -q --spiele 1000 --format $format < dice.txt > "$temp/short.$format"
done
wuerfelglueck -q --spiele $games --format json < dice.txt > "$temp/long.json"
wuerfelglueck -q --spiele 2 --format paare --teil $victim/$parts < dice.txt > "$temp/victim"
size=$(wc -l < "$temp/victim")
say "single runs"

begin() {
    rm -f lines log "$temp"/pids/*
    : > lines
}

# Runs a command of the README; 0 if all its jobs did well.
play() {
    sh -c "$1" </dev/null 2>>"$temp/parallel.log"
}

# The same in the background, with the id of parallel itself in $running.
play_behind() {
    sh -c "exec $1" </dev/null 2>>"$temp/parallel.log" &
    running=$!
}

ended() {
    status=0
    wait "$running" 2>/dev/null || status=$?
    running=
    return $status
}

# Asserts that the gathered lines give the single runs of this name, "short" or "long", in all formats that they have.
same() {
    for single in "$temp/$1".*; do
        format=${single##*.}
        wuerfelglueck sammle --format "$format" < lines > gathered 2> "$temp/sammle.log" ||
            fail "$2: sammle does not take the lines"
        cmp gathered "$single" || fail "$2: not the $format of a single run"
    done
    say "$2: identical"
}

# Asserts that pairings are missing, and that sammle says so.
refused() {
    status=0
    wuerfelglueck sammle < lines > gathered 2> "$temp/sammle.log" || status=$?
    [ $status -eq 2 ] || fail "$1: exit code $status of sammle, not 2"
    [ ! -s gathered ] || fail "$1: sammle prints a list"
    grep -q "von $pairings Paarungen: " "$temp/sammle.log" || fail "$1: sammle says something else"
    say "$1: refused, $(sed 's/^es //; s/:.*//' "$temp/sammle.log")"
}

# The number of jobs of the log that ended "well", or that ended "ill".
jobs_that_went() {
    awk -F '\t' -v how="$1" 'NR > 1 { n[$7 + $8 == 0 ? "well" : "ill"]++ } END { print n[how] + 0 }' log
}

# Asserts these numbers of jobs of the log that went well and that went ill.
logged() {
    well=$(jobs_that_went well) ill=$(jobs_that_went ill)
    [ "$well $ill" = "$1 $2" ] || fail "$3: $well jobs went well and $ill ill, not $1 and $2"
}

# The number of whole lines of the victim's part that are there.
of_victim() {
    awk -F '\t' 'NR == FNR { part[$5, $6]; next } NF == 23 && ($5, $6) in part { n++ } END { print n + 0 }' \
        "$temp/victim" lines
}

# Waits until a command succeeds. Fails after 1,200 tries with 0.05 s between them, or if parallel has ended.
await() {
    what=$1
    shift
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 1200 ] || fail "$what: it does not come"
        kill -0 "$running" 2>/dev/null || fail "$what: parallel ended before"
        sleep 0.05
    done
}

victim_writes() { [ "$(of_victim)" -gt 0 ]; }
some_are_done() { [ -e log ] && [ "$(jobs_that_went well)" -ge 2 ]; }

# Runs a command, kills a worker in the middle of its output, and runs it again.
killed_worker() {
    begin
    play_behind "$1"
    await "$2" victim_writes
    kill -9 "$(cat "$temp/pids/$victim")" || fail "$2: the worker was done already"
    ended && fail "$2: parallel does not know of the killed worker"
    written=$(of_victim)
    { [ "$written" -gt 0 ] && [ "$written" -lt "$size" ]; } ||
        fail "$2: the killed worker wrote $written of $size lines"
    logged $((parts - 1)) 1 "$2"
    refused "$2, worker killed after $written of its $size lines"
    play "$1" || fail "$2: it fails again"
    logged $parts 1 "$2"
    same long "$2, same command again"
}

begin
play "$local_command" || fail "parallel fails"
logged $parts 0 "parallel"
same short "parallel"

long_command=$(echo "$local_command" | longer)
killed_worker "$long_command" "parallel"

# Without --line-buffer a worker writes into a file, and not into a pipe.
grouped_command=$(echo "$local_command" | sed 's/ --line-buffer//')
begin
: > "$temp/cut"
play "$grouped_command" && fail "half line: parallel does not know of the dead worker"
logged $((parts - 1)) 1 "half line"
refused "worker dead in the middle of a line"
play "$grouped_command" || fail "half line: it fails again"
same short "worker dead in the middle of a line, same command again"
wuerfelglueck sammle < lines 2>&1 >/dev/null | grep -q 'Bruchstück nicht gezählt' ||
    fail "half line: there was none"

begin
play_behind "$long_command"
await "parallel killed" some_are_done
kill -9 "$running" || fail "parallel was done already"
ended && fail "parallel was done already"
done_before=$(jobs_that_went well)
[ "$done_before" -lt $parts ] || fail "parallel was done already"
refused "parallel killed after $done_before of $parts parts"
play "$long_command" || fail "parallel killed: it fails again"
logged $parts 0 "parallel killed"
same long "parallel killed, same command again"

for tool in ssh ssh-keygen rsync sshd; do
    PATH=$PATH:/usr/sbin:/usr/local/sbin command -v $tool >/dev/null && continue
    [ -z "${REQUIRE_ALL:-}" ] || fail "$tool is not installed"
    echo "SKIPPED: the part over ssh, as $tool is not installed; the other checks passed"
    exit 0
done
sshd=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd)

# It wants this directory if it is started by root.
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
mkdir "$temp/ssh"
ssh-keygen -q -t ed25519 -N '' -f "$temp/ssh/host"
ssh-keygen -q -t ed25519 -N '' -f "$temp/ssh/user"
cat > "$temp/ssh/server" <<CONFIG
ListenAddress 127.0.0.1
HostKey $temp/ssh/host
AuthorizedKeysFile $temp/ssh/user.pub
PidFile $temp/ssh/pid
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
SetEnv PATH=$PATH HOME=$temp/far
ForceCommand cd $temp/far && exec /bin/sh -c "\$SSH_ORIGINAL_COMMAND"
CONFIG
mkdir "$temp/far"

port=$((20000 + $$ % 20000))
last=$((port + 20))
while :; do
    "$sshd" -D -e -f "$temp/ssh/server" -p $port 2>"$temp/sshd.log" &
    server=$!
    while kill -0 $server 2>/dev/null && ! [ -s "$temp/ssh/pid" ]; do sleep 0.05; done
    kill -0 $server 2>/dev/null && break
    server=
    grep -q 'Address already in use' "$temp/sshd.log" || fail "sshd does not start"
    port=$((port + 1))
    [ $port -lt $last ] || fail "no free port for sshd"
done

# The names of the README.
cat > "$temp/ssh/client" <<CONFIG
Host anna berta
    HostName 127.0.0.1
    Port $port
    User $(id -un)
    IdentityFile $temp/ssh/user
    IdentitiesOnly yes
    IdentityAgent none
    BatchMode yes
    StrictHostKeyChecking no
    UserKnownHostsFile $temp/ssh/known
    GlobalKnownHostsFile /dev/null
    LogLevel ERROR
CONFIG
PARALLEL_SSH="ssh -F $temp/ssh/client"
export PARALLEL_SSH

begin
play "$ssh_command" || fail "over ssh: parallel fails"
logged $parts 0 "over ssh"
same short "over ssh"
cmp dice.txt "$temp/far/turnier/dice.txt" || fail "over ssh: the dice are not there"
for machine in anna berta; do
    cut -f 2 log | grep -q "$machine" || fail "over ssh: $machine played nothing"
done
killed_worker "$(echo "$ssh_command" | longer)" "over ssh"
echo "all checks passed"
