import Imaging
import TestSupport
import Testing

@testable import GLESKitCommandLine

private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

@Test(arguments: [
  ("p", Turn.with { _ in }),
  ("p b", Turn.with { $0.back = "b" }),
  ("p b c d", Turn.with { ($0.back, $0.rest) = ("b", ["c", "d"]) }),
  ("--angle -20 p", Turn.with { $0.angle = -20 }),
  ("p --angle=-20", Turn.with { $0.angle = -20 }),
  ("p -a -20", Turn.with { $0.angle = -20 }),
  ("p -a-20", Turn.with { $0.angle = -20 }),
  ("p -a=-20", Turn.with { $0.angle = -20 }),
  ("p -a -.5e1", Turn.with { $0.angle = -5 }),
  ("p --angle right", Turn.with { $0.angle = 0 }),
  ("p --angle 1 --angle 2", Turn.with { $0.angle = 2 }),
  ("p --time 0", Turn.with { $0.time = 0 }),
  ("p -t1", Turn.with { $0.time = 1 }),
  ("p --frames 2", Turn.with { $0.frames = 2 }),
  ("p --frames +10000", Turn.with { $0.frames = 10_000 }),
  ("p --size 900x1200", Turn.with { $0.size = PixelSize(900, 1200) }),
  ("p --size 900X1200", Turn.with { $0.size = PixelSize(900, 1200) }),
  ("p --edge top", Turn.with { $0.edge = .top }),
  ("p --background RebeccaPurple", Turn.with { $0.background = SIMD4(102, 51, 153, 255) }),
  ("p --background lightgrey", Turn.with { $0.background = SIMD4(211, 211, 211, 255) }),
  ("p --background #f80", Turn.with { $0.background = SIMD4(255, 136, 0, 255) }),
  ("p --background #0102037f", Turn.with { $0.background = SIMD4(1, 2, 3, 127) }),
  ("p --background transparent", Turn.with { $0.background = SIMD4(0, 0, 0, 0) }),
  ("p -o out", Turn.with { $0.output = "out" }),
  ("p -oout", Turn.with { $0.output = "out" }),
  ("p -o out --output=out", Turn.with { $0.output = "out" }),
  ("p -o -", Turn.with { $0.output = "-" }),
  ("p --output=--angle", Turn.with { $0.output = "--angle" }),
  ("p --output=a=b", Turn.with { $0.output = "a=b" }),
  ("p -D A -DB=1 --define C --define=D", Turn.with { $0.defines = ["A", "B=1", "C", "D"] }),
  ("p -qv", Turn.with { ($0.quiet, $0.verbose) = (true, true) }),
  ("p -qoout", Turn.with { ($0.quiet, $0.output) = (true, "out") }),
  ("p -qvo out", Turn.with { ($0.quiet, $0.verbose, $0.output) = (true, true, "out") }),
  ("p --no-shadow", Turn.with { $0.shadow = false }),
  ("-", Turn.with { $0.front = "-" }),
  ("-- -x --angle", Turn.with { ($0.front, $0.back) = ("-x", "--angle") }),
  ("-q -- p --", Turn.with { ($0.quiet, $0.back) = (true, "--") }),
])
func understands(_ line: String, _ expected: Turn) throws {
  #expect(try Turn.table.parse(words(line)) == expected)
}

