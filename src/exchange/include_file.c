/* include_file.c - files that a description names: beside it, or in folders of models as users of Gazebo have them. */
#include "base/file.h"
#include "base/text.h"
#include "exchange/include.h"
#include "trammel/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file;
}

/* FOLDER/REST where such a file is; NULL: there is none. */
static char *in_folder(const char *folder, size_t length, const char *rest)
{
    tml_text whole = {0};
    tml_text_put(&whole, folder, length);
    tml_text_add(&whole, "%s%s", length && folder[length - 1] != '/' ? "/" : "", rest);
    char *path = tml_text_detach(&whole);
    tml_text_free(&whole);
    if (path && exists(path))
        return path;
    free(path);
    return NULL;
}

static char *in_folders(const char *list, const char *rest)
{
    char *found = NULL;
    while (list && *list && !found) {
        const size_t length = strcspn(list, ":");
        if (length)
            found = in_folder(list, length, rest);
        list += length + (list[length] == ':');
    }
    return found;
}

/* In the folder of the description and those around it: a model often lies beside others. */
static char *around(const char *folder, const char *rest)
{
    enum { LEVELS = 6 };
    tml_text up = {0};
    char *found = NULL;
    tml_text_add(&up, "%s", folder[0] ? folder : ".");
    for (int i = 0; i < LEVELS && !found && !up.failed; i++) {
        found = in_folder(up.data, up.length, rest);
        tml_text_add(&up, "/..");
    }
    tml_text_free(&up);
    return found;
}

char *tml_include_find(const tml_include_folder *where, const char *path)
{
    static const char *const variables[] = {"GZ_SIM_RESOURCE_PATH", "SDF_PATH", "GAZEBO_MODEL_PATH",
                                            "ROS_PACKAGE_PATH"};
    const char *scheme = strstr(path, "://");
    if (!scheme)
        return path[0] == '/' ? in_folder("", 0, path) : in_folder(where->folder, strlen(where->folder), path);
    const char *rest = scheme + 3;
    if (strncmp(path, "file:", 5) == 0)
        return in_folder("", 0, rest);
    char *found = in_folders(where->models, rest);
    for (size_t i = 0; i < sizeof variables / sizeof *variables && !found; i++)
        found = in_folders(getenv(variables[i]), rest);
    return found ? found : around(where->folder, rest);
}

char *tml_include_from_folder(void *context, const char *path, size_t *length)
{
    tml_include_folder *where = context;
    char *whole = tml_include_find(where, path);
    where->reads_output |= whole && where->output && tml_file_is_same(whole, where->output);
    tml_log *log = whole ? tml_log_make() : NULL;
    char *text = log ? tml_file_read_model(whole, length, log) : NULL; /* that it is not there, the caller tells */
    tml_log_free(log);
    free(whole);
    return text;
}
