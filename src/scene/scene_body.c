/* scene_body.c - bodies of a scene: mass, points, shape in the body frame, and the pose of each. */
#include "scene/scene.h"

/* ---- points ---- */

static void put_point(tml_scene *scene, const tml_point *point, tml_place place)
{
    tml_json_open(&scene->pen, NULL, '{');
    tml_scene_placed(scene, point->name, place);
    tml_scene_vector(scene, "at", point->p);
    tml_json_close(&scene->pen, '}');
}

static const tml_node *points_of(const tml_scene *scene, int body)
{
    return tml_node_find(scene->model->bodies[body].node, "points");
}

/* Whether its points are those of the drawing. The ground knows these in any case, but may have its own. */
static bool is_drawn(const tml_scene *scene, int body)
{
    const tml_node *written = points_of(scene, body);
    const bool own = written && written->kind == TML_NODE_MAP;
    return scene->start.resolved->bodies[body].drawn && !(body == 0 && (own || !scene->start.resolved->drawing_count));
}

/* Those written with the body; the ground knows all points of the drawing besides, behind its own. */
static void put_points(tml_scene *scene, int body)
{
    const tml_node *written = points_of(scene, body);
    const tml_body *b = &scene->start.resolved->bodies[body];
    const bool map = written && written->kind == TML_NODE_MAP;
    tml_json_open(&scene->pen, "points", '[');
    for (int i = 0; written && i < written->count && i < b->point_count; i++)
        put_point(scene, &b->points[i], (map ? written->keys : written->items)[i]->place);
    tml_json_close(&scene->pen, ']');
}

void tml_scene_drawing(tml_scene *scene)
{
    const tml_node *map = scene->model->points;
    tml_json_open(&scene->pen, "drawing", '[');
    for (int i = 0; map && i < map->count && i < scene->start.resolved->drawing_count; i++)
        put_point(scene,
                  &(tml_point){scene->start.resolved->drawing[i].name, tml_drawing_in(scene->start.resolved, i, NULL)},
                  map->keys[i]->place);
    tml_json_close(&scene->pen, ']');
}

/* ---- shapes ---- */

static void put_quaternion(tml_scene *scene, tml_quat turn)
{
    tml_json_open(&scene->pen, "q", '[');
    tml_scene_number(scene, NULL, turn.w);
    tml_scene_number(scene, NULL, turn.x);
    tml_scene_number(scene, NULL, turn.y);
    tml_scene_number(scene, NULL, turn.z);
    tml_json_close(&scene->pen, ']');
}

static void put_length(tml_scene *scene, const char *key, double length)
{
    if (length > 0)
        tml_scene_number(scene, key, length);
}

static void put_round(tml_scene *scene, const tml_outline *o, const char *kind, const char *extent)
{
    tml_json_text(&scene->pen, "kind", kind);
    tml_scene_vector(scene, "at", o->at);
    tml_scene_vector(scene, "axis", o->axis);
    put_length(scene, "radius", o->radius);
    put_length(scene, extent, o->extent);
}

static void put_polygon(tml_scene *scene, const tml_outline *o)
{
    tml_json_text(&scene->pen, "kind", "polygon");
    tml_json_open(&scene->pen, "corners", '[');
    for (int i = 0; i < o->corner_count; i++)
        tml_scene_vector(scene, NULL, o->corners[i]);
    tml_json_close(&scene->pen, ']');
    put_length(scene, "thickness", o->extent);
}

/* {file, scale, at, q}: q is the orientation of the axes of the file in the body frame. */
static void put_mesh(tml_scene *scene, const tml_outline *o)
{
    tml_json_text(&scene->pen, "kind", "mesh");
    tml_json_text(&scene->pen, "file", o->file);
    tml_scene_vector(scene, "scale", o->size);
    tml_scene_vector(scene, "at", o->at);
    put_quaternion(scene, o->orientation);
}

static void put_outline(tml_scene *scene, const tml_outline *o);

