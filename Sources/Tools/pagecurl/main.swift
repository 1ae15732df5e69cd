import GLESKitCommandLine
import GLESKitInfoCommand
import GLESKitSupport

Tool(
  name: "pagecurl", version: gleskitVersion,
  summary: "Turn the pages of a book without a screen or a GPU",
  commands: [turnCommand, joinCommand, schemaCommand, InfoCommand.command()],
  exitStatuses: [
    (.done, "Done, also where --on-error let bad pages pass."),
    (.failed, "A page could not be read, drawn or written, or no driver opened."),
    (.usage, "The command line or the script is wrong; nothing was begun."),
  ],
  environment: [
    (
      "GLESKIT_DISPLAY",
      "The route to the driver: device, device:N, surfaceless, gbm, gbm:/dev/dri/renderDN or "
        + "default. Unset: the first that works."
    ),
    (
      "GLESKIT_PROGRAM_CACHE",
      "off keeps no compiled shaders in $XDG_CACHE_HOME/gleskit/programs (~/.cache without it) for the next run."
    ),
  ]
).main()
