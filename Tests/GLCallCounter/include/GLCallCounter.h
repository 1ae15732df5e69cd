// Counts the calls of the GL functions that drawing makes, and the memory allocations around them,
// and hides what the driver can from shaders: this target defines the functions itself, and the
// linker prefers a program's own functions to a library's.
#pragma once

/// How many GL calls this thread has made since the last reset.
long gl_call_count(void);
/// How many blocks of memory this thread has asked for outside of GL calls since the last reset.
long gl_call_allocations(void);
/// How many bytes they had: a measure of work that does not depend on the machine.
long gl_call_allocated_bytes(void);
/// Starts counting anew, and forgets the names.
void gl_call_reset(void);
/// The name of the call at `index` since the reset, or NULL; the first 64 are kept.
const char *gl_call_name(long index);

/// What the driver says about highp in fragment shaders.
typedef enum {
  /// What it is.
  gl_highp_as_it_is,
  /// It exists, but GL_FRAGMENT_PRECISION_HIGH is not defined, as in NVIDIA's driver.
  gl_highp_without_macro,
  /// It does not exist: glGetShaderPrecisionFormat reports 0 bits, and it does not compile.
  gl_highp_missing,
} gl_highp;

/// Changes what the driver says from now on to this thread, and to contexts that it creates.
void gl_simulate_highp(gl_highp highp);

/// Hides all extensions of GL from contexts that this thread adopts from now on; 0 ends it.
void gl_hide_extensions(int hides);

/// A log that the driver gives for everything, after a step that fails.
typedef struct {
  /// The step: GL_COMPILE_STATUS, GL_LINK_STATUS or GL_VALIDATE_STATUS.
  unsigned int step;
  /// What the driver says about the log's length.
  int announced;
  /// What it says to have written.
  int written;
  /// What it writes, with a NUL if there is room.
  const char *text;
} gl_failure;

/// Lets a step fail on this thread from now on; NULL ends it.
void gl_simulate_failure(const gl_failure *failure);

/// Returns the text to compile instead of another, from malloc.
typedef char *(*gl_rewrite)(const char *text);

/// Rewrites the fragment shaders that this thread compiles from now on; NULL ends it.
void gl_rewrite_fragment_shaders(gl_rewrite function);

/// Is told the text of a shader that is compiled.
typedef void (*gl_watch)(const char *text, int is_fragment);

/// Watches the shaders that this thread compiles from now on; NULL ends it.
void gl_watch_shaders(gl_watch function);
