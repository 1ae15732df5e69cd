// Makes a race in Mesa's llvmpipe certain: preload it with LD_PRELOAD. See scripts/check-race.
//
// The race reads blocks of 64 KiB of a scene's data that another thread has freed. Here a freed
// block of about that size is filled with a pattern that no pointer has, and its thread pauses
// before it forgets the block.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <string.h>
#include <time.h>

enum { LEAST = 64 << 10, MOST = LEAST + 256 };

void free(void *block) {
  static void (*next)(void *);
  if (next == NULL) next = (void (*)(void *))dlsym(RTLD_NEXT, "free");
  const size_t size = block == NULL ? 0 : malloc_usable_size(block);
  const int is_scene_data = size >= LEAST && size <= MOST;
  if (is_scene_data) memset(block, 0xA5, size);
  next(block);
  if (is_scene_data) nanosleep(&(struct timespec){0, 100000}, NULL);
}
