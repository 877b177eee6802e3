# Rangefinder. `make` alone prints the targets.

.DEFAULT_GOAL := help
.PHONY: help run build site image release reproduce notices test check vet units plain race vulnerabilities e2e webkit attack shots approve bench tools modules clean

LISTEN  ?= 127.0.0.1:8080
SITE    ?= site
COMMIT  := $(shell git rev-parse --short=12 HEAD 2>/dev/null)
# The commit is passed by hand: the toolchain's own stamping refuses a checkout that belongs to another user.
# Without cgo, so that the program needs no library of the system and runs in an image from scratch.
GOBUILD  = CGO_ENABLED=0 go build -buildvcs=false -trimpath -ldflags "-s -w -X main.commit=$(COMMIT)"
# For another machine (GOOS=windows make build) only the program is compiled: the build of the page runs on this one.
PAGE     = env -u GOOS -u GOARCH go run ./web/build
# With the paths of this machine in them, what the tests compile and what is shipped would be two builds of everything.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath)
# Where goroutines are, or something that starts some: elsewhere the race detector has nothing to find. The journeys of uitest are of
# one goroutine, and of a worker whose own tests run under it. What filterlang counts and its test makes once is for other packages'
# goroutines: it starts none, and nothing that it calls does.
SHARED   = $(shell go list -e -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' $$(grep -rlE -e '^[[:space:]]*go [[:alnum:]_.]+' -e '\<(sync|atomic)\.[A-Z]|\.Go\>|AfterFunc|errgroup|net/http|\<t\.Parallel\>' --include=*.go filterlang engine app server web | xargs -n 1 dirname | sort -ur | grep -vx -e '.*/uitest' -e filterlang | sed 's,^,./,'))
# Of these the packages of which the run with the race detector does not check everything. Only the tests that it does not check run
# without it, too.
TWICE    = $(shell sh .ci/shorter folders $(SHARED))
# What has other files in the page than beside it; of the rest the compiler and vet read the same lines for both targets.
BOTH     = $(shell { grep -rlE '^//go:build ' --include=*.go app engine filterlang web/wasm e2e/bench/wasm; find app engine filterlang web/wasm -name '*_js.go' -o -name '*_wasm.go'; } | xargs -n 1 dirname | sort -u | sed 's,^,./,')
# The compiler collects its garbage less often, which is a sixth of the time of a first run.
SPARE    = GOGC=400
# So do, like the page, the unit tests without the race detector, a fifth of whose time it saves. They aim at a heap of at most 1 GiB,
# as much as they took before. With the race detector, and in the tests of what is built, everything is collected as ever.
ROOM     = env GOMEMLIMIT=1GiB
PURE     = ./engine/... ./app/... ./filterlang/... ./server/... ./web/...

help: ## print this
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## serve the page on 127.0.0.1:8080 and tables on port 10002 (needs only Go; LISTEN=host:port for another address)
	@go run ./web/build -fast -plain
	@$(GOBUILD) -o bin/rangefinder ./server/cmd/rangefinder
	@exec bin/rangefinder serve --listen $(LISTEN)

build: ## make bin/rangefinder, one file with the page inside, compressed as far as it goes
	$(PAGE)
	$(GOBUILD) -o bin/rangefinder$$(go env GOEXE) ./server/cmd/rangefinder

site: build ## write the page for a static host (SITE=folder, default site)
	bin/rangefinder site $(SITE)

ARCH    ?= $(shell go env GOARCH)
image: ## write bin/rangefinder-image.tar for docker load, an image from scratch, without a daemon (ARCH=amd64 or arm64)
	$(PAGE)
	GOOS=linux GOARCH=$(ARCH) $(GOBUILD) -o bin/linux-$(ARCH)/rangefinder ./server/cmd/rangefinder
	go run ./server/container -binary bin/linux-$(ARCH)/rangefinder -arch $(ARCH) -revision "$(COMMIT)" -o bin/rangefinder-image.tar

SYSTEMS  = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
release: ## write bin/release: binaries for every system, images, checksums, a bill of materials, and what changed
	$(PAGE)
	rm -rf bin/release && mkdir -p bin/release
	@set -e; for s in $(SYSTEMS); do \
		os=$${s%/*}; arch=$${s#*/}; ext=; [ $$os = windows ] && ext=.exe; \
		echo "rangefinder-$$os-$$arch$$ext"; \
		GOOS=$$os GOARCH=$$arch $(GOBUILD) -o bin/release/rangefinder-$$os-$$arch$$ext ./server/cmd/rangefinder; \
	done
	@set -e; for arch in amd64 arm64; do \
		go run ./server/container -binary bin/release/rangefinder-linux-$$arch -arch $$arch -revision "$(COMMIT)" -o bin/release/rangefinder-image-$$arch.tar; \
	done
	go run ./server/cmd/release sbom "$(COMMIT)" bin/release/rangefinder.cdx.json
	go run ./server/cmd/release changes bin/release/CHANGES.md
	go run ./server/cmd/release sums bin/release

reproduce: ## build the last commit twice, from nothing in two folders, and compare the binaries
	sh server/cmd/release/reproduce.sh

notices: ## write anew the page of the guide that names whose work is in the program (needs npm)
	cd web/editor && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	go run ./server/cmd/release notices

# The npm packages come while the unit tests run, which look at no folder of theirs.
test: tools vet ## run every test; as root it installs Chromium, Firefox and Node.js when they are missing
	@$(MAKE) --no-print-directory -j 3 plain race modules
	@$(MAKE) --no-print-directory e2e

check: vet units vulnerabilities ## run the tests that need no browser: format, vet for both targets, unit tests, and again with the race detector; and look for known vulnerabilities

vet:
	@unformatted=$$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l); \
		if [ -n "$$unformatted" ]; then echo "not gofmt-clean:"; echo "$$unformatted"; exit 1; fi
	$(SPARE) go vet ./...
	$(SPARE) GOOS=js GOARCH=wasm go vet $(BOTH)

