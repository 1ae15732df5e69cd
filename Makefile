# Start with `make demo` and `make test`. `make help` lists the rest.

SWIFT ?= swift
# Warnings are errors here and in CI, but not for packages that depend on this one.
SWIFTFLAGS ?= -Xswiftc -warnings-as-errors
PREFIX ?= /usr/local
DESTDIR ?=
TOOLS := pagecurl shaderlint
export SWIFT SWIFTFLAGS

.PHONY: help demo test test-all samples web fuzz build install deb bench docs format lint \
  lint-shaders conformance clean packages test-packages

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: packages  ## make a video, frames and a contact sheet of the sample book in build/demo
	$(SWIFT) build $(SWIFTFLAGS) --product pagecurl
	$(SWIFT) build $(SWIFTFLAGS) --product pagecurl-pdf-worker
	scripts/demo

test: test-packages  ## run all tests but the long ones; MODULE=GLMathTests: those of one module
	$(SWIFT) test $(SWIFTFLAGS) $(if $(MODULE),--filter '^$(MODULE)\.')

test-all:  ## run all tests, as CI does
	GLESKIT_SWEEP=sample $(MAKE) --no-print-directory test

samples: test-packages  ## build and run the sample programs
	scripts/check-samples

web: test-packages  ## test the web page in Chromium and Firefox
	scripts/check-web

fuzz: test-packages  ## fuzz the image codecs and the parsers for a minute each
	scripts/fuzz 60
	scripts/fuzz 60 ParseScript

build: packages  ## build the tools (release, with Swift's libraries linked statically)
	scripts/release-build

install: build  ## install tools, manual pages and completions in PREFIX (/usr/local)
	scripts/install "$(DESTDIR)$(PREFIX)" $(TOOLS)

deb: build  ## build a Debian package of the tools in build/
	scripts/deb

bench: build  ## benchmark the tools against other programs
	scripts/bench

docs: build  ## build the reference manual in build/docs and the gallery's pictures
	scripts/gallery
	scripts/docs

format:  ## format the Swift sources
	git ls-files -z '*.swift' | xargs -0 $(SWIFT) format --in-place --parallel

lint:  ## check formatting and house rules
	scripts/lint

lint-shaders: packages  ## check the repository's shaders with shaderlint
	$(SWIFT) build $(SWIFTFLAGS) --product shaderlint
	$(SWIFT) build $(SWIFTFLAGS) --product shaderlint-worker
	"$$($(SWIFT) build --show-bin-path)/shaderlint" --werror shaders samples

# FOLDER names a conformance suite for shaderlint, GLSLANG the folder Test of glslang's sources,
# SHADERS folders with shaders of other projects, PROGRAMS those with shaders in strings, and FILES
# those with pictures and PDFs.
conformance: build  ## long sweeps: curls, ES 1.1 states, jobs, hostile inputs, drivers, faults, all tests
	GLESKIT_SWEEP=full $(SWIFT) test $(SWIFTFLAGS)
	$(if $(FOLDER),scripts/conformance-shaderlint "$(FOLDER)")
	$(if $(SHADERS),scripts/conformance-real-shaders $(SHADERS))
	$(if $(GLSLANG),scripts/conformance-glslang "$(GLSLANG)")
	$(if $(PROGRAMS),scripts/conformance-renames $(PROGRAMS))
	$(if $(FILES),scripts/conformance-files $(FILES))
	scripts/conformance-page-curl
	scripts/conformance-pictures
	scripts/conformance-plans
	scripts/conformance-fixed-pipeline
	scripts/conformance-recording
	scripts/conformance-power-loss
	scripts/hostile
	scripts/check-portability
	scripts/driver-matrix
	scripts/check-race .build/release/pagecurl 40
	scripts/check-server
	GLESKIT_SWEEP=full scripts/check-web
	scripts/mutate

clean:  ## remove all build products
	rm -rf .build build

packages:
	@scripts/ensure-packages

test-packages:
	@scripts/ensure-packages --tests
