import GLESKitCommandLine
import GLESKitDoctor
import GLESKitEmulate
import GLESKitSupport

Worker.serveIfAsked()

// `shaderlint doctor` and `shaderlint emulate --render` run here, where EGL is linked.
Tool(
  name: "shaderlint", version: gleskitVersion,
  summary: "Compile shaders for shaderlint, which starts this program",
  commands: [
    DoctorCommand.command(of: "shaderlint", noDriver: .noDriver), .emulate(draw: Emulation.run),
  ],
  lowLimit: .noDriver, fileFailure: .usage
).main()
