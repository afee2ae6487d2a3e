/* screws.c - instantaneous screw axes of bodies in space.
 *
 *   direction omega/|omega|      point c + omega x v/omega^2, nearest to the centre of mass c      pitch omega . v/omega^2
 */
#include "diagram/diagram.h"
#include <math.h>

static const struct {
    const char *name, *unit;
} parts[] = {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"dx", ""}, {"dy", ""}, {"dz", ""}, {"pitch", "m"}};
enum { PARTS = sizeof parts / sizeof *parts };

static size_t count(tml_diagram *d)
{
    return d->system->space ? (size_t)(d->system->nb - 1) * PARTS : 0;
}

static tml_column *name(tml_diagram *d, tml_column *columns)
{
    for (int i = 1; i < d->system->nb && d->system->space; i++)
        for (int k = 0; k < PARTS; k++)
            *columns++ = (tml_column){
                tml_arena_format(&d->arena, "%s.screw.%s", d->system->masses[i].name, parts[k].name), parts[k].unit};
    return columns;
}

static double *fill(tml_diagram *d, const double *row, double *to)
{
    static const double ROUNDING = 1e-9;
    (void)row;
    for (int i = 1; i < d->system->nb && d->system->space; i++) {
        const tml_body_motion *m = &d->row.bodies[i];
        const double w = tml_norm(m->omega), w2 = w * w;
        const bool rotates = w * d->system->size > ROUNDING * tml_norm(m->v);
        const tml_vec3 at = tml_add(m->centre, tml_scale(1 / w2, tml_cross(m->omega, m->v))),
                       along = tml_scale(1 / w, m->omega);
        const double all[PARTS] = {at.x, at.y, at.z, along.x, along.y, along.z, tml_dot(m->omega, m->v) / w2};
        for (int k = 0; k < PARTS; k++)
            *to++ = rotates ? all[k] : NAN;
    }
    return to;
}

const tml_diagram_section tml_diagram_screws = {count, name, fill};
