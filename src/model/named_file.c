/* named_file.c - files that a model names, such as tables: paths begin at its folder, and may be kept within one. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "model/named_file.h"
#include "model/check.h"
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

/* Whether a file that is there lies in a folder or below it, wherever links lead. */
static bool lies_below(const char *path, const char *folder)
{
    char *file = realpath(path, NULL), *top = realpath(folder, NULL);
    struct stat status;
    const size_t length = top ? strlen(top) : 0;
    const bool below = file && top && strncmp(file, top, length) == 0 &&
                       (file[length] == '/' || strcmp(top, "/") == 0) && stat(file, &status) == 0 &&
                       S_ISREG(status.st_mode);
    free(file);
    free(top);
    return below;
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

/* The path for a model that is not trusted: NULL with a message where the file is outside of its folder, or not there. */
static const char *beside_enclosed(tml_resolved *r, const tml_node *node, const char *what)
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
        if (lies_below(found, folder))
            return found;
        tml_log_raise(r->log, TML_E_TABLE_PATH, node->place,
                      "%s \"%s\": there is no such file in the folder of the model", what, path);
    }
    return NULL;
}

static void release(void *object)
{
    tml_release(((tml_named_file *)object)->data);
}

const char *tml_named_file_path(tml_resolved *r, const tml_node *node, const char *what)
{
    return r->model->enclosure ? beside_enclosed(r, node, what) : beside(r, node->place.file, node->text);
}

bool tml_named_file_open(tml_resolved *r, const tml_node *node, const char *what, tml_named_file *file)
{
    *file = (tml_named_file){.part = tml_arena_part(r->arena)};
    tml_named_file *kept = TML_NEW(file->part, tml_named_file);
    *kept = *file;
    tml_arena_at_end(file->part, release, kept);
    file->path = tml_named_file_path(r, node, what);
    if (file->path)
        file->data = kept->data = tml_source_read(file->path, &file->length, node->place, what, r->log);
    return file->data != NULL;
}

void tml_named_file_close(tml_named_file *file)
{
    tml_arena_free(file->part);
}
