import GLESKitDoctor
import GLESKitSupport
import ImageCoding
import Recording

extension BookArguments {
  /// What a person may want to know before the frames are drawn.
  ///
  /// - Parameter music: The duration of the file of `--audio` in seconds.
  func notes(on plan: BookPlan, layout: BookLayout, music: Double?) -> [String] {
    var notes: [String] = []
    if !plan.isWebPage, let danger = ShaderCache.danger { notes.append(danger) }
    let situation = Situation(
      arguments: self, layout: layout, hasPDFPages: plan.hasPDFPages,
      hasVideoPages: !plan.videoPages.isEmpty)
    notes += situation.idleOptions
    if case .color(let color)? = frame.background, color.w == 0, videoFormat == .gif, !isStill {
      notes.append("a transparent GIF has no soft edges and shadows; .webp and .apng keep them")
    }
    if case .color(let color)? = frame.background, color.w < 255 {
      let isVideo = !isStill && videoFormat?.hasAlpha == false
      let isJPEG = plan.stillFormat == .jpeg
      if isVideo || isJPEG {
        notes.append(
          (isJPEG ? "JPEG" : ".\(videoFormat?.fileExtension ?? "")")
            + " has no transparency, so the background is "
            + (color.w == 0 ? "white" : "mixed with white")
            + (isJPEG ? "; PNG and WebP keep it" : "; .mov, .webm, .mkv and .avif keep it"))
      }
    }
    notes += self.notes(onDoubles: plan.doubles)
    if layout == .pages, book.layout == nil, BookLayout.usual(for: namedPages) == .spread {
      notes.append(
        "the pages are slides, shown one at a time; --layout spread makes a book of them")
    }
    notes += Self.notes(onNeighbors: plan.neighbors)
    if layout == .spread, job.cover == .hard, !plan.hasBoards {
      notes.append(
        "--cover hard has no effect: only pages with --profile paper have boards, in books of "
          + "more than three pages and without a script that lists their turns")
    }
    if let problem = plan.coverProblem {
      notes.append("the boards are white instead of the color of the cover: \(problem)")
    }
    if plan.omittedTurns > 0 {
      notes.append(
        "a trailer shows the first \(plan.turnCount) of \(plan.turnCount + plan.omittedTurns) "
          + "turns; choose others with --pages")
    }
    if plan.pageCount == 2, plan.videoPages.count == 2 {
      notes.append("'pagecurl transition' turns from one video to the next while both play")
    }
    if let video = plan.videoPages.first {
      if isStill || isWebPage {
        notes.append(
          "page \(video.number) is a video; a \(isStill ? "still" : "web page") shows its first "
            + "frame")
      } else if job.shard != nil, plan.hasClipSound {
        notes.append("parts of a video have no sound, so that of page \(video.number) is lost")
      }
    }
    if plan.hasClipSound, output.path == "-" {
      notes.append("a video on standard output has no sound of video pages")
    }
    let (videos, folders, files) = plan.skippedFiles
    if !videos.isEmpty {
      notes.append(
        Self.named(videos, "other video") + " left out; to include videos of a folder, name them")
    }
    if !folders.isEmpty {
      notes.append(
        Self.named(folders, "other folder") + " left out; to include its pages, name it, too")
    }
    if !files.isEmpty {
      notes.append(
        Self.named(files, "other file")
          + " left out; if it is a picture, convert it to PNG, JPEG or PDF")
    }
    if let path = output.path, let (older, others) = plan.otherFiles {
      if let older {
        notes.append(
          "the folder '\(path)' keeps \(counted(older.count, "frame")) of a longer run, from "
            + "'\(older.first)' on; delete such frames, or use another folder")
      }
      if others > 0 {
        notes.append(
          "the folder '\(path)' contains \(counted(others, "other file")), "
            + "beside which the frames are written")
      }
    }
    if let path = plan.outputAmongPages {
      notes.append(
        "'\(path)' is in the folder of the pages, so it would be a page of the next run; move it, "
          + "or write it to another folder")
    }
    if let (first, count) = plan.olderWebPages {
      notes.append(
        "the web page's folder keeps \(counted(count, "file")) of a longer book, from '\(first)' "
          + "on; delete such files")
    }
    let size = plan.pageSize
    if let start = turn.drag?.first,
      !(0...Double(size.width)).contains(start.x) || !(0...Double(size.height)).contains(start.y)
    {
      notes.append(
        "the drag starts outside of the page, which has \(size) pixels in the frame, and so from "
          + "its edge")
    }
    if let note = music.flatMap({ note(onMusic: $0, in: plan.duration) }) { notes.append(note) }
    // --dry-run says it in the line of the frames.
    if plan.isPadded, !run.isDryRun {
      notes.append("the frame size is \(plan.frameSize), because video needs even sides")
    }
    if plan.frameCount == 0, let shard = job.shard {
      notes.append(
        "part \(shard) has no file, because there are more parts than frames or segments; leave it "
          + "out when you join the others")
    }
    return notes
  }

  /// The first of some files, and the number of the others.
  private static func named(_ files: [String], _ noun: String) -> String {
    let rest = files.count - 1
    return "'\(files[0])'" + (rest == 0 ? " is" : " and \(counted(rest, noun)) are")
  }

  /// What is said of pages that complete an excerpt.
  private static func notes(onNeighbors pages: [Int]) -> [String] {
    func facing(_ page: Int) -> Int { page.isMultiple(of: 2) ? page + 1 : page - 1 }
    // Neither the cover nor the two pages of an opening face a selected page.
    let whole = pages.filter { $0 == 1 || pages.contains(facing($0)) }
    let halves = pages.filter { !whole.contains($0) }.map {
      "page \($0) is shown, too, because it faces page \(facing($0)); --cover none leaves it out"
    }
    guard let first = whole.first, let last = whole.last else { return halves }
    let (are, them) =
      first == last ? ("page \(first) is", "it") : ("pages \(first) and \(last) are", "them")
    return halves + [
      "\(are) shown, too, so that a page turns; --cover none leaves \(them) out"
    ]
  }

  /// Which double pages became two, and which did not.
  private func notes(onDoubles pages: (divided: Int, whole: [Int])) -> [String] {
    var notes: [String] = []
    if pages.divided > 0, job.split == .auto {
      notes.append(
        counted(pages.divided, "double page")
          + " split in two; --set split=off keeps double pages whole")
    }
    if let first = pages.whole.first {
      notes.append(
        "page \(first) is a double page, but is shown on one page, because it begins no opening; "
          + "add or remove a page before it, or use --set split=on")
    }
    return notes
  }

  /// Advice about a file of so many bytes, if it is larger than what mail and web pages accept.
  func note(onSize bytes: Int, remedies: String = "--preset loop, a lower --fps") -> String? {
    guard videoFormat == .gif, bytes > 10_000_000 else { return nil }
    return "the GIF has \(bytes / 1_000_000) MB; for a smaller file use \(remedies) or .webp"
  }
}
