import TestSupport
import Testing

/// Errors of the library name API; the tool names its options instead.
@Test func errorsNameOptions() throws {
  let scratch = try TemporaryFolder()
  let job = [
    Pagecurl.page("page-1.png"), "-s", "31x40", "-n", "4", "-q", "-o", "\(scratch.path)/half",
    "--shard", "1/2",
  ]
  #expect(try Pagecurl(job).status == 0)
  let joined = try Pagecurl(["join", "\(scratch.path)/half", "-o", "\(scratch.path)/whole"])
  #expect(joined.complainsInOneLine && joined.errors.contains("--shard 2/2"), "\(joined.errors)")
  let resumed = try Pagecurl(job + ["--radius", "3", "--resume"])
  #expect(
    resumed.complainsInOneLine && resumed.errors.contains("leave out --resume to start over"),
    "\(resumed.errors)")
  for run in [joined, resumed] { #expect(run.status == 1 && !run.errors.contains("BookJob")) }
}

@Test func helpSaysHowManyThreads() throws {
  let help = try Pagecurl(["--help", "all"]).output.split { $0.isWhitespace }.joined(separator: " ")
  #expect(help.contains("one per processor, at most 8."))
}

@Test func aPageBeyondTheLastIsAUsageError() throws {
  let page = Pagecurl.page("page-1.png")
  let run = try Pagecurl([page, page, page, "--pages", "2-5", "-o", "x", "--dry-run"])
  #expect(run.status == 2 && run.complainsInOneLine, "\(run.errors)")
  #expect(run.errors.contains("--pages: the selection '2-5' has page 5, but the book has 3"))
}

@Test func aFileThatIsNoPage() throws {
  let run = try Pagecurl([repositoryFile("README.md"), "-o", "x", "--dry-run"])
  #expect(run.status == 1 && run.complainsInOneLine)
  #expect(run.errors.contains("use a PNG, JPEG, WebP or PDF file"), "\(run.errors)")
}

/// A note about a file that is not written would be noise.
@Test func theErrorComesAlone() throws {
  let scratch = try TemporaryFolder()
  let missing = "\(scratch.path)/none/a.y4m"
  let run = try Pagecurl([Pagecurl.page("page-1.png"), "-s", "31x41", "-n", "2", "-o", missing])
  #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
}

@Test(arguments: [
  (["--compress", "small", "-o", "a.gif"], "--compress"), (["--name", "%d.png"], "--name"),
  (["--cover", "none"], "--cover"), (["--segment", "2"], "--segment"),
  (["-t", "0.5", "--fps", "24", "-o", "a.png"], "--fps"),
])
func optionsWithoutEffectAreNamed(options: [String], name: String) throws {
  let scratch = try TemporaryFolder()
  let output = options.contains("-o") ? options.last ?? "" : "a.y4m"
  let run = try Pagecurl(
    [Pagecurl.page("page-1.png"), "-s", "30x40", "-n", "2", "--hold", "0", "--progress", "none"]
      + options.prefix { $0 != "-o" } + ["-o", "\(scratch.path)/\(output)"])
  #expect(run.status == 0)
  let notes = run.errors.split(separator: "\n").filter { $0.contains(" has no effect") }
  #expect(notes.contains("pagecurl: note: \(name) has no effect on this output"), "\(run.errors)")
}
