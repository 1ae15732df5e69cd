import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import PagecurlTool

/// The folder that `--dry-run` and `verify` draw in.
@Suite struct ScratchFolderTests {
  /// Runs the tool with a temporary folder of its own.
  private func dryRun(_ temporary: String, meanwhile: (pid_t) -> Void = { _ in }) throws -> Int {
    try Pagecurl(
      [Pagecurl.page("page-1.png"), "-n", "3", "-o", "\(temporary)-none/out.gif", "--dry-run"],
      prefix: ["env", "TMPDIR=\(temporary)"], meanwhile: meanwhile
    ).status
  }

  /// SIGKILL leaves the folder, and the next run removes it.
  @Test func whatAKilledRunLeavesIsRemoved() throws {
    let scratch = try TemporaryFolder()
    let folder = "\(scratch.path)/tmp"
    try Files.createFolders(folder)
    func left() throws -> [String] {
      try Files.list(folder).filter { $0.hasPrefix(ScratchFolder.prefix) }
    }
    _ = try dryRun(folder) { process in
      for _ in 0..<60_000 {
        if (try? left())?.isEmpty == false { break }
        usleep(100)
      }
      kill(process, SIGKILL)
    }
    let abandoned = try left()
    #expect(abandoned.count == 1)
    #expect(try dryRun(folder) == 0)
    #expect(try Files.list(folder) == [])
  }

  /// Folders in use, of other names, and links are not removed, and abandoned ones with files are.
  @Test func onlyAbandonedFoldersAreRemoved() throws {
    let scratch = try TemporaryFolder()
    let folder = "\(scratch.path)/tmp"
    let (used, abandoned) = ("\(ScratchFolder.prefix)aaaaaa", "\(ScratchFolder.prefix)bbbbbb")
    let others = ["pagecurl-backup", "\(ScratchFolder.prefix)longer-name"]
    for name in [used, abandoned] + others {
      try Files.createFolders("\(folder)/\(name)/frames")
      try AtomicFile.write([1], to: "\(folder)/\(name)/frames/1.png")
      try AtomicFile.write([1], to: "\(folder)/\(name)/.out")
    }
    let link = "\(ScratchFolder.prefix)cccccc"
    try #require(symlink("\(folder)/pagecurl-backup", "\(folder)/\(link)") == 0)
    let lock = open("\(folder)/\(used)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(flock(lock, LOCK_EX) == 0)
    #expect(try dryRun(folder) == 0)
    #expect(try Set(Files.list(folder)) == Set([used, link] + others))
    #expect(Files.kind(of: "\(folder)/\(used)/frames/1.png") == .regular)
    #expect(Files.kind(of: "\(folder)/pagecurl-backup/frames/1.png") == .regular)
    close(lock)
    #expect(try dryRun(folder) == 0)
    #expect(try Set(Files.list(folder)) == Set([link] + others))
  }
}
