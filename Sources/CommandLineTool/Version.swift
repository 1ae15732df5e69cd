/// The version of GLESKit, which its tools share: `MAJOR.MINOR.PATCH` (semver.org).
public let gleskitVersion = "0.1.0"
