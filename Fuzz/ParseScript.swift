import GLESKitCommandLine
import GLESKitSupport
import Glibc

@testable import PagecurlTool

/// A file without a name, and how to open it.
private let script: (descriptor: CInt, path: String) = {
  let descriptor = fileno(tmpfile())
  return (descriptor, "/proc/self/fd/\(descriptor)")
}()

/// libFuzzer's entry point. Any text as a file for `--script` must become a job or an error.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  precondition(ftruncate(script.descriptor, 0) == 0)
  precondition(pwrite(script.descriptor, start, count, 0) == count)
  do throws(UsageError) {
    var options = BookArguments()
    options.output.path = "out/"
    options.script = try TurnScript(script.path, settingOptionsOf: &options)
    if options.job.pages.isEmpty, options.script?.pages.isEmpty != false {
      options.job.pages = ["a.png"]
    }
    _ = try options.makeJob()
  } catch {
    precondition(!error.description.isEmpty)
  }
  return 0
}
