import GLESKitCommandLine
import GLESKitDoctor
import GLESKitSupport

Tool(
  name: "pagecurl", version: gleskitVersion,
  summary: "Render page turns of a book as a video, frames or a web page",
  commands: [
    turnCommand, transitionCommand, joinCommand, verifyCommand, schemaCommand, doctorCommand,
  ],
  exitStatuses: [
    (.done, "Success, even if --on-error skipped or blanked pages."),
    (
      .failed,
      "A page could not be read, drawn or written, no driver was found, or a limit (ulimit) is too "
        + "low."
    ),
    (.usage, "The command line or the script is wrong; nothing was written."),
  ],
  environment: [
    (
      "GLESKIT_DISPLAY",
      "EGL display to use: device, device:N, surfaceless, gbm, gbm:/dev/dri/renderDN or default. "
        + "Default: the first that works."
    ),
    ("PAGECURL_PASSWORD", "Password of encrypted PDFs, as --password."),
  ]
).main()
