/// The version of GLESKit, which its tools and what they leave behind name: `MAJOR.MINOR.PATCH`
/// (semver.org).
package let gleskitVersion = "0.2.0"
