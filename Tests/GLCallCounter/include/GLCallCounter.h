// Counts the calls of the GL functions that drawing makes, and the memory allocations around them,
// and hides what the driver can from shaders: this target defines the functions itself, and the
// linker prefers a program's own functions to a library's.
#pragma once

/// How many GL calls this thread has made since the last reset.
long gl_call_count(void);
/// How many blocks of memory this thread has asked for outside of GL calls since the last reset.
long gl_call_allocations(void);
/// Starts counting anew, and forgets the names.
void gl_call_reset(void);
/// The name of the call at `index` since the reset, or NULL; the first 64 are kept.
const char *gl_call_name(long index);

/// Whether shaders that this thread compiles from now on see no GL_FRAGMENT_PRECISION_HIGH, as on a
/// driver whose fragment stage has no highp.
void gl_hide_fragment_highp(int hides);
