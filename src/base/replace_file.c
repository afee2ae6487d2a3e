/* replace_file.c - atomic replacement of a file: it is written without a name, so that a killed program leaves nothing behind, then linked
 * to its name.
 *
 * A file that replaces another has a temporary name between linkat and renameat; on file systems without unnamed files, for as long
 * as it is written.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "base/file.h"
#include "base/options.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_TRIED = 100, BESIDE_SIZE = 48 };

static void name_beside(char name[BESIDE_SIZE], int number)
{
    snprintf(name, BESIDE_SIZE, ".trammel-%ld-%d", (long)getpid(), number);
}

/* A new file in the same folder; `name` is empty if it has no name yet. */
static int open_beside(int folder, char name[BESIDE_SIZE])
{
    name[0] = 0;
    const bool can_name = access("/proc/self/fd", X_OK) == 0; /* see give_name */
    int file = can_name ? openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
    const bool unknown = !can_name || (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT || errno == EINVAL);
    for (int number = 0; file < 0 && unknown && number < NAMES_TRIED; number++) {
        name_beside(name, number);
        file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

/* Links an unnamed file to this name, which must be free. 0, or an errno. */
static int give_name(int file, int folder, const char *name)
{
    char path[48];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

static int give_name_beside(int file, int folder, char name[BESIDE_SIZE])
{
    int error = EEXIST;
    for (int number = 0; error == EEXIST && number < NAMES_TRIED; number++) {
        name_beside(name, number);
        error = give_name(file, folder, name);
    }
    if (error)
        name[0] = 0;
    return error;
}

/* A new file that must not replace another is linked to its name, not renamed. */
static int put_in_place(int file, int folder, char beside[BESIDE_SIZE], const char *name, bool is_new)
{
    int error = 0;
    if (!beside[0] && is_new)
        return give_name(file, folder, name);
    if (!beside[0] && (error = give_name_beside(file, folder, beside)))
        return error;
    if (is_new) {
        error = linkat(folder, beside, folder, name, 0) == 0 ? 0 : errno;
        if (!error || error == EEXIST) {
            unlinkat(folder, beside, 0);
            beside[0] = 0;
            return error;
        } /* otherwise a file system without links */
    }
    error = renameat(folder, beside, folder, name) == 0 ? 0 : errno;
    if (!error)
        beside[0] = 0;
    return error;
}

static int replace(int folder, const char *name, const char *bytes, size_t length, const tml_replace_options *how)
{
    char beside[BESIDE_SIZE];
    const int file = open_beside(folder, beside);
    if (file < 0)
        return errno;
    if (how->mode && fchmod(file, how->mode) != 0) {
        /* a file system without modes: nothing to preserve */
    }
    int error = tml_file_write_all(file, bytes, length);
    if (!error && how->durable && fsync(file) != 0)
        error = errno;
    if (!error)
        error = put_in_place(file, folder, beside, name, how->is_new);
    if (close(file) != 0 && !error)
        error = errno;
    if (error && beside[0])
        unlinkat(folder, beside, 0);
    if (!error && how->durable)
        (void)fsync(folder);
    return error;
}

int tml_file_replace(int folder, const char *name, const char *bytes, size_t length, const tml_replace_options *options)
{
    tml_replace_options own;
    if (!tml_options_copy(&own, sizeof own, options, NULL))
        return EINVAL;
    return replace(folder, name, bytes, length, &own);
}

int tml_file_try_beside(int folder)
{
    char beside[BESIDE_SIZE];
    const int file = open_beside(folder, beside);
    if (file < 0)
        return errno;
    close(file);
    if (beside[0])
        unlinkat(folder, beside, 0);
    return 0;
}
