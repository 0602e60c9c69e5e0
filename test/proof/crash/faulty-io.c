/*
 * Preloaded into the service (LD_PRELOAD): makes calls on the database's files fail, or end the process, as a control block says that is
 * shared with the test through a mapped file. Compiled when a test wants it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The layout that faulty-io.ts writes. */
struct control {
  int32_t calls;  /* which calls: a sum of the values of `enum call`; 0 is none */
  int32_t error;  /* errno to fail with; -1: kill the process instead */
  int32_t first;  /* the first of these calls that is struck, from 1; all after it are */
  int32_t torn;   /* whether a struck write first writes half of its bytes */
  int32_t seen;   /* counted here */
};
enum call { WRITE = 1, SYNC = 2, OPEN = 4, TRUNCATE = 8 };

static volatile struct control *control;
static const char *of_interest;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAULTY_IO_CONTROL");
  of_interest = getenv("FAULTY_IO_FILES");
  if (!path || !of_interest) return;
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  int fd = real(path, O_RDWR);
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) control = mapped;
  close(fd);
}

static int struck(enum call call) {
  if (!(control->calls & call)) return 0;
  return __sync_add_and_fetch(&control->seen, 1) >= control->first;
}

static int on_path(const char *path, enum call call) {
  return control && control->calls && strstr(path, of_interest) && struck(call);
}

static int on_file(int fd, enum call call) {
  if (!control || !(control->calls & call)) return 0;
  char link[32], path[4096];
  char digits[12];
  int length = 0;
  for (int rest = fd; rest > 0 || length == 0; rest /= 10) digits[length++] = (char)('0' + rest % 10);
  strcpy(link, "/proc/self/fd/");
  char *end = link + strlen(link);
  while (length > 0) *end++ = digits[--length];
  *end = 0;
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  return strstr(path, of_interest) && struck(call);
}

/* What a struck call gives. */
static int fail(void) {
  if (control->error == -1) kill(getpid(), SIGKILL);
  errno = control->error;
  return -1;
}

#define REAL(name, type) static type real; if (!real) real = (type)dlsym(RTLD_NEXT, name)

typedef ssize_t (*pwrite_type)(int, const void *, size_t, off64_t);
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  REAL("pwrite64", pwrite_type);
  if (!on_file(fd, WRITE)) return real(fd, bytes, size, at);
  if (control->torn) real(fd, bytes, size / 2, at);
  return fail();
}

typedef ssize_t (*write_type)(int, const void *, size_t);
ssize_t write(int fd, const void *bytes, size_t size) {
  REAL("write", write_type);
  return on_file(fd, WRITE) ? fail() : real(fd, bytes, size);
}

typedef int (*fd_type)(int);
int fsync(int fd) {
  REAL("fsync", fd_type);
  return on_file(fd, SYNC) ? fail() : real(fd);
}
int fdatasync(int fd) {
  REAL("fdatasync", fd_type);
  return on_file(fd, SYNC) ? fail() : real(fd);
}

typedef int (*truncate_type)(int, off64_t);
int ftruncate64(int fd, off64_t size) {
  REAL("ftruncate64", truncate_type);
  return on_file(fd, TRUNCATE) ? fail() : real(fd, size);
}

typedef int (*open_type)(const char *, int, ...);
int open64(const char *path, int flags, ...) {
  REAL("open64", open_type);
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  /* A read-only file system lets files be opened for reading. */
  int allowed = control && control->error == EROFS && (flags & O_ACCMODE) == O_RDONLY;
  return !allowed && on_path(path, OPEN) ? fail() : real(path, flags, mode);
}
