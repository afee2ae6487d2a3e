/* file.c - whole files by their paths: reading, writing, and checking whether they could be written. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/file.h"
#include <string.h>
#ifdef TML_LEAN /* in an FMU for Windows: it reads and writes no files (cmake/FmuWindows.cmake) */
static tml_status refuse(const char *path, tml_log *log)
{
    tml_log_raise(log, TML_E_CANNOT_ACCESS, TML_NOWHERE, "cannot access %s: there are no files here", path);
    return TML_WRONG;
}

tml_status tml_file_read(const char *path, tml_text *text, tml_log *log)
{
    (void)text;
    return refuse(path, log);
}

tml_status tml_file_check_writable(const char *path, tml_log *log)
{
    return refuse(path, log);
}

bool tml_file_is_same(const char *path, const char *other)
{
    return strcmp(path, other) == 0;
}
#else
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

bool tml_path_ends(const char *path, const char *ending)
{
    size_t length = strlen(path), part = strlen(ending);
    return length > part && path[length - part - 1] != '/' && strcasecmp(path + length - part, ending) == 0;
}

bool tml_file_is_same(const char *path, const char *other)
{
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static void log_reason(tml_log *log, const char *what, const char *path, int error)
{
    char reason[128] = "it is a folder";
    if (error != EISDIR && strerror_r(error, reason, sizeof reason) != 0)
        (void)snprintf(reason, sizeof reason, "error %d", error);
    tml_log_raise(log, error == ENOMEM ? TML_E_OUT_OF_MEMORY : TML_E_CANNOT_ACCESS, TML_NOWHERE, "cannot %s %s: %s",
                  what, path, reason);
}

/* ---- reading ------------------------------------------------------------------------------------------------- */

/* 0, or an errno. */
static int read_all(int file, tml_text *text)
{
    char bytes[65536];
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
    }
}

tml_status tml_file_read(const char *path, tml_text *text, tml_log *log)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        log_reason(log, "read", path, errno);
        return TML_WRONG;
    }
    int error = read_all(file, text);
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

/* A device or a pipe has no content to protect and cannot be replaced. */
static int write_directly(const char *path, const char *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    return file >= 0 ? write_and_close(file, bytes, length) : errno;
}

/* The folder of a path, opened, and the name in it; negative: cannot be opened. */
static int open_folder(const char *path, const char **name)
{
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    if (slash && snprintf(folder, sizeof folder, "%.*s", (int)(slash - path + 1), path) >= (int)sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int write_beside(const char *path, const struct stat *old, const char *bytes, size_t length)
{
    const char *name;
    const int folder = open_folder(path, &name);
    if (folder < 0)
        return errno;
    const int error = tml_file_replace(
        folder, name, bytes, length,
        &(tml_replace_options){.size = sizeof(tml_replace_options), .mode = old ? old->st_mode & 07777 : 0});
    (void)close(folder);
    return error;
}

/* What exists at a path: a file that can be written or replaced, or nothing. 0, or an errno. */
static int inspect(const char *path, struct stat *old, bool *exists)
{
    *exists = stat(path, old) == 0;
    if (!*exists)
        return errno == ENOENT ? 0 : errno;
    if (S_ISDIR(old->st_mode))
        return EISDIR;
    return access(path, W_OK) == 0 ? 0 : errno;
}

static int write_file(const char *path, const char *bytes, size_t length)
{
    struct stat old;
    bool exists;
    int error = inspect(path, &old, &exists);
    if (error)
        return error;
    if (!exists)
        return write_beside(path, NULL, bytes, length);
    if (!S_ISREG(old.st_mode))
        return write_directly(path, bytes, length);
    char *target = realpath(path, NULL); /* a symbolic link is kept */
    if (target == NULL)
        return errno;
    error = write_beside(target, &old, bytes, length);
    free(target);
    return error;
}

static int check_writable(const char *path)
{
    struct stat old;
    bool exists;
    int error = inspect(path, &old, &exists);
    if (error || (exists && !S_ISREG(old.st_mode)))
        return error;
    const char *name;
    char *target = exists ? realpath(path, NULL) : NULL;
    const int folder = open_folder(target ? target : path, &name);
    error = folder < 0 ? errno : tml_file_try_beside(folder);
    if (folder >= 0)
        (void)close(folder);
    free(target);
    return error;
}

tml_status tml_file_check_writable(const char *path, tml_log *log)
{
    const int error = check_writable(path);
    if (error == 0)
        return TML_OK;
    log_reason(log, "write", path, error);
    return TML_WRONG;
}

tml_status tml_file_check_apart(const char *path, const char *const *inputs, size_t count, tml_log *log)
{
    for (size_t i = 0; i < count; i++)
        if (tml_file_is_same(path, inputs[i])) {
            tml_log_raise(log, TML_E_OUTPUT_IS_INPUT, TML_NOWHERE,
                          "%s is read by this command: give the output another name", path);
            return TML_WRONG;
        }
    return tml_file_check_writable(path, log);
}

tml_status tml_file_write(const char *path, const char *bytes, size_t length, tml_log *log)
{
    int error = write_file(path, bytes, length);
    if (error == 0)
        return TML_OK;
    log_reason(log, "write", path, error);
    return error == ENOMEM ? TML_NO_MEMORY : TML_FAILED;
}
#endif
