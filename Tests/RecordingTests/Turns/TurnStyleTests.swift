import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing
import Timeline

@testable import Recording

/// Kinds of turns: what is seen at their ends, and what nobody can turn.
@Suite struct TurnStyleTests {
  private static let styles: [(String, TurnStyle)] = {
    func style(_ change: (inout TurnStyle) -> Void) -> TurnStyle {
      var style = TurnStyle()
      change(&style)
      return style
    }
    func frames(_ degrees: [(Double, Double)]) -> TurnStyle.Motion {
      let frames = degrees.map { Keyframe($0.1 * .pi / 180, at: $0.0) }
      return (try? Keyframes(frames)).map { .angles($0) } ?? .straight
    }
    return [
      ("keyframes", style { $0.motion = frames([(0, 130), (0.6, 180), (1, 200)]) }),
      ("corner", style { $0.motion = .corner(.topRight) }),
      ("perspective", style { $0.eye = 2 }),
      ("leaf", style { $0.kind = .leaf }),
      ("leaf at the top", style { $0.binding = .top }),
      (
        "leaf at the right, keyframes",
        style {
          $0.binding = .right
          $0.motion = frames([(0, 40), (0.5, -20)])
        }
      ),
      ("cone", style { $0.profile = .cone }),
      (
        "cone at the bottom, seen from near",
        style {
          $0.profile = .cone
          $0.binding = .bottom
          $0.motion = .corner(.topLeft)
          $0.eye = 3
        }
      ),
    ]
      + PaperMaterial.named.map { name, paper in
        (
          name,
          style {
            $0.profile = .paper
            $0.paper = paper
          }
        )
      }
  }()

  @Test(.long, arguments: styles.indices)
  func everyTurnBeginsAndEndsToTheBit(index: Int) throws {
    let (name, style) = Self.styles[index]
    let shelf = try Shelf(pages: 3)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.style = style
    #expect(try shelf.still(job, at: 0) == shelf.pages[0], "\(name)")
    #expect(try shelf.still(job, at: 1) == shelf.pages[2], "\(name)")
    let middle = try shelf.still(job, at: 0.4)
    #expect(middle != shelf.pages[0] && middle != shelf.pages[2], "\(name)")
  }

