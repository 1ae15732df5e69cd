// ES 1.1, for the tests only: the judge of FixedPipeline. Its header and that of ES 2.0 define the
// same names, so no file imports both modules.
#include <GLES/gl.h>
#include <GLES/glext.h>
