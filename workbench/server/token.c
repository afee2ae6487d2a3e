/* token.c - the secret that a page shows to be received.
 *
 * It is kept in $XDG_STATE_HOME/trammel/token, readable by its owner only; a file that others could read or write is not used.
 */
#define _DEFAULT_SOURCE /* getrandom */
#include "workbench/server/token.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <nettle/base64.h>
#include <nettle/memops.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TOKEN_BYTES = 32 };
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool wb_token_make(char token[WB_TOKEN_LENGTH + 1])
{
    uint8_t bytes[TOKEN_BYTES];
    char encoded[BASE64_ENCODE_RAW_LENGTH(TOKEN_BYTES)]; /* the last is padding, which nobody needs */
    size_t got = 0;
    while (got < sizeof bytes) {
        const ssize_t more = getrandom(bytes + got, sizeof bytes - got, 0);
        if (more < 0 && errno != EINTR)
            return false;
        got += more > 0 ? (size_t)more : 0;
    }
    struct base64_encode_ctx context;
    base64url_encode_init(&context);
    const size_t done = base64_encode_update(&context, encoded, sizeof bytes, bytes);
    base64_encode_final(&context, encoded + done);
    memcpy(token, encoded, WB_TOKEN_LENGTH);
    token[WB_TOKEN_LENGTH] = 0;
    return true;
}

bool wb_token_is(const char *token, const char *given, size_t length)
{
    return length == WB_TOKEN_LENGTH && memeql_sec(token, given, WB_TOKEN_LENGTH);
}

/* ---- the file ---- */

/* Makes the folder and those above it, for the owner only. */
static bool make_folder(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        const bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!good)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool find_folder(char *path, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const bool own = state && state[0] == '/';
    if (!own && !(home && home[0] == '/'))
        return false;
    const int length =
        own ? snprintf(path, size, "%s/trammel", state) : snprintf(path, size, "%s/.local/state/trammel", home);
    struct stat status;
    return length > 0 && (size_t)length < size && make_folder(path) && lstat(path, &status) == 0 &&
           S_ISDIR(status.st_mode) && status.st_uid == geteuid() && (status.st_mode & 022) == 0;
}

static bool read_token(const char *path, char token[WB_TOKEN_LENGTH + 1])
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (file < 0)
        return false;
    const bool safe = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
                      (status.st_mode & 077) == 0;
    char read_bytes[WB_TOKEN_LENGTH + 2];
    const ssize_t count = safe ? read(file, read_bytes, sizeof read_bytes) : 0;
    close(file);
    const bool whole = count == WB_TOKEN_LENGTH + 1 && read_bytes[WB_TOKEN_LENGTH] == '\n';
    read_bytes[WB_TOKEN_LENGTH] = 0;
    if (!whole || strspn(read_bytes, letters) != WB_TOKEN_LENGTH)
        return false;
    memcpy(token, read_bytes, WB_TOKEN_LENGTH + 1);
    return true;
}

/* Whole or not at all: another run may begin at the same time, and the later one's stands for both from then on. */
static void write_token(const char *path, const char *token)
{
    char beside[PATH_MAX + 32], line[WB_TOKEN_LENGTH + 2];
    snprintf(beside, sizeof beside, "%s.%ld", path, (long)getpid());
    snprintf(line, sizeof line, "%s\n", token);
    unlink(beside);
    const int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    bool good = write(file, line, WB_TOKEN_LENGTH + 1) == WB_TOKEN_LENGTH + 1;
    good = close(file) == 0 && good;
    if (!good || rename(beside, path) != 0)
        unlink(beside);
}

bool wb_token_get(char token[WB_TOKEN_LENGTH + 1])
{
    char path[PATH_MAX];
    if (!find_folder(path, sizeof path - 8))
        return wb_token_make(token);
    strcat(path, "/token");
    if (read_token(path, token))
        return true;
    if (!wb_token_make(token))
        return false;
    write_token(path, token);
    return true;
}
