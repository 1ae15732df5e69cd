#include <lcms2.h>

// Pixel layouts, which the library's header computes by macros that Swift does not see.
static const cmsUInt32Number GLESKIT_RGBA_8 = TYPE_RGBA_8;
static const cmsUInt32Number GLESKIT_RGBA_16 = TYPE_RGBA_16;
static const cmsUInt32Number GLESKIT_GRAY_16 = TYPE_GRAY_16;
static const cmsUInt32Number GLESKIT_CMYK_8 = TYPE_CMYK_8;
static const cmsUInt32Number GLESKIT_CMYK_8_INVERTED = TYPE_CMYK_8_REV;
