#!/bin/sh
# Archives of the program for those who have no Rust, in target/dist: for any Linux, and for Windows where that
# can be built, which needs a target of rustup and a linker. The same sources give the same bytes: files are
# sorted, belong to nobody and are as old as the last commit, or as $SOURCE_DATE_EPOCH says; no program names
# a folder of the machine that built it.
set -eu
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C TZ=UTC

cargo=${CARGO:-cargo}
linux=x86_64-unknown-linux-musl
windows=x86_64-pc-windows-gnu
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
dist=target/dist

# Whether the standard library of a target is installed.
has_target() { [ -d "$(rustc --print target-libdir --target "$1")" ]; }
has() { command -v "$1" >/dev/null; }

# Paths of sources stand in messages of panics.
sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
library=$(rustc --print sysroot)/lib/rustlib/src/rust
release=/rustc/$(rustc --version --verbose | sed -n 's/^commit-hash: //p')
unit=$(printf '\037')
remap="$unit--remap-path-prefix"
flags="-Cstrip=symbols$remap=$PWD=$remap=$sources=$remap=$library=$release"
export CARGO_ENCODED_RUSTFLAGS="$flags"

# Makes the folder of an archive, with the examples.
begin() {
    rm -rf "$dist/$1" "$dist/$1.tar.gz" "$dist/$1.zip"
    mkdir -p "$dist/$1"
    cp -R beispiele "$dist/$1"
}

# Gives everything in a folder one age and usual rights.
level() {
    date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
    find "$1" -exec touch -h -d "@$date" {} +
    chmod -R u=rwX,go=rX "$1"
}

if ! has_target $linux; then
    echo "make dist: for Linux, first: rustup target add $linux" >&2
    exit 1
fi
name=wuerfelglueck-$version-linux-x86_64
begin "$name"
cp README.md "$dist/$name"
make --no-print-directory --silent install TARGET=$linux DESTDIR="$PWD/$dist/$name" PREFIX=
(
    cd $dist
    level "$name"
    tar --sort=name --owner=0 --group=0 --numeric-owner --format=ustar -cf - "$name" | gzip -n9 >"$name.tar.gz"
)

missing=
has_target $windows || missing="$missing; rustup target add $windows"
has x86_64-w64-mingw32-gcc || missing="$missing; apt-get install gcc-mingw-w64-x86-64"
has zip || missing="$missing; apt-get install zip"
if [ -n "$missing" ]; then
    echo "make dist: no archive for Windows; it takes$(echo "$missing" | sed 's/^;//')" >&2
else
    # The linker would write the time into the program.
    CARGO_ENCODED_RUSTFLAGS="$flags$unit-Clink-arg=-Wl,--no-insert-timestamp" \
        $cargo build --release --locked --target-dir target --target $windows
    name=wuerfelglueck-$version-windows-x86_64
    begin "$name"
    cp target/$windows/release/wuerfelglueck.exe "$dist/$name"
    sed "s/VERSION/$version/; s/\$/\r/" .dist/LIESMICH.txt >"$dist/$name/LIESMICH.txt"
    (
        cd $dist
        level "$name"
        find "$name" | LC_ALL=C sort | zip -q -9 -X -D "$name.zip" -@
    )
fi
(cd $dist && ls wuerfelglueck-"$version"-*.tar.gz wuerfelglueck-"$version"-*.zip 2>/dev/null) | sed "s|^|$dist/|"
