// Counts the calls by which a program changes files, and stops or fails at one of them. `killed.rs` builds and preloads it.
//
// KILL_AT is the number of the call, from 1. KILL_MODE says what happens there: `before` ends the program instead of the
// call, `after` ends it when the call is done; `full` lets the call fail as on a full disk, `protected` as where nothing may be
// written, and `interrupted` as by a signal; `short` writes a part of the bytes. How many calls there were is written to the
// file KILL_COUNT, if that is set.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define ENDED 77

static atomic_long calls;

// Whether this call is the one.
static int is_due(void) {
    const char *at = getenv("KILL_AT");
    long call = atomic_fetch_add(&calls, 1) + 1;
    return at && call == atol(at);
}

static char kill_mode(void) {
    const char *mode = getenv("KILL_MODE");
    return mode ? mode[0] : 0;
}

// With which error this call fails, or 0.
static int fault(void) {
    switch (kill_mode()) {
    case 'f': return ENOSPC;
    case 'p': return EROFS;
    case 'i': return EINTR;
    default: return 0;
    }
}

#define DO(type, counts, shorten, call)      \
    do {                                     \
        int due = (counts) && is_due();      \
        if (due && kill_mode() == 'b')       \
            _exit(ENDED);                    \
        if (due && fault()) {                \
            errno = fault();                 \
            return -1;                       \
        }                                    \
        if (due && kill_mode() == 's')       \
            shorten;                         \
        type result = call;                  \
        if (due && kill_mode() == 'a')       \
            _exit(ENDED);                    \
        return result;                       \
    } while (0)

#define WRAP_SHORTENED(type, name, parameters, counts, shorten, arguments)               \
    type name parameters {                                                               \
        static type(*real) parameters;                                                   \
        if (!real)                                                                       \
            real = (type(*) parameters)dlsym(RTLD_NEXT, #name);                          \
        DO(type, counts, shorten, real arguments);                                       \
    }

#define WRAP(type, name, parameters, counts, arguments) \
    WRAP_SHORTENED(type, name, parameters, counts, (void)0, arguments)

#define HALVE length -= length / 2

WRAP_SHORTENED(ssize_t, write, (int fd, const void *bytes, size_t length), fd > 2, HALVE, (fd, bytes, length))
WRAP_SHORTENED(ssize_t, pwrite64, (int fd, const void *bytes, size_t length, off64_t at), 1, HALVE,
               (fd, bytes, length, at))
WRAP_SHORTENED(ssize_t, copy_file_range,
               (int from, off64_t *at, int to, off64_t *there, size_t length, unsigned flags), 1, HALVE,
               (from, at, to, there, length, flags))
WRAP(int, rename, (const char *from, const char *to), 1, (from, to))
WRAP(int, renameat, (int a, const char *from, int b, const char *to), 1, (a, from, b, to))
WRAP(int, link, (const char *from, const char *to), 1, (from, to))
WRAP(int, linkat, (int a, const char *from, int b, const char *to, int flags), 1, (a, from, b, to, flags))
WRAP(int, symlink, (const char *from, const char *to), 1, (from, to))
WRAP(int, unlink, (const char *path), 1, (path))
WRAP(int, unlinkat, (int folder, const char *path, int flags), 1, (folder, path, flags))
WRAP(int, mkdir, (const char *path, mode_t mode), 1, (path, mode))
WRAP(int, rmdir, (const char *path), 1, (path))
WRAP(int, fsync, (int fd), 1, (fd))
WRAP(int, fdatasync, (int fd), 1, (fd))
WRAP(int, fchmod, (int fd, mode_t mode), 1, (fd, mode))
WRAP(int, chmod, (const char *path, mode_t mode), 1, (path, mode))
WRAP(int, ftruncate64, (int fd, off64_t length), 1, (fd, length))

#define WRAP_OPEN(name, parameters, before)                                              \
    int name parameters {                                                                \
        static int(*real) parameters;                                                    \
        if (!real)                                                                       \
            real = (int(*) parameters)dlsym(RTLD_NEXT, #name);                           \
        va_list rest;                                                                    \
        va_start(rest, flags);                                                           \
        mode_t permissions = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                 \
        va_end(rest);                                                                    \
        DO(int, flags &(O_CREAT | O_TRUNC), (void)0, real before);                                \
    }

WRAP_OPEN(open, (const char *path, int flags, ...), (path, flags, permissions))
WRAP_OPEN(open64, (const char *path, int flags, ...), (path, flags, permissions))
WRAP_OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, permissions))
WRAP_OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, permissions))

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("KILL_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld", atomic_load(&calls));
        fclose(file);
    }
}
