/* stl.c - `trammel export stl`: the shapes of each body as closed surfaces of triangles, binary STL in millimetres, body frame. */
#include "command_line.h"
#include "export.h"
#include "frontend/codes.h"
#include "frontend/memory.h"
#include "messages.h"
#include "output.h"
#include "scene_command.h"
#include "solid.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "export stl MODEL -o FOLDER [--body BODY] [--segments N] [--width MM] [--thickness MM] [--set parameter=value]…"

/* clang-format off */
static const char explained[] =
    "usage: trammel " USAGE "\n"
    "\n"
    "Writes a binary STL file for each body with shapes: boxes, cylinders, spheres, discs, and rods as round bars of their\n"
    "width: closed surfaces in millimetres, in the frame of the body. Shapes that overlap stay separate surfaces. Holes and\n"
    "polygons are left out, as are shapes without a size; what is left out is printed.\n"
    "\n"
    "  -o, --output FOLDER    made where there is none; the file of a body has its name\n"
    "  --body BODY            this one alone\n"
    "  --segments N           of a full circle, 3 to 1000 (default: 64); corners lie on the true surface\n"
    "  --width MM             diameter of rods that have no width (default: 20)\n"
    "  --thickness MM         of discs that have none (default: 5)\n"
    "  --set parameter=value  another value of a parameter\n";
/* clang-format on */

static const double MM = 1e3; /* millimetres a metre */

typedef struct {
    const char *model, *output, *body;
    cli_solid_options solid; /* lengths in mm while they are read */
    cli_settings set;
} arguments;

static bool take_length(void *to, char *value)
{
    return cli_read_number(value, to) && *(double *)to > 0;
}

static bool take_segments(void *to, char *value)
{
    return cli_read_whole_number(value, 3, 1000, to);
}

static bool read_arguments(int count, char **list, arguments *a, int *code)
{
    static const cli_kind length = {"a length in millimetres, greater than zero", take_length},
                          segments = {"a number from 3 to 1000", take_segments};
    const cli_option options[] = {
        {"--output", "-o", &cli_text, &a->output},
        {"--body", NULL, &cli_text, &a->body},
        {"--segments", NULL, &segments, &a->solid.segments},
        {"--width", NULL, &length, &a->solid.width},
        {"--thickness", NULL, &length, &a->solid.thickness},
        {"--set", NULL, &cli_setting, &a->set},
        {0},
    };
    cli_command_line line = {
        .command = "export stl", .usage = USAGE, .help = explained, .options = options, .needs = "model"};
    if (!cli_read_command_line(&line, count, list, code))
        return false;
    a->model = line.first;
    a->solid.width /= MM;
    a->solid.thickness /= MM;
    if (!a->output)
        *code = cli_wrong("export stl", USAGE, "no output given: -o solids");
    return !*code;
}

/* ---- the file: 80 characters, the number of triangles, and of each normal and corners; low bytes first ---- */

static void put_word(FILE *to, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        fputc((int)(word >> 8 * i & 0xff), to);
}

static void put_float(FILE *to, double value)
{
    const float single = (float)value;
    uint32_t word;
    memcpy(&word, &single, sizeof word);
    put_word(to, word);
}

static void put_triangle(FILE *to, double c[3][3])
{
    double n[3], length = 0;
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = (c[1][i] - c[0][i]) * (c[2][j] - c[0][j]) - (c[1][j] - c[0][j]) * (c[2][i] - c[0][i]);
        length += n[k] * n[k];
    }
    for (int k = 0; k < 3; k++)
        put_float(to, length > 0 ? n[k] / sqrt(length) : 0);
    for (int i = 0; i < 9; i++)
        put_float(to, c[i / 3][i % 3] * MM);
    fputc(0, to);
    fputc(0, to);
}

static void put_stl(FILE *to, const cli_mesh *mesh)
{
    fprintf(to, "%-80s", "Trammel, body frame, millimetres");
    put_word(to, (uint32_t)mesh->count);
    for (size_t i = 0; i < mesh->count; i++)
        put_triangle(to, mesh->corners[i]);
}

