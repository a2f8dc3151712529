# The two commands to begin with are `make run` and `make test`.

CARGO ?= cargo
PREFIX ?= /usr/local

.PHONY: run test test-all bench lint install

# Builds the program and ranks the dice of the first example.
run:
	$(CARGO) run --release --locked < beispiele/wuerfel0.txt

test:
	$(CARGO) test --locked

# Everything that `test` covers, and the long checks.
test-all:
	$(CARGO) test --locked -- --include-ignored

bench:
	$(CARGO) bench --locked

lint:
	$(CARGO) fmt --check
	$(CARGO) clippy --locked --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps --document-private-items

# To $(PREFIX)/bin, with DESTDIR for packagers.
install:
	$(CARGO) build --release --locked --target-dir target
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 target/release/wuerfelglueck "$(DESTDIR)$(PREFIX)/bin/wuerfelglueck"