/* Shapes one after another; a hole is cut out of the one before it. */
static void put_several(tml_scene *scene, const tml_outline *o)
{
    tml_json_text(&scene->pen, "kind", "several");
    tml_json_open(&scene->pen, "shapes", '[');
    for (int i = 0; i < o->part_count; i++) {
        tml_json_open(&scene->pen, NULL, '{');
        put_outline(scene, &o->parts[i]);
        if (o->parts[i].hole)
            tml_json_bool(&scene->pen, "hole", true);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

static void put_outline(tml_scene *scene, const tml_outline *o)
{
    switch (o->kind) {
    case TML_SHAPE_NONE:
    case TML_SHAPE_PARTICLE: /* nothing to draw but the centre of mass */
        tml_json_text(&scene->pen, "kind", "none");
        break;
    case TML_SHAPE_ROD:
        tml_json_text(&scene->pen, "kind", "rod");
        tml_scene_vector(scene, "from", o->from);
        tml_scene_vector(scene, "to", o->to);
        put_length(scene, "width", o->width);
        break;
    case TML_SHAPE_DISC:
        put_round(scene, o, "disc", "thickness");
        break;
    case TML_SHAPE_BOX:
        tml_json_text(&scene->pen, "kind", "box");
        tml_scene_vector(scene, "at", o->at);
        tml_scene_vector(scene, "size", o->size);
        break;
    case TML_SHAPE_SPHERE:
        tml_json_text(&scene->pen, "kind", "sphere");
        tml_scene_vector(scene, "at", o->at);
        put_length(scene, "radius", o->radius);
        break;
    case TML_SHAPE_CYLINDER:
        put_round(scene, o, "cylinder", "length");
        break;
    case TML_SHAPE_POLYGON:
        put_polygon(scene, o);
        break;
    case TML_SHAPE_MESH:
        put_mesh(scene, o);
        break;
    case TML_SHAPE_SEVERAL:
        put_several(scene, o);
        break;
    }
}

/* ---- bodies ---- */

/* In the plane an angle, in space a quaternion; the plane's is given as both. */
static void put_pose(tml_scene *scene, int body)
{
    const tml_system *s = scene->start.system;
    const double *q = body ? scene->start.q + (body - 1) * s->nqb : NULL;
    tml_vec3 at = {0};
    tml_quat turn = {1, 0, 0, 0};
    double angle = 0;
    if (q && s->space) {
        at = (tml_vec3){q[0], q[1], q[2]};
        turn = (tml_quat){q[3], q[4], q[5], q[6]};
    } else if (q) {
        at = (tml_vec3){q[0], q[1], 0};
        angle = q[2];
        turn = tml_quat_about((tml_vec3){0, 0, 1}, angle);
    }
    tml_json_open(&scene->pen, "pose", '{');
    tml_scene_vector(scene, "at", at);
    tml_scene_number(scene, "angle", angle);
    put_quaternion(scene, turn);
    tml_json_close(&scene->pen, '}');
}

static void put_body(tml_scene *scene, int body)
{
    const tml_body *b = &scene->start.resolved->bodies[body];
    tml_json_open(&scene->pen, NULL, '{');
    tml_scene_placed(scene, b->name, b->place);
    tml_json_bool(&scene->pen, "drawn", is_drawn(scene, body));
    tml_scene_number(scene, "mass", b->mass);
    tml_json_open(&scene->pen, "inertia", '[');
    for (int i = 0; i < 6; i++)
        tml_scene_number(scene, NULL, b->inertia[i]);
    tml_json_close(&scene->pen, ']');
    tml_scene_vector(scene, "com", b->com);
    put_points(scene, body);
    tml_json_open(&scene->pen, "shape", '{');
    put_outline(scene, &b->outline);
    tml_json_close(&scene->pen, '}');
    tml_scene_surfaces(scene, b, body);
    put_pose(scene, body);
    tml_json_close(&scene->pen, '}');
}

void tml_scene_bodies(tml_scene *scene)
{
    tml_json_open(&scene->pen, "bodies", '[');
    for (int i = 0; i < scene->start.system->nb; i++)
        put_body(scene, i);
    tml_json_close(&scene->pen, ']');
}
