// glslang's C headers use bool and size_t without including what declares them.
#include <stdbool.h>
#include <stddef.h>
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
