/* robot_mesh.c - files of meshes: looked for where the description names them, and named from the folder of the model file on.
 *
 * One that is not found, that does not lie in the folder of the model file or below it, or of a format that is not drawn stays a comment in the
 * model file, and is told. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/file.h"
#include "exchange/include.h"
#include "exchange/robot.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum { FOUND, NOT_FOUND, OUTSIDE, UNKNOWN, REASONS } reason;

static bool is_drawn(const char *file)
{
    static const char *const endings[] = {".stl", ".obj", ".dae"};
    const char *ending = strrchr(file, '.');
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(ending, endings[i]) == 0)
            return true;
    return false;
}

/* The part of `file` that follows `folder`, both without links; NULL: it is not below. */
static const char *below(const char *file, const char *folder)
{
    const size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(file, folder, length) == 0 && file[length] == '/' ? file + length + 1 : NULL;
}

/* The file itself, wherever links lead; for free(), NULL: there is none. */
static char *find(const tml_robot *r, const char *file)
{
    const tml_include_folder where = {.folder = r->options->folder, .models = r->options->models};
    char *found = where.folder ? tml_include_find(&where, file) : NULL;
    char *real = found ? realpath(found, NULL) : NULL;
    free(found);
    return real;
}

/* is_output: set where the mesh is the file that will be written. */
static reason look_for(tml_robot *r, const char *top, tml_solid *s, bool *is_output)
{
    char *file = find(r, s->file);
    *is_output |= file && r->options->output && tml_file_is_same(file, r->options->output);
    if (!is_drawn(s->file)) {
        free(file);
        return UNKNOWN;
    }
    const char *path = file && top ? below(file, top) : NULL;
    s->path = path ? tml_arena_text(r->arena, path, strlen(path)) : NULL;
    const reason why = path ? FOUND : file ? OUTSIDE : NOT_FOUND;
    free(file);
    return why;
}

/* Of all that are not drawn for this reason the first is named. */
static void tell(const tml_robot *r, reason why, const char *first, tml_place place, int count)
{
    static const char *const words[] = {
        [NOT_FOUND] = "no such file is there, as seen from the description",
        [OUTSIDE] = "it does not lie in the folder of the model file or below it",
        [UNKNOWN] = "STL, OBJ and Collada files are drawn (.stl, .obj, .dae)",
    };
    const char *others = count > 1 ? tml_arena_format(r->arena, ", and %d more", count - 1) : "";
    tml_log_raise(r->log, TML_W_ROBOT_MESH_FILE, place, "mesh \"%s\"%s: not drawn: %s", first, others, words[why]);
}

bool tml_robot_find_meshes(tml_robot *r)
{
    const char *folder = r->options->model_folder ? r->options->model_folder : r->options->folder;
    char *top = folder ? realpath(folder[0] ? folder : ".", NULL) : NULL;
    const char *first[REASONS] = {NULL};
    tml_place places[REASONS] = {{0}};
    int counts[REASONS] = {0};
    bool is_output = false;
    for (int i = 0; i < r->link_count; i++)
        for (tml_solid *s = r->links[i].solids; s; s = s->next) {
            if (s->kind != TML_SOLID_MESH || !s->file)
                continue;
            const reason why = look_for(r, top, s, &is_output);
            if (counts[why]++ == 0)
                first[why] = s->file, places[why] = r->links[i].place;
        }
    free(top);
    for (reason why = NOT_FOUND; why < REASONS; why++)
        if (counts[why])
            tell(r, why, first[why], places[why], counts[why]);
    return is_output;
}
