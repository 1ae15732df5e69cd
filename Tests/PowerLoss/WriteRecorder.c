// A library for LD_PRELOAD that records what a process and its children do to the files below a
// folder, for scripts/conformance-power-loss, which replays the record.
//
// RECORD_ROOT names the folder, without links in its path, RECORD_LOG the file to append to. Each
// operation is one write to the log, made after the operation has succeeded: a line, followed by
// the bytes if it is a write. Files are known by their inodes, names are in hexadecimal.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *root;
static int logged = -1;

__attribute__((constructor)) static void start(void) {
  root = getenv("RECORD_ROOT");
  const char *path = getenv("RECORD_LOG");
  if (root && path) logged = REAL(open)(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void append(const void *bytes, size_t count, const char *format, ...) {
  char line[1200];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  struct iovec parts[] = {{line, (size_t)length}, {(void *)bytes, count}};
  if (REAL(writev)(logged, parts, 2) != length + (ssize_t)count) abort();
}

// Whether a path lies below the folder.
static int is_below(const char *path) {
  size_t length = root ? strlen(root) : 0;
  return logged >= 0 && strncmp(path, root, length) == 0
      && (path[length] == '/' || path[length] == 0);
}

// The inode of an open file or folder below the folder; 0 for any other.
static unsigned long inode(int file) {
  if (logged < 0) return 0;
  int error = errno;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, path, sizeof path - 1);
  struct stat status;
  unsigned long found = 0;
  if (count > 0) {
    path[count] = 0;
    if (is_below(path) && fstat(file, &status) == 0) found = status.st_ino;
  }
  errno = error;
  return found;
}

// A name in a folder below the folder.
struct place {
  unsigned long folder, file;
  char name[2 * NAME_MAX + 1];
};

// Returns whether the path is below the folder; `file` is 0 where there is no file.
static int find(int at, const char *path, struct place *place) {
  if (logged < 0) return 0;
  int error = errno, below = 0;
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
  int opened = REAL(openat)(at, folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (opened >= 0) {
    place->folder = inode(opened);
    below = place->folder != 0;
    close(opened);
  }
  struct stat status;
  place->file = below && fstatat(at, path, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_ino : 0;
  char *end = place->name;
  for (; *name && below; name++) end += sprintf(end, "%02x", (unsigned char)*name);
  *end = 0;
  errno = error;
  return below;
}

static int opened(int file, int at, const char *path, int flags, int existed) {
  unsigned long number = file >= 0 && flags & (O_CREAT | O_TMPFILE | O_TRUNC) ? inode(file) : 0;
  if (!number || flags & O_PATH) return file;
  struct place place;
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    append(NULL, 0, "new %lu\n", number);
  } else if (flags & O_CREAT && !existed && find(at, path, &place)) {
    append(NULL, 0, "new %lu\n", number);
    append(NULL, 0, "name %lu %s %lu\n", place.folder, place.name, number);
  } else if (flags & O_TRUNC) {
    append(NULL, 0, "size %lu 0\n", number);
  }
  return file;
}

#define OPEN(function, parameters, at, arguments)                                                  \
  int function parameters {                                                                        \
    va_list values;                                                                                \
    va_start(values, flags);                                                                       \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(values, mode_t) : 0;                      \
    va_end(values);                                                                                \
    int error = errno, existed = faccessat(at, path, F_OK, 0) == 0;                                \
    errno = error;                                                                                 \
    return opened(REAL(function) arguments, at, path, flags, existed);                             \
  }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPEN(openat, (int at, const char *path, int flags, ...), at, (at, path, flags, mode))
OPEN(openat64, (int at, const char *path, int flags, ...), at, (at, path, flags, mode))

static ssize_t written(int file, const void *bytes, ssize_t count, off_t offset) {
  unsigned long number = count > 0 ? inode(file) : 0;
  if (!number) return count;
  if (offset < 0) offset = lseek(file, 0, SEEK_CUR) - count;
  append(bytes, (size_t)count, "write %lu %ld %zd\n", number, (long)offset, count);
  return count;
}

ssize_t write(int file, const void *bytes, size_t count) {
  return written(file, bytes, REAL(write)(file, bytes, count), -1);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return written(file, bytes, REAL(pwrite)(file, bytes, count, offset), offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return written(file, bytes, REAL(pwrite64)(file, bytes, count, offset), offset);
}

ssize_t sendfile(int out, int in, off_t *offset, size_t count) {
  off_t start = offset ? *offset : lseek(in, 0, SEEK_CUR);
  ssize_t sent = REAL(sendfile)(out, in, offset, count);
  if (sent <= 0 || !inode(out)) return sent;
  char *bytes = malloc((size_t)sent);
  if (!bytes || pread(in, bytes, (size_t)sent, start) != sent) abort();
  written(out, bytes, sent, -1);
  free(bytes);
  return sent;
}

static int resized(int file, int result) {
  struct stat status;
  unsigned long number = result == 0 ? inode(file) : 0;
  if (number && fstat(file, &status) == 0) {
    append(NULL, 0, "size %lu %ld\n", number, (long)status.st_size);
  }
  return result;
}

int ftruncate(int file, off_t size) { return resized(file, REAL(ftruncate)(file, size)); }
int ftruncate64(int file, off64_t size) { return resized(file, REAL(ftruncate64)(file, size)); }
int posix_fallocate(int file, off_t start, off_t count) {
  return resized(file, REAL(posix_fallocate)(file, start, count));
}

static int synchronized(int file, int result) {
  unsigned long number = result == 0 ? inode(file) : 0;
  if (number) append(NULL, 0, "sync %lu\n", number);
  return result;
}

int fsync(int file) { return synchronized(file, REAL(fsync)(file)); }
int fdatasync(int file) { return synchronized(file, REAL(fdatasync)(file)); }

static int named(int at, const char *path, int result) {
  struct place place;
  if (result == 0 && find(at, path, &place)) {
    append(NULL, 0, "name %lu %s %lu\n", place.folder, place.name, place.file);
  }
  return result;
}

int link(const char *from, const char *to) { return named(AT_FDCWD, to, REAL(link)(from, to)); }
int linkat(int fromAt, const char *from, int at, const char *to, int flags) {
  return named(at, to, REAL(linkat)(fromAt, from, at, to, flags));
}
int mkdir(const char *path, mode_t mode) { return named(AT_FDCWD, path, REAL(mkdir)(path, mode)); }

static int removed(const struct place *place, int result) {
  if (result == 0 && place->folder) {
    append(NULL, 0, "unname %lu %s\n", place->folder, place->name);
  }
  return result;
}

#define REMOVE(function)                                                                           \
  int function(const char *path) {                                                                 \
    struct place place;                                                                            \
    if (!find(AT_FDCWD, path, &place)) place.folder = 0;                                           \
    return removed(&place, REAL(function)(path));                                                  \
  }
REMOVE(unlink)
REMOVE(rmdir)

int rename(const char *from, const char *to) {
  struct place old, new;
  int below = find(AT_FDCWD, from, &old);
  int result = REAL(rename)(from, to);
  if (result == 0 && below && find(AT_FDCWD, to, &new)) {
    append(NULL, 0, "move %lu %s %lu %s %lu\n", old.folder, old.name, new.folder, new.name,
        new.file);
  }
  return result;
}
