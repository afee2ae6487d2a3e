/* folder.c - the model files of one folder: listed, read and replaced by name, and nothing outside of it. */
#define _DEFAULT_SOURCE /* flock */
#include "workbench/server/folder.h"
#include "frontend/json.h"
#include "workbench/server/file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LIST = 2000 };

/* The name of a file of this folder, and of no other. */
static bool is_plain(const char *name)
{
    const size_t length = strlen(name);
    if (length == 0 || length > 200 || name[0] == '.' || strchr(name, '/'))
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f)
            return false;
    return true;
}

bool wb_file_name_is_good(const char *name)
{
    if (!is_plain(name))
        return false;
    return wb_file_ends(name, ".yaml") || wb_file_ends(name, ".yml") || wb_file_ends(name, ".json");
}

static bool check_name(const char *name, wb_answer *answer)
{
    if (wb_file_name_is_good(name))
        return true;
    wb_refuse(answer, "name",
              "A file is named by letters without \"/\" and ends in .yaml, .yml or .json, not \"%.200s\".", name);
    return false;
}

static void refuse_errno(wb_answer *answer, const char *what, const char *name, int error)
{
    char reason[128] = "";
    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    wb_refuse(answer, error == ENOENT ? "absent" : "file", "%.200s cannot be %s: %s.", name, what,
              error == ELOOP ? "it is a link" : reason);
}

/* ---- the list ---- */

static int compare_entries(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_listed(const struct dirent *entry)
{
    return wb_file_name_is_good(entry->d_name);
}

void wb_folder_list(const char *folder, wb_answer *answer)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_listed, compare_entries);
    if (count < 0) {
        refuse_errno(answer, "read", "The folder", errno);
        return;
    }
    FILE *to = answer->result.to;
    int listed = 0;
    fputs("[", to);
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (listed < MAX_LIST && lstat(path, &status) == 0 && S_ISREG(status.st_mode)) {
            fputs(listed++ ? ", {\"name\": " : "{\"name\": ", to);
            fe_put_json(to, entries[i]->d_name);
            fprintf(to, ", \"modified\": %lld}", (long long)status.st_mtime);
        }
        free(entries[i]);
    }
    free(entries);
    fputs("]", to);
}

/* ---- reading ---- */

void wb_stamp(const char *bytes, size_t length, char stamp[WB_STAMP_SIZE])
{
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, length, (const uint8_t *)bytes);
    sha256_digest(&context, sizeof digest, digest);
    base16_encode_update(stamp, sizeof digest, digest);
    stamp[WB_STAMP_SIZE - 1] = 0;
}

/* What is in a file: `length` bytes. */
typedef struct {
    char *text; /* freed by the caller */
    size_t length;
    struct stat status;
} content;

/* 0, or an errno; ENOENT: there is none. */
static int read_file(int folder, const char *name, content *c)
{
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK); /* a pipe must not hold us */
    if (file < 0)
        return errno;
    int error = fstat(file, &c->status) != 0 ? errno : S_ISREG(c->status.st_mode) ? 0 : EINVAL;
    if (!error && c->status.st_size > WB_MAX_FILE)
        error = EFBIG;
    if (!error)
        error = wb_file_read(file, WB_MAX_FILE, &c->text, &c->length);
    close(file);
    return error;
}

/* UTF-8 without zeros; other bytes could not be given back as they came. */
static bool is_text(const content *c)
{
    json_t *string = json_stringn(c->text, c->length);
    const bool good = string && strlen(c->text) == c->length;
    json_decref(string);
    return good;
}

