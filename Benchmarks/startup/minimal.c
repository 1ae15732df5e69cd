// The minimum that a program has to do to open an OpenGL ES 2.0 context without a screen and print
// the name of the driver; `pagecurl doctor --driver` is compared with it. It takes the tool's first
// route: EGL devices, hardware before software.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <string.h>

static int is_software(EGLDeviceEXT device, PFNEGLQUERYDEVICESTRINGEXTPROC query) {
  const char *extensions = query(device, EGL_EXTENSIONS);
  return extensions && strstr(extensions, "EGL_MESA_device_software") != NULL;
}

int main(void) {
  PFNEGLQUERYDEVICESEXTPROC query_devices = (void *)eglGetProcAddress("eglQueryDevicesEXT");
  PFNEGLQUERYDEVICESTRINGEXTPROC query_string =
      (void *)eglGetProcAddress("eglQueryDeviceStringEXT");
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
      (void *)eglGetProcAddress("eglGetPlatformDisplayEXT");
  if (!query_devices || !query_string || !get_display) return 1;

  EGLDeviceEXT devices[16];
  EGLint count = 0;
  if (!query_devices(16, devices, &count)) return 1;
  static const EGLint config_wishes[] = {
      EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
  static const EGLint context_wishes[] = {EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE};
  for (int software = 0; software < 2; software++) {
    for (EGLint i = 0; i < count; i++) {
      if (is_software(devices[i], query_string) != software) continue;
      EGLDisplay display = get_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
      EGLConfig config;
      EGLint configs = 0;
      if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
          !eglChooseConfig(display, config_wishes, &config, 1, &configs) || configs < 1)
        continue;
      EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wishes);
      if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) continue;
      printf("%s\n%s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
      eglTerminate(display);
      return 0;
    }
  }
  return 1;
}
