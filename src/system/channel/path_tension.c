/* path_tension.c - length and tensions of belts and cables.
 *
 *   length = constant + sum of spans l + arc_a phi_a - arc_b phi_b
 *   tension = -(force of the section's law) - sum over rows share lambda
 */
#include "system/channel/path_tension.h"
#include "elementary/elementary.h"
#include <math.h>

static double value_of(const tml_workspace *work, int term)
{
    const tml_term *t = &work->system->terms[term];
    return t->coefficient * work->value[t->measure];
}

/* Length of a span, and its directions from where it is drawn as its wheels see it. */
typedef struct {
    double length, slope[2];
} span_now;

static span_now span_in_plane(const tml_workspace *work, const tml_path_span *s)
{
    const double d = value_of(work, s->distance), slope = tml_asin(s->e / d);
    return (span_now){sqrt(d * d - s->e * s->e), {slope, slope}};
}

static span_now span_in_space(const tml_workspace *work, const tml_path *path, int i)
{
    const tml_path_span *s = &path->spans[i];
    const double r[2] = {path->places[i].radius, path->places[(i + 1) % path->place_count].radius},
                 c = s->cosine >= 0 ? value_of(work, s->cosine) : 0, d = value_of(work, s->distance),
                 off[2] = {r[0] - c * r[1], c * r[0] - r[1]};
    span_now now = {.length = sqrt(d * d - r[0] * r[0] - r[1] * r[1] + 2 * r[0] * r[1] * c)};
    for (int side = 0; side < 2; side++)
        if (s->side[side].height >= 0) {
            const double z = value_of(work, s->side[side].height);
            now.slope[side] = tml_asin(off[side] / sqrt(d * d - z * z));
        }
    return now;
}

static span_now span_at(const tml_workspace *work, const tml_path *path, int i)
{
    const tml_path_span *s = &path->spans[i];
    return s->distance < 0       ? (span_now){0}
           : work->system->space ? span_in_space(work, path, i)
                                 : span_in_plane(work, s);
}

double tml_path_length(const tml_workspace *work, const tml_path *path)
{
    double sum = path->constant;
    for (int i = 0; i < path->span_count; i++) {
        const tml_path_side *side = path->spans[i].side;
        const span_now now = span_at(work, path, i);
        sum += now.length;
        for (int k = 0; k < 2; k++) {
            const double turned = side[k].bearing >= 0 ? value_of(work, side[k].bearing) : 0;
            sum += (k ? -1 : 1) * side[k].arc * (now.slope[k] + turned);
        }
    }
    return sum;
}

bool tml_path_is_wheel(const tml_path *path, int place)
{
    return path->places[place].radius != 0 && (path->closed || (place > 0 && place < path->place_count - 1));
}

/* How far a span has rotated from where it is drawn, as one of its wheels sees it. */
static double rotation_of(const tml_workspace *work, const tml_path *path, int span, int side)
{
    const tml_path_span *s = &path->spans[span];
    const double turned = s->side[side].bearing >= 0 ? value_of(work, s->side[side].bearing) : 0;
    return s->distance < 0 ? turned - s->turned : turned + span_at(work, path, span).slope[side] - s->side[side].slope;
}

double tml_path_wrap(const tml_workspace *work, const tml_path *path, int place)
{
    const int behind = place % path->span_count, before = (place + path->span_count - 1) % path->span_count;
    const double sense = path->places[place].radius < 0 ? -1 : 1;
    return path->places[place].wrap + sense * (rotation_of(work, path, behind, 0) - rotation_of(work, path, before, 1));
}

double tml_path_fleet(const tml_workspace *work, const tml_path *path)
{
    double most = 0;
    for (int i = 0; i < path->span_count; i++) {
        const tml_path_place *ends[] = {&path->places[i], &path->places[(i + 1) % path->place_count]};
        tml_vec3 at[2], axis[2];
        for (int k = 0; k < 2; k++) {
            const tml_motion3 *m = &work->motion3[ends[k]->body];
            at[k] = tml_add(m->x, tml_rotate(&m->R, ends[k]->p));
            axis[k] = tml_rotate(&m->R, tml_mat3_column(&ends[k]->axes, TML_Z));
        }
        const double radius[2] = {ends[0]->radius, ends[1]->radius};
        const tml_vec3 along = tml_path_tangent_of(tml_sub(at[1], at[0]), axis, radius).along;
        for (int k = 0; k < 2; k++)
            if (radius[k] != 0)
                most = fmax(most, tml_asin(fmin(1, fabs(tml_dot(along, axis[k])))));
    }
    return most;
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
    int count = 1 + path->section_count + path->slants;
    for (int i = 0; i < path->place_count; i++)
        count += tml_path_is_wheel(path, i);
    return count;
}

tml_column tml_path_channel(const tml_path *path, int i, tml_arena *arena)
{
    const int tensions = path->section_count, wheel = i - tensions;
    const bool last = path->slants && i == tml_path_channel_count(path) - 1;
    const tml_channel *c = tml_channel_of(TML_OF_PATH,
                                          i == 0      ? "length"
                                          : last      ? "fleet"
                                          : wheel > 0 ? "wrap"
                                                      : "tension",
                                          false, false);
    if (i == 0 || last || (tensions == 1 && wheel <= 0))
        return (tml_column){c->name, c->unit};
    return (tml_column){tml_arena_format(arena, "%s%d", c->name, wheel > 0 ? wheel : i), c->unit};
}

double tml_path_value(const tml_instant *at, const tml_joint *joint, int i)
{
    const tml_path *path = joint->path;
    if (path->slants && i == tml_path_channel_count(path) - 1)
        return tml_path_fleet(at->work, path);
    return i == 0                     ? tml_path_length(at->work, path)
           : i <= path->section_count ? tml_path_tension(at, joint, i - 1)
                                      : tml_path_wrap(at->work, path, wheel_at(path, i - path->section_count - 1));
}
