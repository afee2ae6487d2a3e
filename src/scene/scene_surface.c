/* scene_surface.c - surfaces of a scene, by what they look like: points, circles and curves in the plane, solids and sheets in space.
 *
 * A curve has its free side on the left of the way along its points. Splines and heightfields are given by samples.
 */
#include "model/body_surface.h"
#include "scene/scene.h"

enum { PIECES = 12 /* of a spline between two of its points */, CAM_POINTS = 240 };
enum { GRID = 24 /* cells of a heightfield along x and y */ };
#define PI 3.14159265358979323846

static void put_vectors(tml_scene *scene, const char *key, const tml_vec3 *list, int count)
{
    tml_json_open(&scene->pen, key, '[');
    for (int i = 0; i < count; i++)
        tml_scene_vector(scene, NULL, list[i]);
    tml_json_close(&scene->pen, ']');
}

static void put_samples(tml_scene *scene, const tml_body_surface *s)
{
    const int pieces = s->point_count - 1 + s->closed;
    tml_json_open(&scene->pen, "points", '[');
    for (int i = 0; i < pieces; i++)
        for (int k = 0; k < PIECES; k++) {
            const double at = (s->x[i + 1].x - s->x[i].x) * k / PIECES;
            tml_scene_vector(scene, NULL,
                             (tml_vec3){tml_knot_value(s->x + i, at), tml_knot_value(s->y + i, at), s->points[i].z});
        }
    if (!s->closed)
        tml_scene_vector(scene, NULL, s->points[s->point_count - 1]);
    tml_json_close(&scene->pen, ']');
}

static void put_cam(tml_scene *scene, const tml_body_surface *s)
{
    tml_json_open(&scene->pen, "points", '[');
    for (int i = 0; i < CAM_POINTS; i++) {
        const tml_vec2 c = tml_cam_profile(s->cam, 2 * PI * i / CAM_POINTS).c;
        tml_scene_vector(scene, NULL, (tml_vec3){c.x, c.y, s->at.z});
    }
    tml_json_close(&scene->pen, ']');
}

static void put_curve(tml_scene *scene, const tml_body_surface *s)
{
    tml_json_text(&scene->pen, "kind", "profile");
    if (s->cam)
        put_cam(scene, s);
    else if (s->x)
        put_samples(scene, s);
    else
        put_vectors(scene, "points", s->points, s->point_count);
    tml_json_bool(&scene->pen, "closed", s->closed);
    tml_json_bool(&scene->pen, "hollow", s->hollow);
    tml_json_bool(&scene->pen, "endless", s->class->kind == TML_SURFACE_LINE);
    tml_scene_number(scene, "speed", s->speed.x);
}

/* Rows of samples along x, one after another along y. */
static void put_heights(tml_scene *scene, const tml_body_surface *s)
{
    double x[2], y[2];
    tml_surface_range(s->heights, x, y);
    tml_json_text(&scene->pen, "kind", "sheet");
    tml_json_number(&scene->pen, "columns", GRID + 1);
    tml_json_open(&scene->pen, "points", '[');
    for (int k = 0; k <= GRID; k++)
        for (int i = 0; i <= GRID; i++) {
            const double u = x[0] + (x[1] - x[0]) * i / GRID, v = y[0] + (y[1] - y[0]) * k / GRID;
            tml_scene_vector(scene, NULL, tml_add(s->at, (tml_vec3){u, v, tml_surface_at(s->heights, u, v).f}));
        }
    tml_json_close(&scene->pen, ']');
}

static void put_round(tml_scene *scene, const tml_body_surface *s, const char *kind)
{
    tml_json_text(&scene->pen, "kind", kind);
    tml_scene_vector(scene, "at", s->at);
    tml_scene_number(scene, "radius", s->radius);
    tml_json_bool(&scene->pen, "hollow", s->hollow);
}

static void put_ring(tml_scene *scene, const tml_body_surface *s)
{
    tml_json_text(&scene->pen, "kind", "ring");
    tml_scene_vector(scene, "at", s->at);
    tml_scene_vector(scene, "axis", s->axis);
    tml_scene_number(scene, "radius", s->radius);
    tml_scene_number(scene, "tube", s->tube);
}

