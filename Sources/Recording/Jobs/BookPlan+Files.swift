import GLESKitSupport
import ImageCoding

extension BookPlan {
  /// The files that the job reads, also those that it does not show.
  ///
  /// - Throws: ``RecordingError`` if a folder cannot be read any more.
  package func inputFiles() throws(RecordingError) -> [String] {
    try PageSource.files(at: job.pages) + job.otherInputs
  }

  /// The videos and animations, the folders with pages, and the files that are no pictures that can
  /// be read, in folders of pages. They are left out. What the job writes, its other inputs and
  /// videos that are named are not among them.
  package var skippedFiles: (videos: [String], folders: [String], others: [String]) {
    let written =
      if case .frames(let folder, _) = job.output { [folder] } else { outputFiles }
    let outputs = Set(
      (written + job.otherOutputs.map(\.path)).compactMap { FileIdentity(ofOutput: $0) })
    let inputs = Set((job.otherInputs + job.pages).compactMap { FileIdentity(ofInput: $0) })
    func isLeftOut(_ path: String) -> Bool {
      FileIdentity(ofInput: path).map { !outputs.contains($0) && !inputs.contains($0) } ?? true
    }
    let skipped = PageSource.skipped(inFoldersOf: job.pages)
    return (
      skipped.videos.filter(isLeftOut), skipped.folders.filter(isLeftOut),
      skipped.others.filter(isLeftOut)
    )
  }

  /// The files that the job writes, in order. Those that a web page loads are known when it is
  /// written.
  package var outputFiles: [String] {
    var files: [String] = []
    switch job.output {
    case .still(let path, _, _), .video(let path, _): files = [path]
    case .webPage(let path, _): files = WebPage.files(of: path)
    case .frames(let folder, let name):
      let names = try? FrameName(name)
      files = frames.pictures.flatMap(\.frames).compactMap { names?.path(of: $0, in: folder) }
    }
    return files + [job.contactSheet].compactMap(\.self)
  }

  /// A file that the job writes into a folder of its pages, where the next job would take it for a
  /// page; `nil` if there is none. Frames are refused there.
  package var outputAmongPages: String? {
    let folders = Set(
      job.pages.filter { $0 != "-" && Files.kind(of: $0) == .folder }
        .compactMap { FileIdentity(ofInput: $0) })
    return outputFiles.first { path in
      PageSource.isPage(lastName(of: path))
        && FileIdentity(ofInput: AtomicFile.folder(of: path)).map(folders.contains) == true
    }
  }

  /// The number of pages of a longer book in the folder of a web page, and the first one.
  package var olderWebPages: (first: String, count: Int)? {
    guard case .webPage(let path, _) = job.output, WebPage.isFolder(path) else { return nil }
    let folder = AtomicFile.folder(of: path) + "/" + WebPage.filesFolder
    let older = ((try? Files.list(folder)) ?? []).filter { name in
      guard ImageFormat(extensionOf: name) != nil, WebPage.mayWrite(name) else { return false }
      return Int(name.prefix { $0.isNumber }).map { $0 > pageCount } == true
    }
    return older.min(by: NaturalOrder.precedes).map { ("\(folder)/\($0)", older.count) }
  }

  private func lastName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// What the folder for frames already contains besides frames that the job replaces: the name and
  /// number of frames of a longer job, and the number of other files; `nil` for other outputs.
  package var otherFiles: (frames: (first: String, count: Int)?, others: Int)? {
    guard case .frames(let folder, let pattern) = job.output, Files.kind(of: folder) == .folder,
      let names = try? FrameName(pattern)
    else { return nil }
    var (numbers, others): ([Int], Int) = ([], 0)
    for name in (try? Files.list(folder)) ?? [] where !name.hasPrefix(".") {
      if let number = names.number(of: name) { numbers.append(number) } else { others += 1 }
    }
    let older = numbers.filter { $0 >= frames.wholeCount }
    return (older.min().map { (names.name(of: $0), older.count) }, others)
  }
}
