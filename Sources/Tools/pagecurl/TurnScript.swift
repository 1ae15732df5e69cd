import GLESKitCommandLine
import GLESKitSupport
import Recording

/// A turn list: what flags cannot say. Its form is ``schema``.
struct TurnScript: Sendable {
  /// The pages, as the command line would name them.
  private(set) var pages: [String] = []
  private let file: SettingsFile
  private var turns: [JSON] = []

  /// The options that a script may have for all turns.
  private static let options = TurnOptions.table.options { $0 != "script" }
  /// Those that a turn may have for itself.
  private static let turnOptions = TurnOptions.table.options { TurnOptions.turnNames.contains($0) }

  /// Reads a script, and sets the options that it holds for all turns.
  ///
  /// - Throws: ``UsageError`` that names the place of a mistake.
  init(_ path: String, settingOptionsOf options: inout TurnOptions) throws(UsageError) {
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
      file.members, besides: Self.members.map(\.name), Self.options, to: &options)
  }

  /// The turns of the list.
  ///
  /// - Parameter options: What counts where a turn says nothing.
  func turns(
    _ options: TurnOptions, for output: BookJob.Output
  ) throws(UsageError) -> [ScriptedTurn] {
    var list: [ScriptedTurn] = []
    for (index, value) in turns.enumerated() {
      let key = JSON.path("turns", element: index)
      guard case .object(let members) = value else {
        throw file.failure(at: key, "must be an object in braces")
      }
      list.append(try turn(members, at: key, options, for: output))
    }
    return list
  }

  private func turn(
    _ members: [JSON.Member], at key: String, _ options: TurnOptions, for output: BookJob.Output
  ) throws(UsageError) -> ScriptedTurn {
    var options = options
    // A turn's time in seconds counts before frames that were given for all turns.
    if members.contains(where: { $0.name == "turn-time" }) { options.frames = nil }
    // So does where it goes, whatever the option that says it.
    if members.contains(where: { ["angle", "corner", "drag"].contains($0.name) }) {
      (options.angle, options.corner, options.drag) = (nil, nil, nil)
    }
    try file.apply(
      members, at: key, besides: Self.turnMembers.map(\.name), Self.turnOptions, to: &options)
    var turn: ScriptedTurn
    do {
      turn = ScriptedTurn(try options.manner(output))
    } catch {
      throw file.failure(at: key, "does not work: \(error.description)")
    }
    for member in members {
      let memberKey = JSON.path(key, member: member.name)
      switch (member.name, member.value) {
      case ("front", .integer(let page)): turn.front = page
      case ("front", _): throw file.failure(at: memberKey, "must be a page's number")
      case ("back", let value): turn.back = try side(value, at: memberKey)
      case ("below", let value): turn.below = try side(value, at: memberKey)
      case ("facing", let value):
        guard options.layout == .spread else {
          throw file.failure(at: memberKey, "is only for the layout 'spread'")
        }
        turn.facing = try side(value, at: memberKey)
      case ("reverse", .bool(let isReversed)): turn.settings.isReversed = isReversed
      case ("reverse", _): throw file.failure(at: memberKey, "must be true or false")
      default: continue
      }
    }
    return turn
  }

  private func side(_ value: JSON, at key: String) throws(UsageError) -> ScriptedTurn.Side {
    switch value {
    case .null: return .empty
    case .integer(let page): return .page(page)
    default: throw file.failure(at: key, "must be a page's number, or null for nothing")
    }
  }
}

extension TurnScript {
  /// The form of a script, as a JSON schema (draft 2020-12).
  static var schema: JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A turn list of pagecurl",
      "description":
        "What pagecurl --script reads. Options have their long names from pagecurl --help; paths are seen from the file's folder.",
      "type": "object",
      "properties": properties(members, options),
      "additionalProperties": false,
    ]
  }

  /// The members of a script that are no options.
  private static let members = [
    JSON.Member("$schema", ["description": "Where this schema is; not read.", "type": "string"]),
    JSON.Member(
      "input",
      [
        "description": "The pages, as the command line names them, which counts before this.",
        "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]],
      ]),
    JSON.Member(
      "turns",
      [
        "description":
          "The turns in order; without them every page turns. A turn's own options count before those of the command line.",
        "type": "array",
        "items": [
          "type": "object", "properties": properties(turnMembers, turnOptions),
          "additionalProperties": false,
        ],
      ]),
  ]

  /// The members of a turn that are no options.
  private static let turnMembers = [
    JSON.Member(
      "front",
      [
        "description":
          "The page that turns, counted from 1 among those that are shown. Default: the one that the turn before brought to light.",
        "type": "integer", "minimum": 1,
      ]),
    JSON.Member("back", side("Its back")),
    JSON.Member("below", side("What comes to light below it")),
    JSON.Member("facing", side("In a spread: what lies on the other side, where it lands")),
    JSON.Member(
      "reverse",
      [
        "description": "Whether it is shown from its end to its beginning: a page turned back.",
        "type": "boolean",
      ]),
  ]

  private static func side(_ what: String) -> JSON {
    [
      "description": .string(
        "\(what); null is nothing. Default: the page that the book has there."),
      "type": ["integer", "null"], "minimum": 1,
    ]
  }

  private static func properties(
    _ members: [JSON.Member], _ options: [Option<TurnOptions>]
  ) -> JSON {
    .object(
      members + options.map { JSON.Member($0.description.long, $0.description.schema) })
  }
}
