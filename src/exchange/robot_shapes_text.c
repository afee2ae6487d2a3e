/* robot_shapes_text.c - what is drawn of a robot, as text of a model file.
 *
 * A cylinder with round ends is a cylinder and two spheres; a box that does not lie along the axes of its body is left out. Meshes are kept by
 * reference, in a comment. */
#include "base/escape.h"
#include "exchange/robot_text.h"
#include <math.h>

/* Extents along the axes of the body; false: the box does not lie along them. */
static bool along_axes(const tml_mat3 *R, const double size[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int k = 0; k < 3; k++) {
            const double c = fabs(R->m[i][k]);
            if (c > 1e-6 && c < 1 - 1e-6)
                return false;
            out[i] = c > 0.5 ? size[k] : out[i];
        }
    }
    return true;
}

/* One shape after the others; the ground has one at most. */
static bool begin_shape(tml_text *t, int body, int *count)
{
    if (body == TML_ON_GROUND && *count)
        return false;
    tml_text_add(t, "%s", (*count)++ ? ", " : body == TML_ON_GROUND ? ", shape: " : ", shapes: [");
    return true;
}

static void put_box(const tml_robot *r, tml_text *t, int body, const double size[3], tml_vec3 at)
{
    tml_text_add(t, "{box: {size: ");
    tml_robot_put_place(t, (tml_vec3){size[0], size[1], size[2]});
    tml_text_add(t, ", at: ");
    tml_robot_put_place(t, tml_robot_from_body(r, body, at));
    tml_text_add(t, "}}");
}

static void put_sphere(const tml_robot *r, tml_text *t, int body, double radius, tml_vec3 at)
{
    tml_text_add(t, "{sphere: {radius: ");
    tml_robot_put_number(t, radius);
    tml_text_add(t, ", at: ");
    tml_robot_put_place(t, tml_robot_from_body(r, body, at));
    tml_text_add(t, "}}");
}

static void put_cylinder(const tml_robot *r, tml_text *t, int body, const double size[2], const tml_placement *at)
{
    tml_text_add(t, "{cylinder: {radius: ");
    tml_robot_put_number(t, size[0]);
    tml_text_add(t, ", length: ");
    tml_robot_put_number(t, size[1]);
    tml_text_add(t, ", axis: ");
    tml_robot_put_vector(t, tml_mat3_column(&at->R, TML_Z), 1);
    tml_text_add(t, ", at: ");
    tml_robot_put_place(t, tml_robot_from_body(r, body, at->p));
    tml_text_add(t, "}}");
}

static void put_solid(const tml_robot *r, tml_text *t, int body, const tml_robot_link *of, const tml_solid *s,
                      int *count)
{
    const tml_placement at = tml_placement_times(&of->zero, &s->at);
    double size[3];
    if (s->kind == TML_SOLID_MESH || (s->kind == TML_SOLID_BOX && !along_axes(&at.R, s->size, size)))
        return;
    if (!begin_shape(t, body, count))
        return;
    if (s->kind == TML_SOLID_BOX)
        put_box(r, t, body, size, at.p);
    else if (s->kind == TML_SOLID_SPHERE)
        put_sphere(r, t, body, s->size[0], at.p);
    else
        put_cylinder(r, t, body, s->size, &at);
    for (int end = -1; s->kind == TML_SOLID_CAPSULE && end <= 1; end += 2)
        if (begin_shape(t, body, count))
            put_sphere(r, t, body, s->size[0], tml_placed(&at, (tml_vec3){0, 0, end * s->size[1] / 2}));
}

void tml_robot_put_shapes(const tml_robot *r, tml_text *t, int body)
{
    int count = 0;
    for (int i = 0; i < r->link_count; i++)
        for (const tml_solid *s = r->links[i].body == body ? r->links[i].solids : NULL; s; s = s->next)
            put_solid(r, t, body, &r->links[i], s, &count);
    tml_text_add(t, count && body != TML_ON_GROUND ? "]" : "");
}

/* Meshes are kept by reference. */
void tml_robot_put_meshes(const tml_robot *r, tml_text *t, int body)
{
    for (int i = 0; i < r->link_count; i++)
        for (const tml_solid *s = r->links[i].body == body ? r->links[i].solids : NULL; s; s = s->next) {
            if (s->kind != TML_SOLID_MESH || !s->file)
                continue;
            tml_text_add(t, "  # mesh of %s: ", r->links[i].name);
            tml_text_put_clean(t, s->file);
            tml_text_add(t, "\n");
        }
}
