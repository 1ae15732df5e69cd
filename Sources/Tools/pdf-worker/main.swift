import GLESKitCPoppler
import GLESKitSupport
import Glibc

// `pagecurl doctor` asks for the version.
guard fcntl(MessageSocket.descriptor, F_GETFD) >= 0 else {
  print("poppler version", poppler_get_version().map { String(cString: $0) } ?? "unknown")
  exit(0)
}
Confinement.begin()
var server = PDFServer()
server.run()
