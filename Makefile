# The two commands that matter: `make demo` and `make test`. `make help` lists the rest.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
TOOLS := pagecurl shaderlint
RELEASE = $(SWIFT) build -c release --static-swift-stdlib

.PHONY: help demo test samples web fuzz build install deb bench docs format lint lint-shaders conformance clean packages \
  test-packages

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build  ## make a video of the sample book, frames and a contact sheet in build/demo
	scripts/demo

test: test-packages  ## run all tests
	$(SWIFT) test

samples: test-packages  ## build the sample programs and try them
	scripts/check-samples

web: test-packages  ## test the web page in a headless Chromium
	scripts/check-web

fuzz: test-packages  ## feed made-up input to the image codecs and the log parser, a minute each
	scripts/fuzz 60

build: packages  ## build the tools for use (release, Swift's own libraries linked in)
	$(RELEASE)

install: build  ## install tools, manual pages and completions under PREFIX (/usr/local)
	scripts/install "$(DESTDIR)$(PREFIX)" $(TOOLS)

deb: build  ## make a Debian package of the tools in build/
	scripts/deb

bench: build  ## measure against the peers, side by side
	scripts/bench

docs: build  ## the reference manual as a static site in build/docs, and the pictures of samples/gallery
	scripts/gallery
	scripts/docs

format:  ## lay out the Swift sources as .swift-format says
	git ls-files -z '*.swift' | xargs -0 $(SWIFT) format --in-place --parallel

lint:  ## check the layout and the house rules
	scripts/lint

lint-shaders: packages  ## check our own shaders with shaderlint
	$(SWIFT) build --product shaderlint
	"$$($(SWIFT) build --show-bin-path)/shaderlint" --werror shaders samples

conformance: build  ## 123,040 curls, 10,000 states against ES 1.1, disturbed jobs; FOLDER=…: shaderlint's suite
	$(if $(FOLDER),scripts/conformance-shaderlint "$(FOLDER)")
	scripts/conformance-page-curl
	scripts/conformance-fixed-pipeline
	scripts/conformance-recording

clean:  ## remove all that was built
	rm -rf .build build

packages:
	@scripts/ensure-packages

test-packages:
	@scripts/ensure-packages --tests