# All of the unit tests, with the race detector where it can find something: with -short, what one goroutine does in many rounds it
# does in fewer there, and such tests run without it too.
# The two halves need about the same time and run side by side: one has work while the other waits for its last package.
units:
	@$(MAKE) --no-print-directory -j 2 plain race

plain:
	$(SPARE) go test -vet=off -exec '$(ROOM)' $(filter-out $(SHARED),$(shell go list $(PURE)))
	$(SPARE) go test -vet=off -exec '$(ROOM)' -run '$(shell sh .ci/shorter tests $(TWICE))' $(TWICE)

race:
	$(SPARE) go test -vet=off -exec 'env -u GOGC' -race -short $(SHARED)

# Not a part of `make test`: it asks the network.
vulnerabilities:
	@sh .ci/vulnerabilities

# What the test of the page's size compressed as far as it goes, which takes a minute, lies beside what was compiled, for the next
# checkout of the same page. It is named after what compresses.
KEPT     = $(shell go env GOCACHE)/rangefinder-$(shell cat web/bundle/bundle.go web/bundle/deflate/code.go web/bundle/deflate/deflate.go go.sum | sha256sum | cut -c -12)
# The page is built once, for all packages. The journeys come first: they take longest, and often wait where another package can work.
e2e: modules ## run the tests of the built page and binary, in Chromium, and the journeys that matter in Firefox
	@[ -e web/dist/build.json ] || [ ! -d $(KEPT) ] || cp -r $(KEPT)/. web/dist/
	go run ./web/build -fast
	RANGEFINDER_PAGE_IS_BUILT=1 $(SPARE) go test -p 2 -timeout 45m -exec 'env -u GOGC' ./e2e $$(go list ./e2e/... | grep -vx rangefinder/e2e)
	@rm -rf $(KEPT).$$PPID && cp -r web/dist $(KEPT).$$PPID && rm -rf $(KEPT) && mv $(KEPT).$$PPID $(KEPT)

webkit: ## walk the journeys that matter in WebKit, Safari's engine; as root it installs WebKitGTK when it is missing
	@sh e2e/tools.sh webkit
	go run ./web/build -fast
	RANGEFINDER_BROWSER=webkit RANGEFINDER_PAGE_IS_BUILT=1 go test -count=1 -v ./e2e/browsers

# Each fuzzer gets the same part of FUZZ seconds.
FUZZ ?= 3600
attack: modules ## the long form of every attack: 10,000 mutations of logs, 200 kills, cut requests, floods, and an hour of fuzzing (FUZZ=seconds)
	go run ./web/build -fast
	RANGEFINDER_ATTACK=1 go test -count=1 -p 1 -timeout 3h -v -run '^TestAttack_' $$(grep -rl '^func TestAttack_' --include=*_test.go . | xargs -n 1 dirname | sort -u)
	@set -e; fuzzers=$$(grep -rn '^func Fuzz' --include=*_test.go . | sed -E 's,^(.*)/[^/]*:[0-9]+:func (Fuzz[A-Za-z0-9_]*).*,\1:\2,'); \
		each=$$(( $(FUZZ) / $$(echo "$$fuzzers" | wc -l) )); \
		for f in $$fuzzers; do echo "$$f, $$each s"; go test -run '^$$' -fuzz "^$${f#*:}\$$" -fuzztime "$${each}s" -fuzzminimizetime 5x "$${f%%:*}"; done

shots: modules ## write pictures of every screen to e2e/artifacts, in three widths, light and dark
	go run ./e2e/shots

approve: modules ## take pictures of every screen as what the tests compare with; look at them first
	go run ./e2e/shots -approve

bench: modules ## measure the figures of e2e/bench/FIGURES.md, with their peers beside them
	go run ./e2e/bench

tools:
	@sh e2e/tools.sh

# axe-core for the accessibility checks, Azurite and the official client of tables to exchange files with, SQLite to measure
# beside; no package runs a script.
modules:
	@for dir in e2e e2e/bench; do \
		if [ -f $$dir/package-lock.json ] && ! cmp -s $$dir/package-lock.json $$dir/node_modules/.rangefinder-lock; then \
			echo "installing the npm packages of $$dir"; \
			(cd $$dir && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.rangefinder-lock) || exit 1; \
		fi; \
	done

clean: ## delete what was built
	rm -rf bin $(SITE) e2e/artifacts e2e/node_modules e2e/bench/node_modules
	find web/dist -mindepth 1 ! -name .gitignore -delete
