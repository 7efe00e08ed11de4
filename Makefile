# `make demo` shows gridhand at work, `make test` checks it; both install what they need first.
# `make check` is for while one writes: the form, and all tests that need no display.

.PHONY: demo test clients check lint soak windows windows-test packages test-packages client-packages windows-packages

# What xcap and enigo are built with, and what a window needs to open.
BUILD_PACKAGES = build-essential pkg-config libclang-dev libxcb1-dev libxcb-randr0-dev libxrandr-dev \
  libdbus-1-dev libpipewire-0.3-dev libwayland-dev libegl-dev libgbm-dev libxkbcommon-dev \
  libxkbcommon-x11-0 libx11-xcb1 libxcursor1 libxi6
# A display without a screen and a window manager: the tests play in real windows on it, some of them in
# games of the distribution, and a server keeps a corpus, and python reads tables of it. The fonts are those that skins of the practice game are written in. The page of `gridhand studio` is tried in chromium.
TEST_PACKAGES = chromium xvfb openbox x11-utils xdotool gnome-klotski dbus xsok \
  postgresql python3-venv fonts-dejavu-core fonts-dejavu-extra fonts-urw-base35
# Games that others wrote, as a kit that starts them: what they need, if the kit is there.
CLIENTS = $(or $(GRIDHAND_CLIENTS),$(wildcard ../shared/clients))
CLIENT_PACKAGES = $(if $(CLIENTS),python3-tk cavepacker sgt-puzzles)

# What builds a program for Windows here.
WINDOWS_PACKAGES = gcc-mingw-w64-x86-64-win32

demo: packages
	cargo run --release --locked -- demo

# Tests in windows wait most of the time: twice as many tests as there are processors run at once.
test: export RUST_TEST_THREADS ?= $(shell expr 2 \* $$(nproc 2>/dev/null || echo 2))
test: packages test-packages client-packages
	cargo test --release --locked --features postgres

clients: packages test-packages client-packages
	cargo test --release --locked --features postgres --test clients -- --include-ignored --nocapture --test-threads=1

check: packages
	cargo fmt --check
	cargo clippy --locked --all-targets --features postgres -- -D warnings
	GRIDHAND_NO_DISPLAY=1 cargo test --locked --features postgres

soak: packages test-packages
	cargo test --release --locked --features postgres --test soak -- --ignored --nocapture
	cargo test --release --locked --features postgres --test windows -- --ignored --nocapture twenty_rounds

lint: packages
	cargo fmt --check
	cargo clippy --release --locked --all-targets --features postgres -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --release --locked --no-deps --features postgres
	$(if $(wildcard $(shell rustc --print sysroot)/lib/rustlib/x86_64-pc-windows-gnu),windows/build check)

# gridhand.exe, and that played under Wine (as root, 3 GB in target/windows): see docs/WINDOWS.md.
windows: windows-packages
	windows/build

windows-test: windows
	$(call install,debootstrap xvfb openbox)
	windows/play

# $(call install,PACKAGES): by apt-get where there is one, else named for the user.
define install
	@missing=""; \
	if command -v dpkg-query >/dev/null; then \
	  for p in $(1); do \
	    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
	  done; \
	  if [ -n "$$missing" ]; then \
	    echo "installing:$$missing"; \
	    sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    $$sudo apt-get update -qq && \
	      DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	  fi; \
	elif [ "$$(uname)" = Linux ]; then \
	  echo "This is no Debian or Ubuntu. Needed, under its Debian names: $(1)"; \
	fi
endef

packages:
	$(call install,$(BUILD_PACKAGES))

test-packages:
	$(call install,$(TEST_PACKAGES))

windows-packages:
	$(call install,$(WINDOWS_PACKAGES))

client-packages:
	$(call install,$(CLIENT_PACKAGES))
