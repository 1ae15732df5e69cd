import TestSupport
import Testing

@testable import GLESKitCommandLine

@Suite struct ShortHelpTests {
  private struct Values: Sendable {
    var (size, speed, name) = (1, 2, "a")
  }

  private static let table = OptionTable(
    Values(),
    groups: [
      OptionGroup(
        "Main",
        [
          .value(\.speed, "speed", .integer("N", in: 0...9), help: "A long story of speed.")
            .alias("velocity", "pace").essential("How fast."),
          .value(\.name, "name", .text("TEXT"), help: "The name."),
          .first("preset", .integer("N", in: 0...9), help: "Both.") { number, values in
            (values.speed, values.size) = (number, number)
          },
          .value(\.size, "size", .integer("N", in: 0...9), help: "The size."),
        ])
    ])

  private let tool = Tool(
    name: "t", version: "1", summary: "Do",
    commands: [
      Command(
        summary: "Do", table: table,
        examples: [
          Example("t --speed 1", "slow"), Example("t", "usual"), Example("t -x", "3"),
          Example("t --fourth", "more"),
        ]
      ) { _ in .done }
    ])

  @Test func theShortHelpHasOneLineForEachEssentialOption() {
    let help = tool.help(for: tool.commands[0].description, isComplete: false)
    #expect(
      help == """
        t - Do

        Usage: t [OPTION]...

          t --speed 1  # slow
          t            # usual
          t -x         # 3

              --speed N             How fast.

        All 6 options: t --help all

        """, "\(help)")
    let all = tool.help(for: tool.commands[0].description, isComplete: true)
    #expect(all.contains("A long story of speed. [0 to 9; default 2]") && all.contains("--name"))
    #expect(!all.contains("velocity") && !tool.bashCompletion().contains("velocity"))
  }

  @Test(arguments: [(["--help"], false), (["-h"], false), (["--help", "all"], true)])
  func helpAll(_ arguments: [String], isComplete: Bool) throws {
    guard case .help(isComplete) = try Self.table.request(arguments) else {
      Issue.record("\(arguments)")
      return
    }
  }

  @Test func aliases() throws {
    #expect(try Self.table.parse(["--velocity", "5"])?.speed == 5)
    #expect(try Self.table.parse(["--pace=6"])?.speed == 6)
  }

  /// What the command line says overrides a preset, wherever it stands.
  @Test func presetsComeFirst() throws {
    let values = try #require(try Self.table.parse(["--size", "7", "--preset", "3"]))
    #expect(values.size == 7 && values.speed == 3)
  }

  /// A key has no option of its own, and notes how it was set.
  @Test func keys() throws {
    struct Values: Sendable {
      var (size, isLoud, given) = (1, false, [String: String]())
    }
    let size = Option<Values>.value(
      \.size, "size", .integer("N", in: 0...9), help: "The size.")
    let loud = Option<Values>.flag(\.isLoud, "loud", help: "Much noise.")
    let keys = [size, loud].map { $0.key().noted(in: \.given) }
    let table = OptionTable(Values(), groups: [OptionGroup("Keys", keys + [.set(keys)])])
    let values = try #require(try table.parse(["--set", "size=7", "--set=loud"]))
    #expect(values.size == 7 && values.isLoud)
    #expect(values.given == ["size": "--set size", "loud": "--set loud"])
    #expect(try table.parse(["--set", "loud=false"])?.isLoud == false)
    for (argument, words) in [
      ("--size=7", "unknown option --size; use --set size=N"),
      ("--set=size", "--set size needs a value"),
      ("--set=size=x", "--set size 'x' is not an integer"),
      ("--set=sise=3", "--set: unknown key 'sise'; did you mean 'size'?"),
      ("--set=set=3", "--set: unknown key 'set'"), ("--set=loud=3", "--set loud '3' is unknown"),
    ] {
      let error = #expect(throws: UsageError.self) { try table.parse([argument]) }
      #expect(error?.description.hasPrefix(words) == true, "\(error?.description ?? "")")
    }
    let tool = Tool(
      name: "t", version: "1", summary: "Do",
      commands: [Command(summary: "Do", table: table) { _ in .done }])
    let help = tool.help(for: tool.commands[0].description, isComplete: true)
    #expect(help.contains("--set KEY=VALUE") && !help.contains("The size."))
    #expect(tool.manualPage().contains("set size=N\nThe size."))
    #expect(tool.bashCompletion().contains("'loud= size='"))
  }
}