static void put_solid(tml_scene *scene, const tml_body_surface *s)
{
    switch (s->class->kind) {
    case TML_SURFACE_PLANE:
        tml_json_text(&scene->pen, "kind", "plane");
        tml_scene_vector(scene, "at", s->at);
        tml_scene_vector(scene, "normal", s->axis);
        break;
    case TML_SURFACE_CAPSULE:
        tml_json_text(&scene->pen, "kind", "capsule");
        tml_scene_vector(scene, "from", s->points[0]);
        tml_scene_vector(scene, "to", s->points[1]);
        tml_scene_number(scene, "radius", s->radius);
        break;
    case TML_SURFACE_CYLINDER:
        put_round(scene, s, "cylinder");
        tml_scene_vector(scene, "axis", s->axis);
        if (s->length > 0)
            tml_scene_number(scene, "length", s->length);
        break;
    case TML_SURFACE_BOX:
        tml_json_text(&scene->pen, "kind", "box");
        tml_scene_vector(scene, "at", s->at);
        tml_scene_vector(scene, "size", s->size);
        break;
    default:
        tml_json_text(&scene->pen, "kind", "hull");
        put_vectors(scene, "corners", s->points, s->point_count);
        break;
    }
}

static void put_form(tml_scene *scene, const tml_body_surface *s)
{
    switch (s->class->kind) {
    case TML_SURFACE_POINT:
        tml_json_text(&scene->pen, "kind", "point");
        tml_scene_vector(scene, "at", s->at);
        break;
    case TML_SURFACE_LINE:
    case TML_SURFACE_POLYLINE:
    case TML_SURFACE_POLYGON:
    case TML_SURFACE_SPLINE:
    case TML_SURFACE_CAM:
        put_curve(scene, s);
        break;
    case TML_SURFACE_DISC:
        if (scene->model->space)
            put_ring(scene, s);
        else
            put_round(scene, s, "circle");
        break;
    case TML_SURFACE_TORUS:
        put_ring(scene, s);
        break;
    case TML_SURFACE_SPHERE:
        put_round(scene, s, "sphere");
        break;
    case TML_SURFACE_HEIGHTS:
        put_heights(scene, s);
        break;
    case TML_SURFACE_PLANE:
    case TML_SURFACE_CAPSULE:
    case TML_SURFACE_CYLINDER:
    case TML_SURFACE_BOX:
    case TML_SURFACE_MESH:
        put_solid(scene, s);
        break;
    }
}

static void put_surface(tml_scene *scene, const tml_body_surface *s, const char *name, tml_place place)
{
    tml_json_open(&scene->pen, NULL, '{');
    tml_scene_placed(scene, name, place);
    tml_json_text(&scene->pen, "type", s->class->name);
    put_form(scene, s);
    tml_json_close(&scene->pen, '}');
}

/* The n-th surface of joints with clearance on a body, a bearing or a journal, a guide or a block, and its joint; NULL: it has not so many. */
static const tml_body_surface *play_of(const tml_system *system, int body, int n, const tml_joint **joint)
{
    for (int i = 0; system && i < system->joint_count; i++) {
        *joint = &system->joints[i];
        for (int k = 0; k < 2 * (*joint)->contact_count; k++) {
            const tml_contact *c = &system->contacts[(*joint)->first_contact + k / 2];
            const tml_body_surface *s = k % 2 ? c->second : c->first;
            if (s->body == body && n-- == 0)
                return s;
        }
    }
    return NULL;
}

void tml_scene_surfaces(tml_scene *scene, const tml_body *body, int index)
{
    const tml_system *system = scene->start.system;
    const tml_joint *joint;
    const tml_body_surface *play = play_of(system, index, 0, &joint);
    if (!body->surface_count && !play)
        return;
    tml_json_open(&scene->pen, "surfaces", '[');
    for (int i = 0; i < body->surface_count; i++)
        put_surface(scene, &body->surfaces[i], body->surfaces[i].name, body->surfaces[i].place);
    for (int n = 1; play; play = play_of(system, index, n++, &joint))
        put_surface(scene, play, joint->name, joint->place);
    tml_json_close(&scene->pen, ']');
}
