#!/usr/bin/env bash
# Runs the tests as `cargo test` does, with these options of test programs, and ends with the five slowest and their seconds.
#
#   tests/slowest.sh [OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
# Test programs tell times if this variable is set, which the compiler does not see here.
runner='target."cfg(all())".runner = ["env", "RUSTC_BOOTSTRAP=1"]'
status=0
"${CARGO:-cargo}" test --locked --config "$runner" -- -Zunstable-options --report-time "$@" |
    tee "$printed" || status=$?
echo "The slowest:"
sed -nE 's/^test (.*) \.\.\. ok <([0-9.]+)s>$/\2 s  \1/p' "$printed" | sort -rn | sed -n 1,5p
exit "$status"
