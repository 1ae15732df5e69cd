// Keep X11's headers, and the macros they bring, out of every Swift file that imports EGL.
#define EGL_NO_X11 1
#define MESA_EGL_NO_X11_HEADERS 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
