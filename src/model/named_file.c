/* named_file.c - files that a model names, such as tables: paths begin at its folder, and may be kept within one. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "model/named_file.h"
#include "model/check.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The path as seen from the folder of the file that names it. */
static const char *beside(tml_resolved *r, const char *from, const char *path)
{
    const char *slash = strrchr(from, '/');
    if (path[0] == '/' || !slash)
        return path;
    return tml_arena_format(r->arena, "%.*s/%s", (int)(slash - from), from, path);
}

/* Whether a path that leads somewhere leads into a folder or to it, wherever links lead. */
static bool lies_in(const char *path, const char *folder)
{
    char *place = realpath(path, NULL), *top = realpath(folder, NULL);
    const size_t length = top ? strlen(top) : 0;
    const bool in = place && top && strncmp(place, top, length) == 0 &&
                    (place[length] == '/' || !place[length] || strcmp(top, "/") == 0);
    free(place);
    free(top);
    return in;
}

static bool is_file_in(const char *path, const char *folder)
{
    struct stat status;
    return lies_in(path, folder) && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Whether nothing has this name, in a place that is within the folder: of places outside of it not even this is told. */
static bool is_missing_in(tml_arena *arena, const char *path, const char *folder)
{
    struct stat status;
    char *part = tml_arena_text(arena, path, strlen(path)), *slash = strrchr(part, '/');
    if (stat(path, &status) == 0 || errno != ENOENT) /* also: a name that is too long to be one */
        return false;
    for (; slash && slash > part; slash = strrchr(part, '/')) {
        *slash = 0;
        if (!lies_in(part, folder))
            continue;
        *slash = '/';
        return lstat(part, &status) != 0; /* what is there leads nowhere, or out */
    }
    return false;
}

static bool goes_up(const char *path)
{
    for (const char *part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2]))
            return true;
    }
    return false;
}

/* The path for a model that is not trusted: NULL with a message where the file is outside of its folder, or not there, unless it may be missing. */
static const char *beside_enclosed(tml_resolved *r, const tml_node *node, const char *what, bool may_miss)
{
    const char *folder = r->model->enclosure->folder, *path = node->text;
    if (!folder)
        tml_log_raise(r->log, TML_E_TABLE_PATH, node->place, "%s \"%s\": this model may not read files", what, path);
    else if (path[0] == '/' || goes_up(path))
        tml_log_raise(r->log, TML_E_TABLE_PATH, node->place,
                      "%s \"%s\": only files in the folder of the model may be read", what, path);
    else {
        const char *from = strcmp(node->place.file, r->model->file) == 0 ? "" : node->place.file; /* an included file */
        const char *found = tml_arena_format(r->arena, "%s/%s", folder, beside(r, from, path));
        if (is_file_in(found, folder) || (may_miss && is_missing_in(r->arena, found, folder)))
            return found;
        tml_log_raise(r->log, TML_E_TABLE_PATH, node->place,
                      "%s \"%s\": there is no such file in the folder of the model", what, path);
    }
    return NULL;
}

static const char *path_of(tml_resolved *r, const tml_node *node, const char *what, bool may_miss)
{
    return r->model->enclosure ? beside_enclosed(r, node, what, may_miss) : beside(r, node->place.file, node->text);
}

const char *tml_named_file_path(tml_resolved *r, const tml_node *node, const char *what)
{
    return path_of(r, node, what, true);
}

static void release(void *object)
{
    tml_release(((tml_named_file *)object)->data);
}

bool tml_named_file_open(tml_resolved *r, const tml_node *node, const char *what, tml_named_file *file)
{
    *file = (tml_named_file){.part = tml_arena_part(r->arena)};
    tml_named_file *kept = TML_NEW(file->part, tml_named_file);
    *kept = *file;
    tml_arena_at_end(file->part, release, kept);
    file->path = path_of(r, node, what, false);
    if (file->path)
        file->data = kept->data = tml_source_read(file->path, &file->length, node->place, what, r->log);
    return file->data != NULL;
}

void tml_named_file_close(tml_named_file *file)
{
    tml_arena_free(file->part);
}
