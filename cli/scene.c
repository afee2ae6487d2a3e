/* scene.c - reads the JSON of tml_scene_text into bodies. */
#include "scene.h"
#include "frontend/codes.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static double number(const json_t *of, const char *name)
{
    return json_number_value(json_object_get(of, name));
}

static void take_list(const json_t *list, double *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = json_number_value(json_array_get(list, i));
}

static void take_vector(const json_t *of, const char *name, double to[3])
{
    take_list(json_object_get(of, name), to, 3);
}

/* Room for a list, also where that is empty. NULL: no memory. */
static void *room(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

static bool take_shape(const json_t *shape, cli_shape *to)
{
    *to = (cli_shape){.kind = json_string_value(json_object_get(shape, "kind"))};
    to->hole = json_is_true(json_object_get(shape, "hole"));
    take_vector(shape, "at", to->at);
    take_vector(shape, "from", to->from);
    take_vector(shape, "to", to->to);
    take_vector(shape, "axis", to->axis);
    take_vector(shape, "size", to->size);
    to->width = number(shape, "width");
    to->radius = number(shape, "radius");
    to->length = json_object_get(shape, "length") ? number(shape, "length") : number(shape, "thickness");
    const json_t *corners = json_object_get(shape, "corners");
    to->corners = json_array_size(corners);
    to->corner = room(to->corners, sizeof *to->corner);
    for (size_t i = 0; to->corner && i < to->corners; i++)
        take_list(json_array_get(corners, i), to->corner[i], 3);
    return to->corner != NULL;
}

/* A body has one shape, a list of them, or none. */
static bool take_shapes(const json_t *shape, cli_scene_body *to)
{
    const json_t *several = json_object_get(shape, "shapes");
    to->shape_count = several ? json_array_size(several) : shape ? 1 : 0;
    to->shapes = room(to->shape_count, sizeof *to->shapes);
    bool good = to->shapes != NULL;
    for (size_t i = 0; good && i < to->shape_count; i++)
        good = take_shape(several ? json_array_get(several, i) : shape, &to->shapes[i]);
    return good;
}

static bool take_points(const json_t *points, cli_scene_body *to)
{
    to->point_count = json_array_size(points);
    to->points = room(to->point_count, sizeof *to->points);
    for (size_t i = 0; to->points && i < to->point_count; i++) {
        const json_t *point = json_array_get(points, i);
        to->points[i].name = json_string_value(json_object_get(point, "name"));
        take_vector(point, "at", to->points[i].at);
    }
    return to->points != NULL;
}

static bool take_body(const json_t *body, cli_scene_body *to)
{
    to->name = json_string_value(json_object_get(body, "name"));
    to->mass = number(body, "mass");
    take_list(json_object_get(body, "inertia"), to->inertia, 6);
    take_vector(body, "com", to->com);
    return take_points(json_object_get(body, "points"), to) && take_shapes(json_object_get(body, "shape"), to);
}

static bool take(const json_t *root, cli_scene *scene)
{
    const json_t *bodies = json_object_get(root, "bodies");
    scene->space = json_is_true(json_object_get(root, "space"));
    scene->size = number(root, "size");
    scene->body_count = json_array_size(bodies);
    scene->bodies = room(scene->body_count, sizeof *scene->bodies);
    bool good = scene->bodies != NULL;
    for (size_t i = 0; good && i < scene->body_count; i++)
        good = take_body(json_array_get(bodies, i), &scene->bodies[i]);
    return good;
}

cli_scene *cli_scene_make(const tml_model *model, long analysis, tml_log *log)
{
    char *text = NULL;
    const tml_status status =
        analysis < 0 ? tml_scene_text(model, &text, log) : tml_scene_text_in(model, (size_t)analysis, &text, log);
    if (status != TML_OK) {
        free(text);
        return NULL;
    }
    cli_scene *scene = calloc(1, sizeof *scene);
    json_t *root = json_loads(text, 0, NULL);
    free(text);
    if (scene) {
        scene->model = model;
        scene->texts = root;
    }
    if (scene && root && take(root, scene))
        return scene;
    if (!scene)
        json_decref(root);
    cli_scene_free(scene);
    tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
    return NULL;
}

static void free_body(cli_scene_body *body)
{
    for (size_t i = 0; body->shapes && i < body->shape_count; i++)
        free(body->shapes[i].corner);
    free(body->shapes);
    free(body->points);
}

void cli_scene_free(cli_scene *scene)
{
    if (!scene)
        return;
    for (size_t i = 0; scene->bodies && i < scene->body_count; i++)
        free_body(&scene->bodies[i]);
    free(scene->bodies);
    json_decref(scene->texts);
    free(scene);
}