@Test(arguments: [
  ("", "FRONT is missing: the page"),
  ("--angel 3 p", "unknown option --angel; did you mean '--angle'?"),
  ("--angel=3 p", "unknown option --angel; did you mean '--angle'?"),
  ("--back p", "unknown option --back; did you mean '--background'?"),
  ("--xyzzy p", "unknown option --xyzzy"),
  ("--hlep", "unknown option --hlep; did you mean '--help'?"),
  ("-angle 3 p", "unknown option -angle; did you mean '--angle'?"),
  ("-verbose p", "unknown option -verbose; did you mean '--verbose'?"),
  ("-vx p", "unknown option -x"),
  ("-x p", "unknown option -x"),
  ("-frames 3 p", "unknown option -frames; did you mean '--frames'?"),
  ("-20 p", "'-20' is not an option; write a file of that name after '--'"),
  ("p --angle", "--angle needs a value"),
  ("p --angle --quiet", "--angle needs a value; to use '--quiet', write --angle=--quiet"),
  ("p -o -q", "--output needs a value; to use '-q', write --output=-q"),
  ("p --angle=", "--angle '' is not a number; use a number of degrees, left or right"),
  ("p --angle 12x", "--angle '12x' is not a number; use a number of degrees, left or right"),
  ("p --angle 0x10", "--angle '0x10' is not a number"),
  ("p --angle lefd", "--angle 'lefd' is not a number; did you mean 'left'?"),
  ("p --angle nan", "--angle 'nan' is not a finite number"),
  ("p --angle -nan", "--angle '-nan' is not a finite number"),
  ("p --angle -inf", "--angle '-inf' is not a finite number"),
  ("p --angle 1e999", "--angle '1e999' is not a finite number"),
  ("p --time 1.5", "--time '1.5' is out of range; use a number from 0 to 1"),
  ("p --time -0.01", "--time '-0.01' is out of range; use a number from 0 to 1"),
  ("p --time NaN", "--time 'NaN' is not a finite number; use a number from 0 to 1"),
  ("p --frames 1", "--frames '1' is out of range; use an integer from 2 to 10000 frames"),
  ("p --frames 10001", "--frames '10001' is out of range"),
  ("p --frames 99999999999999999999", "--frames '99999999999999999999' is out of range"),
  ("p --frames -5", "--frames '-5' is out of range"),
  ("p --frames 2.5", "--frames '2.5' is not an integer"),
  ("p --frames ٣", "--frames '٣' is not an integer"),
  ("p --frames +", "--frames '+' is not an integer"),
  ("p --size 900", "--size '900' is not WIDTHxHEIGHT; use a size such as 900x1200"),
  ("p --size 900x", "--size '900x' is not WIDTHxHEIGHT; use a size such as 900x1200"),
  ("p --size 1080px", "--size '1080px' is not WIDTHxHEIGHT; use a size such as 900x1200"),
  ("p --size 0x0", "--size '0x0' is out of range"),
  ("p --size 1x2x3", "--size '1x2x3' is not WIDTHxHEIGHT"),
  ("p --size 20000x2", "--size '20000x2' is out of range"),
  ("p --edge rigth", "--edge 'rigth' is unknown; did you mean 'right'?"),
  ("p --edge zzz", "--edge 'zzz' is unknown; use left, right or top"),
  ("p --background whit", "--background 'whit' is unknown; did you mean 'white'?"),
  ("p --background tarnsparent", "is unknown; did you mean 'transparent'?"),
  ("p --background #12", "--background '#12' is not a color"),
  ("p --background #ggg", "--background '#ggg' is not a color"),
  // Digits for Unicode, but not for anybody who reads colors.
  ("p --background #１２３", "--background '#１２３' is not a color"),
  ("p --quiet=yes", "--quiet takes no value, but has 'yes'"),
  ("p -q=yes", "-q takes no value"),
  ("p --help=foo", "--help takes no value after '='"),
  ("--version=1", "--version takes no value after '='"),
  ("p --output=", "--output '' is empty; use a path"),
  ("p -o a --output b", "--output is given twice, as 'a' and 'b'; give it once"),
  ("p --to b", "unknown option --to; use --output"),
  ("p -i b", "unknown option -i; name the page without an option"),
  ("p -qi b", "unknown option -i; name the page without an option"),
  ("p -quality b", "unknown option -quality; use --verbose"),
  ("p --define=", "--define '' is empty"),
])
func refuses(_ line: String, _ expected: String) throws {
  let error = #expect(throws: UsageError.self) { try Turn.table.parse(words(line)) }
  #expect(error?.description.contains(expected) == true, "\(error?.description ?? "no error")")
}

