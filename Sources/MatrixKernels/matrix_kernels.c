// SwiftPM wants a source file in every target; the kernels are inline, for Swift to take in.
#include "matrix_kernels.h"