  /// A page that a finger drags over the spine lands, or lies flat again, and the page beside it
  /// stays.
  @Test(.long, arguments: [(-80.0, 1.0), (20, 0)])
  func aDraggedPageOfPaperFalls(end: Double, rest: Double) throws {
    let shelf = try Shelf(pages: 6)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.style.profile = .paper
    job.cover = BookCover.none
    let straight = try (0...1).map { try shelf.still(job, at: Double($0)) }
    let (width, height) = (Double(shelf.pages[0].width), Double(shelf.pages[0].height))
    job.style.motion = .drag(
      [SIMD2(width - 1, height - 1), SIMD2(end / 100 * width, height / 2)], releases: true)
    #expect(try shelf.still(job, at: 0) == straight[0])
    #expect(try shelf.still(job, at: 1) == straight[Int(rest)])
    let middle = try shelf.still(job, at: 0.25)
    #expect(middle != straight[0] && middle != straight[1])
    // Far from the spine, nothing has reached the facing page yet.
    let x = middle.width / 2 - shelf.pages[0].width * 3 / 4
    for y in 0..<middle.height { #expect(middle[x, y] == straight[0][x, y]) }
  }

  /// Paper that perspective enlarges stays in the frame, unless a margin is given.
  @Test func onlyPagesThatRiseInASpreadHaveAMargin() {
    var job = BookJob(pages: [], output: .frames(folder: "", name: ""))
    #expect(job.margin == 0)
    job.layout = .spread
    #expect(job.margin == nil)
    for profile in TurnStyle.Profile.allCases {
      job.style.profile = profile
      #expect(job.margin == (profile == .paper || profile == .cone ? nil : 0), "\(profile)")
    }
    (job.style.profile, job.style.radius) = (nil, 20)
    #expect(job.margin == 0)
    job.margin = nil
    #expect(job.margin == nil)
    job.style.radius = nil
    job.margin = 0
    #expect(job.margin == 0)
    job = BookJob(pages: [], output: .webPage(path: "", title: ""))
    job.layout = .spread
    #expect(job.margin == 0)
  }

  @Test(.long, arguments: Binding.allCases)
  func aSpreadLandsBesideItsSpine(binding: Binding) throws {
    let shelf = try Shelf(pages: 4)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.margin = 0
    job.hasStacks = false
    job.style.binding = binding
    for form in TurnStyle.Profile.allCases {
      job.style.profile = form
      let end = try shelf.still(job, at: 1)
      let (w, h) = (shelf.pages[0].width, shelf.pages[0].height)
      let isUpright = binding == .left || binding == .right
      #expect(end.width == (isUpright ? 2 * w : w) && end.height == (isUpright ? h : 2 * h))
      func part(_ x: Int, _ y: Int) -> Image {
        var image = Image(width: w, height: h)
        for row in 0..<h { for column in 0..<w { image[column, row] = end[x + column, y + row] } }
        return image
      }
      let places = isUpright ? [(0, 0), (w, 0)] : [(0, 0), (0, h)]
      let (landed, below) =
        binding == .left || binding == .top ? (places[0], places[1]) : (places[1], places[0])
      #expect(part(landed.0, landed.1) == shelf.pages[1], "\(form)")
      #expect(part(below.0, below.1) == shelf.pages[2], "\(form)")
    }
  }

  /// What lies in the margin at the end of a turn has not vanished from one frame to the next.
  @Test(.long, arguments: [180.0, 150, 90, -20, 290])
  func aLooseSheetLeavesTheMarginToo(degrees: Double) throws {
    let shelf = try Shelf(pages: 3)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.size = PixelSize(190, 160)
    job.margin = 30
    job.style.motion = .angle(degrees * .pi / 180)
    let end = try shelf.still(job, at: 1)
    let late = try shelf.still(job, at: 0.9999)
    var differing = 0
    for y in 0..<160 {
      for x in 0..<190 where end[x, y] != late[x, y] { differing += 1 }
    }
    // A hair of the roll may still be at a corner of the frame.
    #expect(differing <= 40)
    let before = try shelf.still(job, at: 0.8)
    #expect((0..<160).contains { y in (0..<190).contains { before[$0, y] != end[$0, y] } })
  }

  @Test func aLeafStaysWhereItLanded() throws {
    let shelf = try Shelf(pages: 5)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.margin = 100
    job.style.kind = .leaf
    job.timing.turnFrames = 3
    try job.plan().run { _ in }
    let (w, h) = (shelf.pages[0].width, shelf.pages[0].height)
    let next = try shelf.frame(3)
    for (x, y) in [(0, 0), (w - 1, 0), (w / 2, h / 2), (3, h - 1)] {
      #expect(next[100 - w + x, 100 + y] == shelf.pages[1][x, y])
      #expect(next[100 + x, 100 + y] == shelf.pages[2][x, y])
    }
    // Pages without backs of their own show their fronts through them.
    job.layout = .pages
    try job.plan().run { _ in }
    #expect(try shelf.frame(3)[100 - w / 2, 100 + h / 2].w == 255)
    #expect(try shelf.frame(3)[100 - w - 1, 100 + h / 2].w == 0)
  }

  @Test func theNextLeafShadesTheOneThatLanded() throws {
    let page = Image(width: 61, height: 83, filledWith: SIMD4(repeating: 255))
    let shelf = try Shelf([page, page, page])
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.margin = 100
    job.style.kind = .leaf
    job.timing.turnFrames = 12
    func frames() throws -> [Image] {
      try job.plan().run { _ in }
      return try (18...21).map { try shelf.frame($0) }
    }
    let shaded = try frames()
    job.style.look.shadow = nil
    var darker = 0
    for (shaded, lit) in zip(shaded, try frames()) {
      for y in 100..<183 {
        for x in 39..<100 where shaded[x, y].x + 3 < lit[x, y].x { darker += 1 }
      }
    }
    #expect(darker > 100, "\(darker)")
  }

  @Test func aFingerDragsThePage() throws {
    let shelf = try Shelf(pages: 3)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.style.radius = 6
    job.style.motion = .drag([SIMD2(58, 70), SIMD2(10, 40)], releases: false)
    #expect(try shelf.still(job, at: 0) == shelf.pages[0])
    let plan = try job.plan()
    #expect(plan.turnCount == 1)
    let held = try plan.frames.placed[0].turn.shape(at: 1).position(of: SIMD2(58, 83 - 70))
    #expect(abs(held.x - 10) < 0.01 && abs(held.y - (83 - 40)) < 0.01)
    // Let go, a page that is far enough finishes its turn, another falls back.
    job.style.motion = .drag([SIMD2(58, 40), SIMD2(-40, 40)], releases: true)
    #expect(try shelf.still(job, at: 1) == shelf.pages[2])
    job.style.motion = .drag([SIMD2(58, 40), SIMD2(50, 40)], releases: true)
    #expect(try shelf.still(job, at: 1) == shelf.pages[0])
  }

  @Test func whatNobodyCanTurnIsRefusedWithARemedy() throws {
    func problem(
      _ layout: BookLayout = .sheets, _ direction: ReadingDirection = .leftToRight,
      _ change: (inout TurnStyle) -> Void
    ) -> String? {
      var style = TurnStyle()
      change(&style)
      return style.problem(layout: layout, direction: direction)
    }
    #expect(problem { $0.motion = .angle(1) } == nil)
    #expect(problem(.spread) { $0.motion = .angle(2.4) } == nil)
    #expect(problem(.spread, .rightToLeft) { $0.motion = .angle(0.4) } == nil)
    #expect(problem(.spread) { $0.motion = .angle(1) } != nil)
    #expect(problem(.spread) { $0.kind = .sheet } != nil)
    #expect(
      problem {
        $0.kind = .sheet
        $0.binding = .top
      } != nil)
    #expect(
      problem {
        $0.kind = .sheet
        $0.profile = .cone
      } != nil)
    #expect(
      problem {
        $0.profile = .cone
        $0.radius = 9
      } != nil)
    #expect(
      problem {
        $0.profile = .cone
        $0.motion = .angle(.pi)
      } != nil)
    #expect(
      problem {
        $0.binding = .left
        $0.motion = .corner(.topLeft)
      } != nil)
    for fit: (inout TurnStyle) -> Void in [
      { _ in }, { $0.motion = .corner(.topRight) }, { $0.motion = .angle(2.4) },
      { $0.motion = .drag([.zero], releases: true) },
    ] {
      #expect(
        problem {
          $0.profile = .paper
          fit(&$0)
        } == nil)
    }
    for misfit: (inout TurnStyle) -> Void in [
      { $0.kind = .sheet }, { $0.radius = 9 },
      { $0.motion = .angles(Keyframes(constant: .pi)) },
    ] {
      #expect(
        problem {
          $0.profile = .paper
          misfit(&$0)
        } != nil)
    }
    let bent = try Keyframes(values: [Double.pi, 2.5])
    #expect(
      problem {
        $0.binding = .left
        $0.motion = .angles(bent)
      } != nil)
    #expect(problem { $0.motion = .angles(bent) } == nil)
    let shelf = try Shelf(pages: 2)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.style.profile = .cone
    job.style.eye = 0.3
    #expect(throws: RecordingError.self) { try job.plan() }
  }

  /// The name of version 0.1 compiles for one more version.
  @available(*, deprecated)
  @Test func theFormIsTheProfile() {
    var style = TurnStyle()
    #expect(style.form == .elastica)
    let cone: TurnStyle.Form = .cone
    style.form = cone
    #expect(style.profile == .cone)
  }
}
