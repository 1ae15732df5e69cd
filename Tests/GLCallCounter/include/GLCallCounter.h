// Counts the calls of the GL functions that drawing makes: this target defines them itself, and the
// linker prefers a program's own functions to a library's.
#pragma once

/// How many GL calls have been made by this process since the last reset.
long gl_call_count(void);
/// Starts counting anew, and forgets the names.
void gl_call_reset(void);
/// The name of the call at `index` since the reset, or NULL; the first 64 are kept.
const char *gl_call_name(long index);
