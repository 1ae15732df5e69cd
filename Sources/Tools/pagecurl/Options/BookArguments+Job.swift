import GLESKitCommandLine
import GLESKitSupport
import Glibc
import ImageCoding
import Recording

extension BookArguments {
  /// The job that the arguments describe.
  ///
  /// - Throws: ``UsageError`` for options that exclude each other.
  func makeJob() throws(UsageError) -> BookJob {
    let arguments = try withPages()
    try arguments.checkRadius()
    try arguments.checkSound()
    var job = arguments.job
    job.output = try arguments.destination()
    try arguments.checkParts(of: job.output)
    job.completion = isWebPage ? .openings : .turns
    job.isEndless = try arguments.showsNoEnd
    job.style = try arguments.style()
    job.timing = arguments.timing(job.output)
    job.segmentFrames = max(1, Int((run.segment * rate.value).rounded()))
    arguments.setFrame(of: &job)
    job.turns = try script?.turns(arguments, for: job.output) ?? []
    arguments.setBackground(of: &job)
    if job.gutter ?? 0 > 0, job.layout != .spread || isWebPage && job.style.profile != .paper {
      throw UsageError(
        "--set gutter applies only to spreads, and in web pages only to --profile paper; omit it")
    }
    try arguments.addFiles(to: &job)
    return job
  }

  /// The pages of the command line or, if it names none, of the script.
  var namedPages: [String] { job.pages.isEmpty ? script?.pages ?? [] : job.pages }

  /// The arguments with the pages of the script, unless the command line names pages, and with the
  /// usual layout for the pages, unless an option sets it.
  private func withPages() throws(UsageError) -> BookArguments {
    var arguments = self
    let pages = namedPages
    arguments.job.pages = pages
    guard !pages.isEmpty else {
      throw UsageError(
        "no pages: name a PDF, a folder or images, such as: pagecurl book.pdf -o book.mp4")
    }
    guard pages.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("only one page can be read from standard input (-)")
    }
    arguments.job.pdf.password =
      book.password?.text ?? getenv("PAGECURL_PASSWORD").map { String(cString: $0) }
    // Loose sheets are implied by turns of sheets, and by scripts that list their turns.
    let isLoose = job.style.kind == .sheet || script?.listsTurns == true
    arguments.job.layout = book.layout ?? (isLoose ? .sheets : BookLayout.usual(for: pages))
    let mayBeSlides = book.layout == nil && !isWebPage && !asksForBook
    let asksForPaper = look.showThrough != nil && look.paperColor != nil
    let isBook = arguments.job.layout == .spread
    if isBook && mayBeSlides || !asksForPaper {
      let kind = BookLayout.kind(of: pages, arguments.job.pdf)
      if isBook && mayBeSlides && kind.areSlides {
        arguments.job.layout = .pages
        arguments.book.showsSlides = true
      }
      arguments.look.isCoated = kind.areCoated
    }
    return arguments
  }

  /// Whether an option was given that suits a spread, or a frame that may have the shape of one.
  private var asksForBook: Bool {
    Self.options.contains { $0.meaning.suitsSpreads && isGiven($0) }
  }

  /// Refuses `-r 30`, which is the frame rate in ffmpeg.
  private func checkRadius() throws(UsageError) {
    guard let radius = job.style.radius, given["radius"] == "-r", videoFormat != nil,
      turn.time == nil, turn.rate == nil, [24, 25, 30, 48, 50, 60].contains(radius)
    else { return }
    throw UsageError(
      "-r is the radius of the curl; for \(Int(radius)) frames a second use --fps "
        + "\(Int(radius)), for this radius --radius \(Int(radius))")
  }

  /// Checks that parts of the output can be drawn.
  private func checkParts(of written: BookJob.Output) throws(UsageError) {
    guard written.supportsSharding || !job.resumes && job.shard == nil else {
      throw UsageError(
        "\(job.resumes ? "--resume" : "--shard") works only with numbered frames and videos; "
          + "change --output")
    }
    guard job.shard != nil else { return }
    if output.path == "-" {
      throw UsageError("--shard cannot write to standard output; set --output to a file")
    }
    if job.contactSheet != nil {
      throw UsageError("--contact-sheet needs all frames; omit it or --shard")
    }
  }

  /// Whether the first page follows the last one. Web pages have all their controls instead.
  private var showsNoEnd: Bool {
    get throws(UsageError) {
      guard job.isEndless, !isWebPage else { return false }
      guard job.layout == .spread, job.cover == .hard || job.cover == .soft else { return true }
      // The preset loop suits books without covers, too.
      guard given["endless"] == nil else {
        throw UsageError("--set endless shows no cover; omit it or --cover \(job.cover)")
      }
      return false
    }
  }

  /// Adds the other files of the job, which must not overwrite each other.
  private func addFiles(to job: inout BookJob) throws(UsageError) {
    if case .picture(let path) = job.backdrop { job.otherInputs.append(path) }
    job.otherInputs += [script?.path, job.audio, book.password?.path, job.webPage.descriptions]
      .compactMap(\.self)
    job.otherOutputs = [("trace", run.trace), ("sound", output.sound)].compactMap {
      part, path in path.map { (part, $0) }
    }
    guard let manifest = output.manifest else { return }
    guard output.path != "-", !job.pages.contains("-"), script?.path != "-" else {
      throw UsageError("--manifest needs files as inputs and outputs; omit it or -")
    }
    guard book.password == nil else {
      throw UsageError(
        "--manifest would write the password; set PAGECURL_PASSWORD instead of --password")
    }
    guard !run.printsGeometry else {
      throw UsageError("--manifest needs an output; omit it or --json")
    }
    job.otherOutputs.append(("manifest", manifest))
  }
}
