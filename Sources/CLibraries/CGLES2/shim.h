// ES 2.0's own header and nothing newer: Mesa hands out an ES 3.2 context for an ES 2.0 request, so
// this header is what keeps the library on the ES 2.0 floor.
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
