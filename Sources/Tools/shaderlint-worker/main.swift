import GLESKitCommandLine
import GLESKitDoctor
import GLESKitSupport

Worker.serveIfAsked()

// `shaderlint doctor` runs here, where EGL is linked.
Tool(
  name: "shaderlint", version: gleskitVersion,
  summary: "Compile shaders for shaderlint, which starts this program",
  commands: [DoctorCommand.command(of: "shaderlint", noDriver: .noDriver)], lowLimit: .noDriver
).main()