static int open_folder(const char *folder)
{
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* False: refused. What was read is freed by the caller either way. */
static bool read_or_refuse(const char *folder, const char *name, content *found, wb_answer *answer)
{
    const int there = open_folder(folder);
    const int error = there < 0 ? errno : read_file(there, name, found);
    if (there >= 0)
        close(there);
    if (error)
        refuse_errno(answer, "read", name, error);
    return !error;
}

void wb_folder_open(const char *folder, const char *name, wb_answer *answer)
{
    content found = {0};
    char stamp[WB_STAMP_SIZE];
    if (!check_name(name, answer))
        return;
    const bool read = read_or_refuse(folder, name, &found, answer);
    if (read && !is_text(&found))
        wb_refuse(answer, "file", "%.200s is no text in UTF-8.", name);
    else if (read) {
        FILE *to = answer->result.to;
        wb_stamp(found.text, found.length, stamp);
        fputs("{\"name\": ", to);
        fe_put_json(to, name);
        fputs(", \"text\": ", to);
        fe_put_json(to, found.text);
        fprintf(to, ", \"stamp\": \"%s\"}", stamp);
    }
    free(found.text);
}

/* The type of a picture by the ending of its name; NULL: it is none. */
static const char *picture_type(const char *name)
{
    static const char *const types[][2] = {{".png", "image/png"},
                                           {".jpg", "image/jpeg"},
                                           {".jpeg", "image/jpeg"},
                                           {".webp", "image/webp"},
                                           {".svg", "image/svg+xml"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is_plain(name) && wb_file_ends(name, types[i][0]))
            return types[i][1];
    return NULL;
}

void wb_folder_picture(const char *folder, const char *name, wb_answer *answer)
{
    const char *type = picture_type(name);
    content found = {0};
    if (!type) {
        wb_refuse(answer, "name",
                  "A picture lies beside the model file and ends in .png, .jpg, .jpeg, .webp or .svg, not \"%.200s\".",
                  name);
        return;
    }
    if (read_or_refuse(folder, name, &found, answer)) {
        fprintf(answer->result.to, "{\"type\": \"%s\", \"data\": \"", type);
        wb_put_base64(answer->result.to, found.text, found.length);
        fputs("\"}", answer->result.to);
    }
    free(found.text);
}

/* ---- meshes ---- */

/* A file of triangles in the folder or below it: parts of its path are plain names. */
static bool is_mesh(const char *path)
{
    static const char *const endings[] = {".stl", ".obj", ".dae"};
    char part[NAME_MAX + 1];
    for (const char *at = path;; at++) {
        const size_t length = strcspn(at, "/");
        if (length > NAME_MAX)
            return false;
        memcpy(part, at, length);
        part[length] = 0;
        if (!is_plain(part))
            return false;
        at += length;
        if (!*at)
            break;
    }
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(ending, endings[i]) == 0)
            return true;
    return false;
}

/* The folder that holds the file, part by part and never through a link, which might lead out; -1: none, with errno. */
static int open_below(const char *folder, const char *path, const char **name)
{
    int there = open_folder(folder);
    for (const char *slash; there >= 0 && (slash = strchr(path, '/')) != NULL; path = slash + 1) {
        char part[NAME_MAX + 1];
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        const int next = openat(there, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), error = errno;
        close(there);
        there = next;
        errno = error;
    }
    *name = path;
    return there;
}

void wb_folder_mesh(const char *folder, const char *path, wb_answer *answer)
{
    const char *name;
    content found = {0};
    if (!is_mesh(path)) {
        wb_refuse(answer, "name",
                  "A mesh lies in the folder of the model or below it and ends in .stl, .obj or .dae, not \"%.200s\".",
                  path);
        return;
    }
    const int there = open_below(folder, path, &name);
    const int error = there < 0 ? errno : read_file(there, name, &found);
    if (there >= 0)
        close(there);
    if (error)
        refuse_errno(answer, "read", path, error);
    else {
        fputs("{\"data\": \"", answer->result.to);
        wb_put_base64(answer->result.to, found.text, found.length);
        fputs("\"}", answer->result.to);
    }
    free(found.text);
}

/* Changes with whatever is written to the file, or put in its place. */
static void print_mark(const struct stat *status, char mark[WB_MARK_SIZE])
{
    snprintf(mark, WB_MARK_SIZE, "%lld.%09ld-%lld-%llu", (long long)status->st_mtim.tv_sec, status->st_mtim.tv_nsec,
             (long long)status->st_size, (unsigned long long)status->st_ino);
}

void wb_folder_look(const char *folder, const char *name, const char *mark, wb_answer *answer)
{
    struct stat status;
    char now[WB_MARK_SIZE], stamp[WB_STAMP_SIZE];
    if (!check_name(name, answer))
        return;
    const int there = open_folder(folder);
    int error = there < 0 || fstatat(there, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ? errno : 0;
    content found = {0};
    if (!error)
        print_mark(&status, now);
    const bool same = !error && mark && strcmp(mark, now) == 0;
    if (!error && !same)
        error = read_file(there, name, &found);
    if (there >= 0)
        close(there);
    if (error == ENOENT)
        fputs("{\"mark\": null}", answer->result.to);
    else if (error)
        refuse_errno(answer, "read", name, error);
    else if (same)
        fprintf(answer->result.to, "{\"mark\": \"%s\"}", now);
    else {
        wb_stamp(found.text, found.length, stamp);
        fprintf(answer->result.to, "{\"mark\": \"%s\", \"stamp\": \"%s\"}", now, stamp);
    }
    free(found.text);
}

/* ---- writing ---- */

/* Whether what is there is what the writer has seen. */
static bool is_as_seen(int folder, const char *name, const char *stamp, struct stat *status, bool *old,
                       wb_answer *answer)
{
    content found = {0};
    char now[WB_STAMP_SIZE];
    const int error = read_file(folder, name, &found);
    *status = found.status;
    *old = error == 0;
    if (error == 0)
        wb_stamp(found.text, found.length, now);
    if (error && error != ENOENT)
        refuse_errno(answer, "replaced", name, error);
    else if (*old && !stamp)
        wb_refuse(answer, "exists", "There is a file %.200s already.", name);
    else if (*old && strcmp(now, stamp) != 0)
        wb_refuse(answer, "changed", "%.200s was changed by another program since it was opened.", name);
    else if (!*old && stamp)
        wb_refuse(answer, "changed", "%.200s is no longer there.", name);
    free(found.text);
    return !answer->code;
}

/* Pages save at the same time, also through other servers: between looking and writing another must not write. The lock is of the
 * folder, and goes when it is closed. Where a file system has no locks, two servers do not know of each other. */
static void lock_folder(int folder)
{
    while (flock(folder, LOCK_EX) != 0 && errno == EINTR)
        ;
}

static int write_file(int folder, const char *name, const char *text, size_t length, const struct stat *old)
{
    if (old && faccessat(folder, name, W_OK, 0) != 0)
        return errno;
    const tml_replace_options how = {
        .size = sizeof how, .mode = old ? old->st_mode & 0777 : 0, .is_new = !old, .durable = true};
    return tml_file_replace(folder, name, text, length, &how);
}

void wb_folder_save(const char *folder, const char *name, const char *text, size_t length, const char *stamp,
                    wb_answer *answer)
{
    struct stat status = {0};
    bool old = false;
    char now[WB_STAMP_SIZE];
    if (!check_name(name, answer))
        return;
    if (length > WB_MAX_FILE) {
        wb_refuse(answer, "large", "A file has at most %d MB.", WB_MAX_FILE >> 20);
        return;
    }
    const int there = open_folder(folder);
    if (there < 0) {
        refuse_errno(answer, "opened", "The folder", errno);
        return;
    }
    lock_folder(there);
    if (is_as_seen(there, name, stamp, &status, &old, answer)) {
        const int error = write_file(there, name, text, length, old ? &status : NULL);
        if (error == EEXIST)
            wb_refuse(answer, "exists", "There is a file %.200s already.", name);
        else if (error)
            refuse_errno(answer, "written", name, error);
        else {
            wb_stamp(text, length, now);
            fprintf(answer->result.to, "{\"stamp\": \"%s\"}", now);
        }
    }
    close(there);
}
