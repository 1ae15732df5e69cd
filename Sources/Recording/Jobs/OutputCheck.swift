import GLESKitSupport
import Glibc

/// Refuses jobs whose outputs would overwrite a file that they read, or each other.
struct OutputCheck {
  /// A file's part in a job, and its path as it was given.
  private struct Claim {
    let part: String
    let path: String
  }

  private var claims: [FileIdentity: Claim] = [:]

  /// Checks the outputs of a job that writes so many frames.
  ///
  /// - Throws: ``RecordingError/overwriting(part:path:otherPart:otherPath:)``,
  ///   ``RecordingError/framesAmongPages(folder:)``, ``RecordingError/file(_:)``.
  static func check(_ job: BookJob, frames count: Int) throws(RecordingError) {
    var check = OutputCheck()
    check.add(inputs: try PageSource.files(at: job.pages), as: "page")
    check.add(inputs: job.otherInputs, as: "input")
    let others = [job.contactSheet].compactMap(\.self) + job.otherOutputs.map(\.path)
    /// The folder that the job may make.
    let made: String
    switch job.output {
    case .still(let path, _, _), .video(let path, _):
      made = AtomicFile.folder(of: path)
      try check.add(output: path, as: "output")
    case .webPage(let path, _):
      made = AtomicFile.folder(of: path)
      try check.add(output: path, as: "output")
      let folder = String(path.dropLast("index.html".count)) + WebPage.filesFolder
      let names = WebPage.isFolder(path) ? (try? Files.list(folder)) ?? [] : []
      for name in names where WebPage.mayWrite(name) {
        try check.add(output: "\(folder)/\(name)", as: "web page's file")
      }
    case .frames(let folder, let name):
      made = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
      try check.add(frames: count, named: try FrameName(name), in: folder, others: others)
      try refuse(framesIn: folder, among: job.pages)
    }
    if let sheet = job.contactSheet { try check.add(output: sheet, as: "contact sheet") }
    for (part, path) in job.otherOutputs { try check.add(output: path, as: part) }
    // These are written last.
    for path in others {
      let folder = AtomicFile.folder(of: path)
      guard path != "-", folder != made, Files.kind(of: path) == nil else { continue }
      if access(folder, W_OK) != 0 { throw .file(FileError(.write, path, code: errno)) }
    }
  }

  /// Refuses frames in a folder of pages: the next job would take them for pages.
  private static func refuse(
    framesIn folder: String, among pages: [String]
  ) throws(RecordingError) {
    guard Files.kind(of: folder) == .folder, let place = FileIdentity(ofOutput: folder),
      let pages = pages.first(where: { $0 != "-" && FileIdentity(ofInput: $0) == place })
    else { return }
    throw .framesAmongPages(folder: pages)
  }

  /// Adds files that are only read.
  mutating func add(inputs paths: [String], as part: String) {
    for path in paths {
      guard let file = FileIdentity(ofInput: path) else { continue }
      claims[file] = Claim(part: part, path: path)
    }
  }

  /// Adds a file that is written.
  mutating func add(output path: String, as part: String) throws(RecordingError) {
    guard let file = FileIdentity(ofOutput: path) else { return }
    try check(Claim(part: part, path: path), against: claims[file])
    claims[file] = Claim(part: part, path: path)
  }

  /// Adds numbered frames in a folder. Of a million frames, only those that exist are looked at.
  private mutating func add(
    frames count: Int, named names: FrameName, in folder: String, others: [String]
  ) throws(RecordingError) {
    for name in (try? Files.list(folder)) ?? [] {
      guard let frame = names.number(of: name), frame < count else { continue }
      try add(output: names.path(of: frame, in: folder), as: "frame")
    }
    for other in others {
      guard case .new(_, _, let parts)? = FileIdentity(ofOutput: other),
        let frame = parts.last.flatMap({ names.number(of: $0) }), frame < count
      else { continue }
      try add(output: names.path(of: frame, in: folder), as: "frame")
    }
  }

  private func check(_ claim: Claim, against other: Claim?) throws(RecordingError) {
    guard let other else { return }
    throw .overwriting(
      part: claim.part, path: claim.path, otherPart: other.part, otherPath: other.path)
  }
}
