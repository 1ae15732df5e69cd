import GLESKitSupport
import Testing

@testable import GLESKitCommandLine

let toolUnderTest = Tool(
  name: "pageturn", version: "1.2.3", summary: "Turn a page",
  commands: [
    Command(
      summary: "Turn a page", discussion: ["Pages are pictures."], table: Turn.table,
      examples: [Example("pageturn a.png -o out", "Turn one page.")]
    ) { turn throws in
      switch turn.front {
      case "usage": throw UsageError("no")
      case "driver": throw ToolFailure("no driver", status: ExitStatus(rawValue: 3))
      case "interrupted": throw Interrupted(signal: 15)
      case "broken": throw StandardOutput.closedPipe
      default: return .done
      }
    },
    Command(
      "info", summary: "Show the driver",
      table: OptionTable(
        Turn(), groups: [OptionGroup("Report", [.flag(\.verbose, "verbose", help: "More words.")])])
    ) { _ in .failed },
  ],
  environment: [("GLESKIT_DISPLAY", "Which display.")])

@Test(arguments: [
  ("p", 0), ("usage", 2), ("driver", 3), ("interrupted", 143), ("broken", 141), ("info", 1),
  ("./info", 0), ("help", 0), ("help info", 0), ("help all", 0), ("help inof", 2), ("inof", 2),
  ("info --angle 3", 2), ("--angel", 2), ("", 2), ("--help bogus", 2), ("-h bogus", 2),
  ("info --help bogus", 2), ("--help info", 0), ("--help --angle", 0), ("info --help all", 0),
])
func exitStatuses(_ line: String, _ status: Int32) {
  let arguments = line.split(separator: " ").map(String.init)
  #expect(toolUnderTest.run(arguments).rawValue == status)
}

/// A misspelled command is not taken for a file, and a wrong option points to its command's help.
@Test func errorsNameTheCommand() throws {
  for (line, command, sentence) in [
    (["inof"], nil, "'inof' is neither a command nor a file; did you mean 'info'?"),
    (["info", "--angle", "3"], "info", "unknown option --angle"),
    (["usage"], nil, "no"),
    (["help", "inof"], nil, "unknown command 'inof'; did you mean 'info'?"),
    (["--help", "inof"], nil, "unknown help topic 'inof'; use all or info; did you mean 'info'?"),
    (["info", "--help", "p"], "info", "unknown help topic 'p'; use all"),
  ] as [([String], String?, String)] {
    let error = try #require(throws: UsageError.self) { try toolUnderTest.perform(line) }
    #expect(error.description.hasPrefix(sentence) && error.command == command, "\(error)")
  }
}

extension Tool {
  /// The exit status; after an interruption, 128 plus the signal's number, as in a shell.
  fileprivate func run(_ arguments: [String]) -> GLESKitCommandLine.ExitStatus {
    switch ending(of: arguments) {
    case .status(let status): status
    case .signal(let number): .init(rawValue: 128 + number)
    }
  }
}

/// `help info` is `info --help`, wherever the name of the command stands.
@Test(arguments: [
  ("help info", "info --help"), ("-h info", "info --help"), ("help info all", "info --help all"),
  ("help", "--help"), ("help all", "--help all"), ("--help nonsense", "--help nonsense"),
  ("info help", "info help"), ("", ""),
])
func helpOfACommand(_ line: String, _ meaning: String) throws {
  let words = line.split(separator: " ").map(String.init)
  #expect(try toolUnderTest.withHelpLast(words).joined(separator: " ") == meaning)
}

@Test func aToolWithoutAnUnnamedCommandAsksForOne() {
  let tool = Tool(
    name: "t", version: "1", summary: "Do",
    commands: [Command("info", summary: "Show", table: OptionTable(Turn())) { _ in .done }])
  #expect(tool.run(["info"]) == .done)
  #expect(tool.run(["inof"]) == .usage)
  #expect(tool.run([]) == .usage)
}

@Test func helpIsCompleteAndNarrow() {
  for command in toolUnderTest.commands {
    let help = toolUnderTest.help(for: command.description, isComplete: true)
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for option in command.description.options { #expect(help.contains(option.spelling)) }
    #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n"))
  }
  let help = toolUnderTest.help(for: toolUnderTest.commands[0].description, isComplete: true)
  for part in [
    "pageturn - Turn a page\n", "  pageturn [OPTION]... FRONT [BACK [MORE]...]\n",
    "  pageturn info ...\n", "  -a, --angle DEGREES",
    "Where the page travels. [degrees, left or right;\n", "default left]\n",
    "      --frames COUNT", "[2 to 10000 frames; default 24]",
    "                            white]\n",
    "[may be repeated]", "  info", "Examples:\n  pageturn a.png -o out\n      Turn one page.\n",
    "GLESKIT_DISPLAY", "Exit status:\n  0 ",
  ] {
    #expect(help.contains(part), "\(part) is missing in\n\(help)")
  }
}
