import GLESKitCommandLine
import GLESKitSupport
import Recording

/// A file for `--script`: options and a list of turns. ``schema`` describes it.
struct TurnScript: Sendable {
  /// The pages, as on the command line.
  private(set) var pages: [String] = []
  /// The script's path.
  var path: String { file.path }
  /// Whether it lists turns.
  var listsTurns: Bool { !turns.isEmpty }
  private let file: SettingsFile
  private var turns: [JSON] = []

  /// The options that a script may set for all turns.
  private static let options = BookArguments.options.filter { $0.description.long != "script" }
  /// The options that a single turn may set.
  private static let turnOptions = BookArguments.options.filter(\.meaning.isPerTurn)

  /// Reads a script and sets its options for all turns.
  ///
  /// - Throws: ``UsageError`` with the position of the error.
  init(_ path: String, settingOptionsOf arguments: inout BookArguments) throws(UsageError) {
    file = try SettingsFile(path)
    for member in file.members {
      switch (member.name, member.value) {
      case ("input", .string(let page)): pages = [file.resolve(page)]
      case ("input", .array(let values)):
        for (index, value) in values.enumerated() {
          guard case .string(let page) = value, !page.isEmpty else {
            throw file.failure(at: JSON.path("input", element: index), "must be a path")
          }
          pages.append(file.resolve(page))
        }
      case ("input", _): throw file.failure(at: "input", "must be a path or a list of paths")
      case ("turns", .array(let values)): turns = values
      case ("turns", _): throw file.failure(at: "turns", "must be a list of objects")
      default: continue
      }
    }
    try file.apply(
      file.members, besides: Self.members.map(\.name), Self.options, to: &arguments)
  }

  /// The turns of the list.
  ///
  /// - Parameter arguments: The arguments for all turns.
  func turns(
    _ arguments: BookArguments, for output: BookJob.Output
  ) throws(UsageError) -> [ScriptedTurn] {
    var list: [ScriptedTurn] = []
    // Turns with the same settings share their memory.
    var known: [[JSON.Member]: ScriptedTurn] = [:]
    for (index, value) in turns.enumerated() {
      let key = JSON.path("turns", element: index)
      guard case .object(let members) = value else {
        throw file.failure(at: key, "must be an object")
      }
      let manner = members.filter { !Self.sides.contains($0.name) }
      var turn: ScriptedTurn
      if let same = known[manner] {
        turn = same
      } else {
        turn = try self.turn(manner, at: key, arguments, for: output)
        known[manner] = turn
      }
      try setSides(of: &turn, members, at: key, layout: arguments.job.layout)
      list.append(turn)
    }
    return list
  }

  /// A turn of the next page with the settings of `members`.
  private func turn(
    _ members: [JSON.Member], at key: String, _ arguments: BookArguments, for output: BookJob.Output
  ) throws(UsageError) -> ScriptedTurn {
    var arguments = arguments
    // A turn's duration overrides the number of frames for all turns.
    if members.contains(where: { ["duration", "turn-time"].contains($0.name) }) {
      arguments.turn.frames = nil
    }
    // Its motion overrides the motion of all turns, whichever options set them.
    if members.contains(where: { ["angle", "corner", "drag"].contains($0.name) }) {
      (arguments.turn.angle, arguments.turn.corner, arguments.turn.drag) = (nil, nil, nil)
    }
    try file.apply(
      members, at: key, besides: Self.turnMembers.map(\.name), Self.turnOptions, to: &arguments)
    var settings: TurnSettings
    do {
      settings = try arguments.settings(for: output)
    } catch {
      throw file.failure(at: key, "is invalid: \(error.description)")
    }
    for member in members where member.name == "reverse" {
      guard case .bool(let isReversed) = member.value else {
        throw file.failure(at: JSON.path(key, member: "reverse"), "must be true or false")
      }
      settings.isReversed = isReversed
    }
    return ScriptedTurn(settings)
  }

  /// Sets the pages that a turn shows.
  private func setSides(
    of turn: inout ScriptedTurn, _ members: [JSON.Member], at key: String, layout: BookLayout
  ) throws(UsageError) {
    for member in members {
      let memberKey = JSON.path(key, member: member.name)
      switch (member.name, member.value) {
      case ("front", .integer(let page)): turn.front = page
      case ("front", _): throw file.failure(at: memberKey, "must be a page number")
      case ("back", let value): turn.back = try side(value, at: memberKey)
      case ("below", let value): turn.below = try side(value, at: memberKey)
      case ("facing", let value):
        guard layout == .spread else {
          throw file.failure(at: memberKey, "needs the layout 'spread'")
        }
        turn.facing = try side(value, at: memberKey)
      default: continue
      }
    }
  }

  private func side(_ value: JSON, at key: String) throws(UsageError) -> ScriptedTurn.Side {
    switch value {
    case .null: return .empty
    case .integer(let page): return .page(page)
    default: throw file.failure(at: key, "must be a page number, or null for no page")
    }
  }
}

extension TurnScript {
  /// The JSON schema of scripts (draft 2020-12).
  static var schema: JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Turn list for pagecurl --script",
      "description":
        "Options have their long names from --help. Paths are relative to the file's folder.",
      "type": "object",
      "properties": properties(members, options),
      "additionalProperties": false,
    ]
  }

  /// The members of a script besides options.
  private static let members = [
    JSON.Member("$schema", ["description": "Location of this schema; ignored.", "type": "string"]),
    JSON.Member(
      "input",
      [
        "description": "Pages, as on the command line, which overrides this.",
        "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]],
      ]),
    JSON.Member(
      "turns",
      [
        "description": .string(
          "Turns in order. Default: every page turns. A turn's own options override the "
            + "command line."),
        "type": "array",
        "items": [
          "type": "object",
          "properties": properties(turnMembers, turnOptions),
          "additionalProperties": false,
        ],
      ]),
  ]

  /// The members of a turn besides options.
  private static let turnMembers = [
    JSON.Member(
      "front",
      [
        "description": .string(
          "Page that turns, counted from 1 among the selected pages. Default: the page that the "
            + "previous turn revealed."),
        "type": "integer", "minimum": 1,
      ]),
    JSON.Member("back", side("Page on the back")),
    JSON.Member("below", side("Page below, which the turn reveals")),
    JSON.Member("facing", side("Spread only: page on the other side, where the leaf lands")),
    JSON.Member(
      "reverse",
      [
        "description": "Whether the turn plays backwards: the page is turned back.",
        "type": "boolean",
      ]),
  ]

  /// The members that name pages.
  private static let sides = turnMembers.map(\.name).filter { $0 != "reverse" }

  private static func side(_ what: String) -> JSON {
    [
      "description": .string(
        "\(what); null for no page. Default: the page at this place in the book."),
      "type": ["integer", "null"], "minimum": 1,
    ]
  }

  private static func properties(
    _ members: [JSON.Member], _ options: [Option<BookArguments>]
  ) -> JSON {
    .object(
      members + options.flatMap(\.description.schemaMembers))
  }
}
