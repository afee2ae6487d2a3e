/* sdf_include.c - <include> of SDFormat: a model of another file, named by its file or by its folder.
 *
 * In a folder, model.config tells the file: the one of the latest version. model://NAME/... stands as it is written: the program that imports
 * knows in which folders models are. Other paths begin at the folder of the file that includes. */
#include "exchange/sdf.h"
#include <stdlib.h>

static tml_xml *fail(tml_sdf *s, const tml_xml *include, const char *why, const char *path)
{
    tml_log_raise(s->robot->log, TML_E_ROBOT_INCLUDE, include->place, why, path);
    return NULL;
}

static tml_xml *read_file(tml_sdf *s, const char *path)
{
    const tml_import_options *options = s->robot->options;
    size_t length = 0;
    char *text = options->include(options->context, path, &length);
    if (!text)
        return NULL;
    tml_arena_at_end(s->robot->arena, free, text);
    return tml_xml_read(text, length, path, s->robot->arena, s->robot->log);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), own = strlen(end);
    return length >= own && strcmp(text + length - own, end) == 0;
}

/* The file of a model's folder, from its model.config: of several, that of the latest version. */
static const char *file_of_folder(tml_sdf *s, const char *folder)
{
    tml_arena *arena = s->robot->arena;
    tml_xml *config = read_file(s, tml_arena_format(arena, "%s/model.config", folder));
    const char *file = NULL, *latest = "";
    for (tml_xml *x = tml_xml_child(config, "sdf"); x; x = tml_xml_next(x)) {
        const char *version = tml_xml_get(x, "version");
        version = version ? version : "";
        const size_t length = strlen(version), before = strlen(latest);
        if (file && (length < before || (length == before && strcmp(version, latest) < 0)))
            continue; /* "1.10" is later than "1.9" */
        file = x->text;
        latest = version;
    }
    return file ? tml_arena_format(arena, "%s/%s", folder, file) : NULL;
}

const char *tml_sdf_path(const tml_sdf *s, const tml_xml *include, const char *uri)
{
    const char *file = include->place.file, *slash = file ? strrchr(file, '/') : NULL;
    if (strncmp(uri, "file://", 7) == 0)
        uri += 7;
    if (strstr(uri, "://") || uri[0] == '/' || !slash || strcmp(file, s->robot->file) == 0)
        return uri;
    return tml_arena_format(s->robot->arena, "%.*s/%s", (int)(slash - file), file, uri);
}

tml_xml *tml_sdf_included(tml_sdf *s, tml_xml *include, int *version)
{
    const char *uri = tml_sdf_text(include, "uri"), *merge = tml_xml_get(include, "merge");
    if (!uri || !s->robot->options->include)
        return fail(s, include,
                    uri ? "\"%s\" is to be included, and the program that imports does not say how other files are read"
                        : "<include> names no file%s",
                    uri ? uri : "");
    if (merge && (strcmp(merge, "true") == 0 || strcmp(merge, "1") == 0))
        return fail(s, include,
                    "\"%s\" is to be merged into the model around it, which is not known: include it without merge",
                    uri);
    const char *path = tml_sdf_path(s, include, uri), *file = path;
    if (!ends_with(path, ".sdf") && !ends_with(path, ".xml") && !ends_with(path, ".world"))
        file = file_of_folder(s, path);
    tml_xml *root = file ? read_file(s, file) : NULL, *model;
    if (!root)
        return fail(s, include, "\"%s\", which is to be included, cannot be read", uri);
    if (strcmp(root->name, "sdf") != 0 || !(model = tml_xml_child(root, "model")))
        return fail(s, include, "\"%s\", which is to be included, has no <model> of SDFormat", uri);
    *version = tml_sdf_version(root);
    return model;
}
