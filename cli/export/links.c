/* links.c - `trammel export links`: the bodies of a plane model as flat parts for a laser cutter, 1:1. */
#include "command_line.h"
#include "export.h"
#include "frontend/codes.h"
#include "frontend/memory.h"
#include "load.h"
#include "messages.h"
#include "outline_files.h"
#include "output.h"
#include "scene_command.h"
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "export links MODEL -o FOLDER|DRAWING.dxf|.svg [--body BODY] [--hole MM] [--width MM] [--set parameter=value]…"

/* clang-format off */
static const char explained[] =
    "usage: trammel " USAGE "\n"
    "\n"
    "Draws each moving body of a plane model in its own axes, 1:1 in millimetres: outlines of its shapes, and a hole at\n"
    "each of its points. A body without shapes is drawn as a link: a slot about two points, the rounded hull of more.\n"
    "Layers: OUTLINE and HOLES to be cut; CENTRES and NAMES. Holes for pins need clearance: choose --hole for it.\n"
    "\n"
    "  -o, --output DRAWING   all bodies side by side in one .dxf (R12) or .svg; else a folder, with both of each body\n"
    "  --body BODY            this one alone; it may be the ground\n"
    "  --hole MM              diameter of the holes (default: 5); 0: none\n"
    "  --width MM             width of links (default: that of the rod in the model, else 20);\n"
    "                         convex polygons grow by half of it on all sides, to have holes in their corners\n"
    "  --set parameter=value  another value of a parameter\n";
/* clang-format on */

typedef struct {
    const char *model, *output, *body;
    cli_part_options part;
    cli_settings set;
} arguments;

static const struct {
    const char *ending;
    cli_drawing *put;
} formats[] = {{".dxf", cli_put_dxf}, {".svg", cli_put_svg}};
enum { FORMATS = sizeof formats / sizeof *formats };

static cli_drawing *format_of(const char *path)
{
    for (int i = 0; i < FORMATS; i++) {
        const size_t length = strlen(path), end = strlen(formats[i].ending);
        if (length > end && cli_is(path + length - end, formats[i].ending))
            return formats[i].put;
    }
    return NULL;
}

static bool take_length(void *to, char *value)
{
    return cli_read_number(value, to) && *(double *)to >= 0;
}

static bool read_arguments(int count, char **list, arguments *a, int *code)
{
    static const cli_kind length = {"a length in millimetres", take_length};
    const cli_option options[] = {
        {"--output", "-o", &cli_text, &a->output}, {"--body", NULL, &cli_text, &a->body},
        {"--hole", NULL, &length, &a->part.hole},  {"--width", NULL, &length, &a->part.width},
        {"--set", NULL, &cli_setting, &a->set},    {0},
    };
    cli_command_line line = {
        .command = "export links", .usage = USAGE, .help = explained, .options = options, .needs = "model"};
    if (!cli_read_command_line(&line, count, list, code))
        return false;
    a->model = line.first;
    if (!a->output)
        *code = cli_wrong("export links", USAGE, "no output given: -o links.dxf");
    else if (a->part.width > 0 && a->part.hole >= a->part.width)
        *code = cli_wrong("export links", USAGE, "holes of %g mm do not fit into links of %g mm", a->part.hole,
                          a->part.width);
    return !*code;
}

static tml_status no_memory(tml_log *log)
{
    tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
    return TML_NO_MEMORY;
}

static tml_status write_drawing(const char *path, const cli_sources *from, cli_drawing *put, const cli_part *parts,
                                size_t count, tml_log *log)
{
    fe_memory memory = {0};
    tml_status status = TML_NO_MEMORY;
    if (fe_memory_open(&memory)) {
        put(memory.to, parts, count);
        if (fe_memory_close(&memory))
            status = cli_write_output(path, from, memory.data, memory.length, log);
    }
    fe_memory_free(&memory);
    return status == TML_NO_MEMORY ? no_memory(log) : status;
}

/* A drawing of each format of one part. */
static tml_status write_part(const char *folder, const cli_sources *from, const cli_part *part, tml_log *log)
{
    const size_t room = strlen(folder) + strlen(part->name) + 8;
    char *path = malloc(room);
    tml_status status = path ? TML_OK : no_memory(log);
    for (int i = 0; i < FORMATS && status == TML_OK; i++) {
        snprintf(path, room, "%s/%s%s", folder, part->name, formats[i].ending);
        status = write_drawing(path, from, formats[i].put, part, 1, log);
    }
    free(path);
    return status;
}

static tml_status write_parts(const arguments *a, const cli_sources *from, const cli_part *parts, size_t count,
                              tml_log *log)
{
    cli_drawing *put = format_of(a->output);
    if (put)
        return write_drawing(a->output, from, put, parts, count, log);
    tml_status status = cli_make_folder(a->output, from, log);
    for (size_t i = 0; i < count && status == TML_OK; i++)
        status = write_part(a->output, from, &parts[i], log);
    return status;
}

/* Those that are asked for and have an outline. */
static tml_status make_parts(const arguments *a, const cli_scene *scene, cli_part *parts, size_t *count, tml_log *log)
{
    for (size_t i = a->body ? 0 : 1; i < scene->body_count; i++) {
        if (a->body && !cli_is(scene->bodies[i].name, a->body))
            continue;
        const bool good = cli_part_make(&scene->bodies[i], &a->part, &parts[*count]);
        *count += 1;
        if (!good)
            return no_memory(log);
        if (!parts[*count - 1].count)
            cli_part_free(&parts[--*count]);
    }
    if (*count)
        return TML_OK;
    if (a->body)
        tml_log_add(log, FE_E_NOTHING_TO_EXPORT, (tml_place){0}, "there is no body \"%s\" with a shape or points",
                    a->body);
    else
        tml_log_add(log, FE_E_NOTHING_TO_EXPORT, (tml_place){0}, "no moving body has a shape or points");
    return TML_WRONG;
}

static tml_status draw(const void *context, const cli_scene *scene, tml_log *log)
{
    const arguments *a = context;
    const cli_sources from = {.input = a->model, .model = scene->model};
    size_t count = 0;
    if (scene->space) {
        tml_log_add(log, FE_E_NOTHING_TO_EXPORT, (tml_place){0},
                    "%s is a model in space: its bodies are not flat; trammel export stl makes solids of them",
                    cli_input_name(a->model));
        return TML_WRONG;
    }
    cli_part *parts = calloc(scene->body_count + 1, sizeof *parts);
    if (!parts)
        return no_memory(log);
    tml_status status = make_parts(a, scene, parts, &count, log);
    if (status == TML_OK)
        status = write_parts(a, &from, parts, count, log);
    for (size_t i = 0; i < count; i++)
        cli_part_free(&parts[i]);
    free(parts);
    return status;
}

static int export_links(int count, char **list)
{
    arguments a = {.part = {.hole = 5}};
    int code;
    if (!read_arguments(count, list, &a, &code))
        return code;
    return cli_with_scene(a.model, &a.set, draw, &a);
}

const tml_export tml_export_links = {
    .name = "links",
    .usage = USAGE,
    .doc = "bodies of a plane model as flat parts for a laser cutter: outlines and holes, 1:1 in mm",
    .main = export_links,
};
