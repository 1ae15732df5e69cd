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
    var others = Self.ownMembers.members.map(\.name)
    var moves: [CameraMove]?
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
      case ("turns", .array([])):
        throw file.failure(at: "turns", "must list a turn; leave it out to turn all pages")
      case ("turns", .array(let values)): turns = values
      case ("turns", _): throw file.failure(at: "turns", "must be a list of objects")
      case ("camera", .array(let values)):
        moves = try Self.moves(values, in: file)
        others.append("camera")
      case ("camera", .string): continue
      case ("camera", _):
        let styles = BookArguments.cameras.map(\.name).joined(separator: ", ")
        throw file.failure(at: "camera", "must be a style (\(styles)) or a list of moves")
      default: continue
      }
    }
    try file.apply(
      file.members, besides: others, Self.options, to: &arguments)
    // A preset of the script has a camera of its own.
    if let moves { arguments.job.camera = .moves(moves) }
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
      members, at: key, besides: Self.turnMembers.members.map(\.name), Self.turnOptions,
      to: &arguments)
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
      "properties": properties(
        ownMembers.members + [JSON.Member("camera", cameraSchema)],
        options.filter { $0.description.long != "camera" }),
      "additionalProperties": false,
    ]
  }

  /// The members of a script besides options.
  private static let ownMembers: JSON = [
    "$schema": ["description": "Location of this schema; ignored.", "type": "string"],
    "input": [
      "description": "Pages, as on the command line, which overrides this.",
      "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]],
    ],
    "turns": [
      "description": .string(
        "Turns in order. Default: every page turns. A turn's own options override the "
          + "command line."),
      "type": "array",
      "minItems": 1,
      "items": [
        "type": "object",
        "properties": properties(turnMembers.members, turnOptions),
        "additionalProperties": false,
      ],
    ],
  ]

  /// The members of a turn besides options.
  private static let turnMembers: JSON = [
    "front": [
      "description": .string(
        "Page that turns, counted from 1 among the selected pages. Default: the page that the "
          + "previous turn revealed."),
      "type": "integer", "minimum": 1,
    ],
    "back": side("Page on the back"),
    "below": side("Page below, which the turn reveals"),
    "facing": side("Spread only: page on the other side, where the leaf lands"),
    "reverse": [
      "description": "Whether the turn plays backwards: the page is turned back.",
      "type": "boolean",
    ],
  ]

  /// The members that name pages.
  private static let sides = turnMembers.members.map(\.name).filter { $0 != "reverse" }

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

/// The moves of the camera in a script.
extension TurnScript {
  /// The moves that a list describes.
  ///
  /// - Throws: ``UsageError`` with the position of the error, the value's range and the key.
  static func moves(_ values: [JSON], in file: SettingsFile) throws(UsageError) -> [CameraMove] {
    var moves: [CameraMove] = []
    for (index, value) in values.enumerated() {
      let key = JSON.path("camera", element: index)
      guard case .object(let members) = value else {
        throw file.failure(at: key, "must be an object")
      }
      // Without a time, a move follows the one before.
      let start = moves.last.map { $0.time + $0.duration } ?? 0
      var move = CameraMove(time: start, duration: 1, to: .whole)
      var page: Int?
      var area: CameraMove.PageArea?
      for member in members {
        let memberKey = JSON.path(key, member: member.name)
        if let number = moveNumbers.first(where: { $0.name == member.name }) {
          guard let value = member.value.number, number.range.contains(value) else {
            let unit = number.isTime ? "number of seconds" : "number"
            let (low, high) = (Int(number.range.lowerBound), Int(number.range.upperBound))
            throw file.failure(at: memberKey, "must be a \(unit) from \(low) to \(high)")
          }
          move[keyPath: number.property] = value
          continue
        }
        switch member.name {
        case "page":
          guard case .integer(let number) = member.value, number > 0 else {
            throw file.failure(at: memberKey, "must be a page number, 1 or more")
          }
          page = number
        case "area": area = try self.area(member.value, at: memberKey, file)
        case "easing":
          guard case .string(let name) = member.value,
            let easing = BookArguments.easings.first(where: { $0.name == name })
          else {
            let names = BookArguments.easings.map(\.name)
            throw file.failure(at: memberKey, "must be \(alternatives(names))")
          }
          move.easing = easing.value
        default:
          throw file.failure(
            at: memberKey, "is unknown; use \(alternatives(moveMembers.members.map(\.name)))")
        }
      }
      if let page { move.target = .page(page, area ?? .whole) }
      guard page != nil || area == nil else {
        throw file.failure(at: JSON.path(key, member: "area"), "needs a page; add \"page\"")
      }
      moves.append(move)
    }
    return moves
  }

