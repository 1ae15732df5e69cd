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
  let help = try Pagecurl(["--help"]).output.split { $0.isWhitespace }.joined(separator: " ")
  #expect(help.contains("one per processor, at most 8."))
}