/* ---- bodies ---- */

static tml_status no_memory(tml_log *log)
{
    tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
    return TML_NO_MEMORY;
}

static tml_status write_mesh(const char *path, const cli_sources *from, const cli_mesh *mesh, tml_log *log)
{
    fe_memory memory = {0};
    tml_status status = TML_NO_MEMORY;
    if (fe_memory_open(&memory)) {
        put_stl(memory.to, mesh);
        if (fe_memory_close(&memory))
            status = cli_write_output(path, from, memory.data, memory.length, log);
    }
    fe_memory_free(&memory);
    return status == TML_NO_MEMORY ? no_memory(log) : status;
}

static bool is_drawn(const cli_shape *shape)
{
    static const char *const nothing = "none";
    return !cli_is(shape->kind, nothing);
}

static tml_status write_body(const arguments *a, const tml_model *model, const cli_scene_body *body,
                             const cli_mesh *mesh, tml_log *log)
{
    const size_t room = strlen(a->output) + strlen(body->name) + 8;
    char *path = malloc(room);
    if (!path)
        return no_memory(log);
    snprintf(path, room, "%s/%s.stl", a->output, body->name);
    const tml_status status = write_mesh(path, &(cli_sources){.input = a->model, .model = model}, mesh, log);
    if (status == TML_OK)
        cli_print(stdout, "%s: %zu triangles, %.6g mm^3\n", path, mesh->count, cli_mesh_volume(mesh) * MM * MM * MM);
    free(path);
    return status;
}

static tml_status make_body(const arguments *a, const cli_scene *scene, const cli_scene_body *body, int *written,
                            tml_log *log)
{
    cli_mesh mesh = {0};
    tml_status status = TML_OK;
    for (size_t i = 0; i < body->shape_count && status == TML_OK; i++) {
        const cli_shape *s = &body->shapes[i];
        const cli_solid_result result = cli_solid_add(&mesh, s, &a->solid);
        if (result == CLI_SOLID_NO_MEMORY)
            status = no_memory(log);
        else if (result == CLI_SOLID_UNKNOWN && is_drawn(s))
            cli_print(stdout, "%s: left out: %s%s\n", body->name, s->hole ? "hole, " : "", s->kind);
    }
    if (status == TML_OK && mesh.count) {
        *written += 1;
        status = write_body(a, scene->model, body, &mesh, log);
    }
    cli_mesh_free(&mesh);
    return status;
}

static tml_status make_all(const void *context, const cli_scene *scene, tml_log *log)
{
    const arguments *a = context;
    int written = 0;
    tml_status status = cli_make_folder(a->output, &(cli_sources){.input = a->model, .model = scene->model}, log);
    for (size_t i = 0; i < scene->body_count && status == TML_OK; i++)
        if (!a->body || cli_is(scene->bodies[i].name, a->body))
            status = make_body(a, scene, &scene->bodies[i], &written, log);
    if (status != TML_OK || written)
        return status;
    if (a->body)
        tml_log_add(log, FE_E_NOTHING_TO_EXPORT, (tml_place){0}, "there is no body \"%s\" with a solid shape", a->body);
    else
        tml_log_add(log, FE_E_NOTHING_TO_EXPORT, (tml_place){0}, "no body has a solid shape");
    return TML_WRONG;
}

static int export_stl(int count, char **list)
{
    arguments a = {.solid = {.segments = 64, .width = 20, .thickness = 5}};
    int code;
    if (!read_arguments(count, list, &a, &code))
        return code;
    return cli_with_scene(a.model, &a.set, make_all, &a);
}

const tml_export tml_export_stl = {
    .name = "stl",
    .usage = USAGE,
    .doc = "shapes of each body as closed surfaces: binary STL in mm, body frame",
    .main = export_stl,
};