  /// A member of a move that is a number.
  private struct MoveNumber: Sendable {
    let name: String
    let property: WritableKeyPath<CameraMove, Double> & Sendable
    let range: ClosedRange<Double>
    let description: String

    /// Whether it is a number of seconds.
    var isTime: Bool { range == MoveNumber.film }
    /// The longest film, in seconds.
    static let film = 0...86_400.0

    var schema: JSON.Member {
      JSON.Member(
        name,
        [
          "description": .string(description), "type": "number",
          "minimum": .integer(Int(range.lowerBound)), "maximum": .integer(Int(range.upperBound)),
        ])
    }
  }

  private static let moveNumbers = [
    MoveNumber(
      name: "time", property: \.time, range: MoveNumber.film,
      description: "Start in seconds from the start of the film. Default: the end of the move "
        + "before, or 0. A move that starts sooner takes over from it smoothly."),
    MoveNumber(
      name: "duration", property: \.duration, range: MoveNumber.film,
      description: "Duration in seconds; 0 is a cut. Default: 1."),
    MoveNumber(
      name: "tilt", property: \.pose.tilt, range: 0...25,
      description: "Angle of the camera from the vertical at the end of the move, in degrees: it "
        + "comes down toward the lower edge of the picture. Default: 0, from straight above."),
    MoveNumber(
      name: "orbit", property: \.pose.orbit, range: -45...45,
      description: "How far the camera has gone around the middle of what it shows at the end of "
        + "the move, in degrees counterclockwise. Default: 0."),
    MoveNumber(
      name: "blur", property: \.pose.blur, range: 0...1,
      description: "Depth of field: how much is blurred that is nearer or farther than the focus. "
        + "With 1 and a tilt of 10 degrees, the upper edge is blurred over 2 % of the frame's "
        + "height. Default: 0, all is sharp."),
    MoveNumber(
      name: "focus", property: \.pose.focus, range: -1...1,
      description: "What is sharp where a tilted camera blurs, from the lower edge of the picture, "
        + "-1, to the upper edge, 1. Default: 0, the middle."),
  ]

  private static func area(
    _ value: JSON, at key: String, _ file: SettingsFile
  ) throws(UsageError) -> CameraMove.PageArea {
    let numbers = value.elements.compactMap(\.number)
    guard numbers.count == 4, value.elements.count == 4, numbers.allSatisfy((0...1).contains),
      min(numbers[2], numbers[3]) >= 0.001, numbers[0] + numbers[2] <= 1 + 1e-9,
      numbers[1] + numbers[3] <= 1 + 1e-9
    else {
      throw file.failure(
        at: key,
        "must be [left, top, width, height] in fractions of the page, from 0 to 1 and "
          + "inside of it, and at least 0.001 wide and high")
    }
    return CameraMove.PageArea(
      left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// The schema of the key `camera`: a style, or a list of moves.
  static let cameraSchema: JSON = [
    "description": .string(
      "How the camera moves: a style, or moves in the order of their times. The film starts with "
        + "the whole frame, and the camera stays where a move ends."),
    "anyOf": [
      ["enum": .array(BookArguments.cameras.map { .string($0.name) })],
      [
        "type": "array",
        "items": [
          "type": "object", "properties": moveMembers, "additionalProperties": false,
        ],
      ],
    ],
  ]

  private static let moveMembers: JSON =
    .object(moveNumbers.prefix(2).map(\.schema)) + [
      "page": [
        "description": .string(
          "Page to show, counted from 1 among the selected pages. It must be seen when the move "
            + "ends. Default: the whole frame."),
        "type": "integer", "minimum": 1,
      ],
      "area": [
        "description": .string(
          "Part of the page to show: left, top, width and height in fractions of the page. It "
            + "fills the frame in one direction, enlarged up to 4 times. Default: the whole page."),
        "type": "array", "items": ["type": "number", "minimum": 0, "maximum": 1], "minItems": 4,
        "maxItems": 4,
      ],
    ] + .object(moveNumbers.dropFirst(2).map(\.schema)) + [
      "easing": [
        "description": "Easing of the move. Default: ease-in-out.",
        "enum": .array(BookArguments.easings.map { .string($0.name) }),
      ]
    ]
}
