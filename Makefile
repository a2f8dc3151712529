# The two commands to begin with are `make run` and `make test`.

CARGO ?= cargo
export CARGO
PREFIX ?= /usr/local

.PHONY: run test test-all test-parallel bench bilder lint install dist test-windows

# Builds the program and ranks the dice of the first example.
run:
	$(CARGO) run --release --locked < beispiele/wuerfel0.txt

test:
	tests/slowest.sh

# The same with twice the games and cases, and what takes long in any case, but for the lists of hundreds of rule sets. Unit tests
# play little: to optimise the libraries for them takes longer.
test-all:
	$(CARGO) test --locked --workspace --lib --bins --config 'profile.dev.package.wuerfelglueck-library.opt-level=0' \
		--config 'profile.dev.package.wuerfelglueck-judging.opt-level=0'
	EFFORT=$${EFFORT:-2} tests/slowest.sh --include-ignored --skip rules_of_many_lists_are_named

# A tournament in parts on GNU parallel, here and over ssh, with workers that are killed.
test-parallel:
	$(CARGO) build --release --locked --target-dir "$${CARGO_TARGET_DIR:-target}"
	tests/parallel.sh "$${CARGO_TARGET_DIR:-target}/release/wuerfelglueck"

# Draws the pictures of the README anew.
bilder:
	BLESS=1 $(CARGO) test --locked --test program pictures_of_the_readme -- --ignored

bench:
	$(CARGO) bench --locked

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps --document-private-items --package wuerfelglueck-library --package wuerfelglueck-judging
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps --document-private-items --bins

# The program, its manual with a page a command, and how shells complete its command lines: to $(PREFIX), with DESTDIR for
# packagers. All is made before anything is installed.
INSTALLED = $(DESTDIR)$(PREFIX)
SHARE = $(INSTALLED)/share
# What cargo builds for; `dist` sets it.
TARGET =
BUILT = target$(TARGET:%=/%)/release/wuerfelglueck
COMMANDS = $(filter-out mod rank,$(basename $(notdir $(wildcard src/cli/commands/*))))
install:
	$(CARGO) build --release --locked $(TARGET:%=--target %) --target-dir target
	$(BUILT) erzeuge handbuch > $(BUILT).1
	for command in $(COMMANDS); do \
		$(BUILT) erzeuge handbuch $$command > $(BUILT)-$$command.1 || exit; done
	$(BUILT) erzeuge bash > $(BUILT).bash
	$(BUILT) erzeuge zsh > $(BUILT).zsh
	$(BUILT) erzeuge fish > $(BUILT).fish
	install -d "$(INSTALLED)/bin" "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" \
		"$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	install -m 755 $(BUILT) "$(INSTALLED)/bin/wuerfelglueck"
	install -m 644 $(BUILT).1 $(COMMANDS:%=$(BUILT)-%.1) "$(SHARE)/man/man1"
	install -m 644 $(BUILT).bash "$(SHARE)/bash-completion/completions/wuerfelglueck"
	install -m 644 $(BUILT).zsh "$(SHARE)/zsh/site-functions/_wuerfelglueck"
	install -m 644 $(BUILT).fish "$(SHARE)/fish/vendor_completions.d/wuerfelglueck.fish"

# Archives for those who have no Rust: for any Linux, and for Windows if that can be built here.
dist:
	.dist/build.sh

# The program of the archive for Windows, under Wine: its command lines beside those of the other two
# programs, and the transcripts.
test-windows: dist
	$(CARGO) build --release --locked --target-dir "$${CARGO_TARGET_DIR:-target}"
	tests/windows/run.sh "$${CARGO_TARGET_DIR:-target}/release/wuerfelglueck"
