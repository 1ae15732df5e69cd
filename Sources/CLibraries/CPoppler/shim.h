#include <cairo.h>
#include <poppler/glib/poppler.h>
