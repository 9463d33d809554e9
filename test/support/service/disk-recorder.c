/*
 * Records what a process asks of the disk below one folder, and fails chosen calls. Loaded by LD_PRELOAD.
 *
 * DISK_ROOT     the folder, an absolute path without links
 * DISK_RECORD   the file that records are appended to; disk-recorder.ts reads them
 * DISK_FAULTS   a file of three int32, mapped and written by the test: how many matching calls pass, how many fail
 *               afterwards, and errno; then 256 bytes: `sync` or `write`, a space, and the end of the names that match
 *
 * These are the calls that libuv and SQLite make on 64-bit Linux.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* kind: c created, w written, t truncated, s synced, f folder synced, r renamed, u unlinked, d folder made */
struct record { char kind; char failed; char unused[6]; uint64_t inode, offset, length; };
struct faults { int32_t pass, fail, code; char match[256]; };

static char root[PATH_MAX];
static size_t rootLength;
static int out = -1;
static volatile struct faults *faults;
static char *names[65536];

__attribute__((constructor)) static void start(void) {
  const char *given = getenv("DISK_ROOT"), *record = getenv("DISK_RECORD"), *control = getenv("DISK_FAULTS");
  if (!given || !record || !control) return;
  snprintf(root, sizeof root, "%s/", given);
  rootLength = strlen(root);
  out = syscall(SYS_openat, AT_FDCWD, record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  int file = syscall(SYS_openat, AT_FDCWD, control, O_RDWR | O_CLOEXEC, 0600);
  faults = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
}

static int isBelow(const char *path) {
  return out >= 0 && path && (!strncmp(path, root, rootLength) || (strlen(path) == rootLength - 1 && !strncmp(path, root, rootLength - 1)));
}

static const char *nameOf(int file) {
  return file >= 0 && file < 65536 ? names[file] : NULL;
}

static void put(char kind, int failed, uint64_t inode, uint64_t offset, const void *data, size_t length) {
  int kept = errno;
  struct record head = { kind, (char)failed, {0}, inode, offset, length };
  struct iovec parts[2] = { { &head, sizeof head }, { (void *)data, length } };
  if (syscall(SYS_writev, out, parts, length ? 2 : 1) < 0) abort();
  errno = kept;
}

static uint64_t inodeOf(int file) {
  struct stat found;
  return fstat(file, &found) ? 0 : found.st_ino;
}

static int fails(const char *what, const char *name) {
  if (!faults || !faults->fail) return 0;
  char match[256];
  memcpy(match, (const void *)faults->match, sizeof match);
  char *end = strchr(match, ' ');
  if (!end) return 0;
  *end++ = 0;
  size_t length = strlen(end), whole = strlen(name);
  if (strcmp(match, what) || whole < length || strcmp(name + whole - length, end)) return 0;
  if (__sync_fetch_and_sub(&faults->pass, 1) > 0) return 0;
  faults->pass = 0;
  if (__sync_fetch_and_sub(&faults->fail, 1) <= 0) { faults->fail = 0; return 0; }
  errno = faults->code;
  return 1;
}

static int opened(int file, const char *path, int isNew) {
  if (file < 0 || file >= 65536 || !isBelow(path)) return file;
  free(names[file]);
  names[file] = strdup(path);
  if (isNew) put('c', 0, inodeOf(file), 0, path, strlen(path));
  return file;
}

int open64(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  int isNew = (flags & O_CREAT) && isBelow(path) && access(path, F_OK);
  return opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, isNew);
}

int close(int file) {
  if (nameOf(file)) { free(names[file]); names[file] = NULL; }
  return syscall(SYS_close, file);
}

/* Writes one piece; offset -1 stands for the position of the file. */
static ssize_t writeAt(int file, const void *data, size_t length, off_t offset) {
  const char *name = nameOf(file);
  if (name && fails("write", name)) return -1;
  off_t at = offset >= 0 || !name ? offset : lseek(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  ssize_t done = offset >= 0 ? syscall(SYS_pwrite64, file, data, length, offset) : syscall(SYS_write, file, data, length);
  if (name && done > 0) put('w', 0, inodeOf(file), at, data, done);
  return done;
}

ssize_t write(int file, const void *data, size_t length) {
  return writeAt(file, data, length, -1);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
  return writeAt(file, data, length, offset);
}

/* A write may be partial: the first piece is enough. */
ssize_t writev(int file, const struct iovec *parts, int count) {
  if (!nameOf(file) || count == 0) return syscall(SYS_writev, file, parts, count);
  return writeAt(file, parts[0].iov_base, parts[0].iov_len, -1);
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
  if (!nameOf(file) || count == 0) return syscall(SYS_pwritev, file, parts, count, offset, 0);
  return writeAt(file, parts[0].iov_base, parts[0].iov_len, offset);
}

int ftruncate64(int file, off64_t size) {
  int result = syscall(SYS_ftruncate, file, size);
  if (nameOf(file) && result == 0) put('t', 0, inodeOf(file), size, NULL, 0);
  return result;
}

static int syncFile(int file, int call) {
  const char *name = nameOf(file);
  if (!name) return syscall(call, file);
  struct stat found;
  if (fstat(file, &found)) return -1;
  int failed = fails("sync", name) || syscall(call, file);
  put(S_ISDIR(found.st_mode) ? 'f' : 's', failed, found.st_ino, 0, name, strlen(name));
  return failed ? -1 : 0;
}
int fsync(int file) { return syncFile(file, SYS_fsync); }
int fdatasync(int file) { return syncFile(file, SYS_fdatasync); }

int rename(const char *from, const char *to) {
  int result = syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
  if (result == 0 && isBelow(from)) {
    char both[2 * PATH_MAX];
    int length = snprintf(both, sizeof both, "%s%c%s", from, '\n', to);
    put('r', 0, 0, 0, both, length);
  }
  return result;
}

int unlink(const char *path) {
  int result = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (result == 0 && isBelow(path)) put('u', 0, 0, 0, path, strlen(path));
  return result;
}

int mkdir(const char *path, mode_t mode) {
  int result = syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (result == 0 && isBelow(path)) put('d', 0, 0, 0, path, strlen(path));
  return result;
}
