/* path_tension.c - length and tensions of belts and cables.
 *
 *   length = constant + sum of spans l + arc (beta + asin(e/d))
 *   tension = -(force of the section's law) - sum over rows share lambda
 */
#include "system/channel/path_tension.h"
#include <math.h>

static double value_of(const tml_workspace *work, int term)
{
    const tml_term *t = &work->system->terms[term];
    return t->coefficient * work->value[t->measure];
}

double tml_path_length(const tml_workspace *work, const tml_path *path)
{
    double sum = path->constant;
    for (int i = 0; i < path->span_count; i++) {
        const tml_path_span *s = &path->spans[i];
        if (s->distance >= 0) {
            const double d = value_of(work, s->distance);
            sum += sqrt(d * d - s->e * s->e) + s->arc * asin(s->e / d);
        }
        if (s->bearing >= 0)
            sum += s->arc * value_of(work, s->bearing);
    }
    return sum;
}

bool tml_path_is_wheel(const tml_path *path, int place)
{
    return path->places[place].radius != 0 && (path->closed || (place > 0 && place < path->place_count - 1));
}

/* How far a span has rotated from where it is drawn. */
static double rotation_of(const tml_workspace *work, const tml_path_span *s)
{
    const double turned = s->bearing >= 0 ? value_of(work, s->bearing) : 0;
    if (s->distance < 0)
        return turned - s->turned;
    const double d = value_of(work, s->distance);
    return turned + asin(s->e / d) - s->slope;
}

double tml_path_wrap(const tml_workspace *work, const tml_path *path, int place)
{
    const tml_path_span *behind = &path->spans[place % path->span_count],
                        *before = &path->spans[(place + path->span_count - 1) % path->span_count];
    const double sense = path->places[place].radius < 0 ? -1 : 1;
    return path->places[place].wrap + sense * (rotation_of(work, behind) - rotation_of(work, before));
}

double tml_path_tension(const tml_instant *at, const tml_joint *joint, int section)
{
    const tml_path *path = joint->path;
    const tml_path_section *s = &path->sections[section];
    double force = s->law >= 0 ? (s->reversed ? -1 : 1) * at->work->force[s->law] : 0;
    for (int k = 0; k < path->row_count; k++)
        force += path->share[k * path->section_count + section] *
                 (joint->row_count ? at->lambda[joint->first_row + k] : at->work->force[joint->first_law + k]);
    return 0 - force; /* no negative zero of a slack one */
}

/* ---- channels ---- */

/* The n-th wheel that it lies on; place_count: there are no more. */
static int wheel_at(const tml_path *path, int n)
{
    int i = 0;
    for (; i < path->place_count; i++)
        if (tml_path_is_wheel(path, i) && n-- == 0)
            break;
    return i;
}

int tml_path_channel_count(const tml_path *path)
{
    int count = 1 + path->section_count;
    for (int i = 0; i < path->place_count; i++)
        count += tml_path_is_wheel(path, i);
    return count;
}

tml_column tml_path_channel(const tml_path *path, int i, tml_arena *arena)
{
    const int tensions = path->section_count, wheel = i - tensions;
    const tml_channel *c = tml_channel_of(TML_OF_PATH,
                                          i == 0      ? "length"
                                          : wheel > 0 ? "wrap"
                                                      : "tension",
                                          false, false);
    if (i == 0 || (tensions == 1 && wheel <= 0))
        return (tml_column){c->name, c->unit};
    return (tml_column){tml_arena_format(arena, "%s%d", c->name, wheel > 0 ? wheel : i), c->unit};
}

double tml_path_value(const tml_instant *at, const tml_joint *joint, int i)
{
    const tml_path *path = joint->path;
    return i == 0                     ? tml_path_length(at->work, path)
           : i <= path->section_count ? tml_path_tension(at, joint, i - 1)
                                      : tml_path_wrap(at->work, path, wheel_at(path, i - path->section_count - 1));
}