@Test(
  arguments: [
    ("2s", 2), ("0.5s", 0.5), (".5s", 0.5), ("2", 2), ("s", nil), ("2ss", nil), ("2 s", nil),
    ("infs", nil), ("-1s", nil), ("2ms", nil),
  ] as [(String, Double?)])
func secondsMayHaveTheirUnit(text: String, seconds: Double?) {
  let kind = ValueKind<Double>.number("SECONDS", in: 0...9, unit: "seconds")
  #expect((try? kind.read(text)) == seconds)
  // Other numbers have no unit.
  #expect((try? ValueKind<Double>.number("DEGREES", unit: "degrees").read("2s")) == nil)
}

@Test func emptyArgumentsAreNoPaths() {
  #expect(throws: UsageError("FRONT '' is empty; use a path")) { try Turn.table.parse([""]) }
}

@Test func helpAndVersionEndTheReading() throws {
  for line in ["--help", "-h --nonsense", "p --version", "--version"] {
    #expect(try Turn.table.parse(words(line)) == nil)
  }
  #expect(throws: UsageError.self) { try Turn.table.parse(words("--nonsense --help")) }
  #expect(try Turn.table.parse(words("-- --help"))?.front == "--help")
}

@Test func tooManyAndTooFewPositionals() throws {
  struct Two: Sendable {
    var one = ""
    var more: [String] = []
    var key: Int?
  }
  let single = OptionTable(Two(), positionals: [.required(\.one, .path("ONE"), help: "The one.")])
  #expect(throws: UsageError("unexpected argument 'b'")) {
    try single.parse(["a", "b", "c"])
  }
  #expect(throws: UsageError("unexpected argument 'b'")) {
    try OptionTable(Two()).parse(["b"])
  }
  let several = OptionTable(
    Two(), positionals: [.rest(\.more, .path("FILE"), minimum: 2, help: "The files.")],
    groups: [
      OptionGroup(
        "A",
        [
          .optional(
            \.key, "key", .integer("N", in: 0...9), required: true, help: "The key of all.")
        ])
    ])
  #expect(throws: UsageError("FILE is missing: the files")) { try several.parse(["a"]) }
  #expect(throws: UsageError("--key is required: the key of all")) {
    try several.parse(["a", "b"])
  }
  #expect(try several.parse(["a", "b", "--key", "3", "c"])?.more == ["a", "b", "c"])
}

@Test func aRunawayArgumentMakesAShortMessage() throws {
  let long = String(repeating: "x", count: 200_000)
  for line in [["--\(long)"], ["-\(long)"], ["p", "--time=\(long)"], ["p", "--edge", long]] {
    let error = #expect(throws: UsageError.self) { try Turn.table.parse(line) }
    #expect((error?.description.count ?? 0) < 200)
  }
}

/// Whatever is typed, it is understood or refused with a sentence: no trap, no empty message.
@Test func randomLinesAreUnderstoodOrRefused() {
  var random = SeededGenerator(seed: 0x5EED)
  let pieces = [
    "-", "--", "=", "a", "o", "q", "angle", "output", "--angle", "-a", "-D", "p", "20", "-20", ".",
    "nan", "é", "\u{0}", "🏳️‍🌈", "#", "x", "size", " ", "1e400",
  ]
  for _ in Sweep(sample: 2_000, full: 20_000).numbers {
    let arguments = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
    }
    do throws(UsageError) {
      _ = try Turn.table.parse(arguments)
    } catch {
      #expect(!error.description.isEmpty, "\(arguments)")
    }
  }
}

@Test func everyNamedColorIsItself() throws {
  #expect(ColorNames.all.count == 149)
  let kind = ValueKind<SIMD4<UInt8>>.color()
  for name in ColorNames.all {
    let color = try kind.read(name)
    #expect(try kind.read(kind.write(color)) == color, "\(name)")
  }
}

@Test func anOpaqueColorIsNotTransparent() {
  let kind = ValueKind<SIMD4<UInt8>>.color(isOpaque: true)
  for text in ["transparent", "#0000", "#00000080"] {
    #expect(throws: ValueError.self) { try kind.read(text) }
  }
}
