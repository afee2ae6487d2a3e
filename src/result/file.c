/* file.c - reads whole files, and writes them to a temporary file beside the target that is then renamed. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "result/file.h"
#include "base/arena.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

bool tml_path_ends(const char *path, const char *ending)
{
    size_t length = strlen(path), part = strlen(ending);
    return length > part && path[length - part - 1] != '/' && strcasecmp(path + length - part, ending) == 0;
}

static void log_reason(tml_log *log, const char *what, const char *path, int error)
{
    char reason[128] = "";
    if (strerror_r(error, reason, sizeof reason) != 0)
        (void)snprintf(reason, sizeof reason, "error %d", error);
    tml_log_raise(log, TML_E_CANNOT_ACCESS, TML_NOWHERE, "cannot %s %s: %s", what, path, reason);
}

/* ---- reading ------------------------------------------------------------------------------------------------- */

int tml_file_read_all(int file, size_t most, tml_text *text)
{
    char bytes[65536];
    const size_t before = text->length;
    tml_text_put(text, "", 0);
    for (;;) {
        ssize_t count = read(file, bytes, sizeof bytes);
        if (count > 0)
            tml_text_put(text, bytes, (size_t)count);
        else if (count < 0 && errno != EINTR)
            return errno;
        if (text->failed)
            return ENOMEM;
        if (count == 0)
            return 0;
        if (text->length - before > most)
            return EFBIG;
    }
}

tml_status tml_file_read(const char *path, tml_text *text, tml_log *log)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        log_reason(log, "read", path, errno);
        return TML_WRONG;
    }
    int error = tml_file_read_all(file, SIZE_MAX, text);
    (void)close(file);
    if (error == 0)
        return TML_OK;
    log_reason(log, "read", path, error);
    return error == ENOMEM ? TML_NO_MEMORY : TML_WRONG;
}

/* ---- writing ------------------------------------------------------------------------------------------------- */

int tml_file_write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = write(file, bytes, length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 ? errno : EIO;
        bytes += count;
        length -= (size_t)count;
    }
    return 0;
}

static int write_and_close(int file, const char *bytes, size_t length)
{
    int error = tml_file_write_all(file, bytes, length);
    if (close(file) != 0 && error == 0)
        error = errno;
    return error;
}

/* A device or a pipe has nothing to lose and cannot be replaced. */
static int write_directly(const char *path, const char *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    return file >= 0 ? write_and_close(file, bytes, length) : errno;
}

/* Opens a new file in the folder of path. */
static int open_beside(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    for (int number = 0; number < 100; number++) {
        (void)snprintf(name, size, "%.*s.trammel-%ld-%d", folder, path, (long)getpid(), number);
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

static int write_beside(const char *path, const struct stat *old, const char *bytes, size_t length)
{
    size_t size = strlen(path) + 64;
    char *name = tml_allocate(size);
    if (name == NULL)
        return ENOMEM;
    int error = 0;
    int file = open_beside(path, name, size);
    if (file < 0) {
        error = errno;
    } else {
        if (old != NULL)
            (void)fchmod(file, old->st_mode & 07777);
        error = write_and_close(file, bytes, length);
        if (error == 0 && rename(name, path) != 0)
            error = errno;
        if (error != 0)
            (void)unlink(name);
    }
    tml_release(name);
    return error;
}

static int write_file(const char *path, const char *bytes, size_t length)
{
    struct stat old;
    if (stat(path, &old) != 0)
        return errno == ENOENT ? write_beside(path, NULL, bytes, length) : errno;
    if (S_ISDIR(old.st_mode))
        return EISDIR;
    if (!S_ISREG(old.st_mode))
        return write_directly(path, bytes, length);
    if (access(path, W_OK) != 0)
        return errno;
    char *target = realpath(path, NULL); /* a link stays a link */
    if (target == NULL)
        return errno;
    int error = write_beside(target, &old, bytes, length);
    free(target);
    return error;
}

tml_status tml_file_write(const char *path, const char *bytes, size_t length, tml_log *log)
{
    int error = write_file(path, bytes, length);
    if (error == 0)
        return TML_OK;
    log_reason(log, "write", path, error);
    return error == ENOMEM ? TML_NO_MEMORY : TML_FAILED;
}
