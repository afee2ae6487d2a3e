/* motion_names.c - names for small motions of a mechanism. */
#include "analysis/motion_names.h"
#include <math.h>
#include <string.h>

static const double MIN_SHARE =
    0.3; /* of the largest displacement: how much a joint coordinate must change to name the motion */
static const double INDEPENDENT =
    1e-6; /* of a coordinate: what remains of it after projecting out those selected before */

static tml_vec3 direction(tml_vec3 u)
{
    const double length = tml_norm(u);
    const tml_vec3 v = {u.x / length, u.y / length, u.z / length};
    return (tml_vec3){round(v.x * 1e3) / 1e3 + 0.0, round(v.y * 1e3) / 1e3 + 0.0, round(v.z * 1e3) / 1e3 + 0.0};
}

/* The body that moves most. */
static tml_named_motion body_motion(const tml_workspace *work, const double *d, tml_arena *arena)
{
    const tml_system *s = work->system;
    tml_named_motion max = {.name = "the mechanism"};
    double longest = 0;
    for (int b = 1; b < s->nb; b++) {
        const double *at = d + (b - 1) * s->nvb;
        const tml_vec3 slide = {at[0], at[1], s->space ? at[2] : 0};
        const tml_vec3 turn = s->space ? (tml_vec3){at[3], at[4], at[5]} : (tml_vec3){0, 0, at[2]};
        const double lengths[2] = {tml_norm(slide), tml_norm(turn)};
        for (int k = 0; k < 2; k++) {
            if (!(lengths[k] * (k ? s->size : 1) > longest * (1 + 1e-6)))
                continue;
            longest = lengths[k] * (k ? s->size : 1);
            const tml_vec3 u = direction(k && s->space ? tml_rotate(&work->motion3[b].R, turn) : k ? turn : slide);
            const char *what = k ? "rotating about" : "along";
            max = (tml_named_motion){.amount = lengths[k], .turns = k == 1};
            max.name = s->space ? tml_arena_format(arena, "%s %s (%g, %g, %g)", s->masses[b].name, what, u.x, u.y, u.z)
                       : k      ? tml_arena_format(arena, "%s rotating", s->masses[b].name)
                                : tml_arena_format(arena, "%s along (%g, %g)", s->masses[b].name, u.x, u.y);
        }
    }
    return max;
}

tml_named_motion tml_motion_name(const tml_workspace *work, const double *d, tml_arena *arena)
{
    const tml_system *s = work->system;
    tml_named_motion max = body_motion(work, d, arena);
    const double least = MIN_SHARE * max.amount * (max.turns ? s->size : 1);
    double longest = 0;
    for (int i = 0; i < s->joint_count; i++)
        for (int k = s->joints[i].first_coordinate; k < s->joints[i].first_coordinate + s->joints[i].coordinate_count;
             k++) {
            const tml_joint_coordinate *f = &s->coordinates[k];
            const bool turns = f->is_rotation;
            const double rate = f->term.measure >= 0 ? tml_workspace_term_rate(work, f->term, d) : 0;
            const double length = fabs(rate) * (turns ? s->size : 1);
            if (length > least && length > longest * (1 + 1e-6)) {
                longest = length;
                max = (tml_named_motion){tml_arena_format(arena, "%s.%s", s->joints[i].name, f->name), rate, turns};
            }
        }
    return max;
}

/* ---- a list of motions ---- */

/* Greedy selection of independent coordinates by Gram-Schmidt. Each row r (count long) says what one coordinate does
 * in the motions; rows selected are orthonormal. */
typedef struct {
    int count, taken;
    double *rows;  /* (count x count) */
    double *trial; /* (count) */
} selection;

static bool pick(selection *p)
{
    double before = 0, after = 0;
    for (int j = 0; j < p->count; j++)
        before += p->trial[j] * p->trial[j];
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < p->taken; k++) {
            const double *row = p->rows + (size_t)k * (size_t)p->count;
            double dot = 0;
            for (int j = 0; j < p->count; j++)
                dot += row[j] * p->trial[j];
            for (int j = 0; j < p->count; j++)
                p->trial[j] -= dot * row[j];
        }
    for (int j = 0; j < p->count; j++)
        after += p->trial[j] * p->trial[j];
    if (!(after > INDEPENDENT * INDEPENDENT * fmax(before, 1e-6)))
        return false;
    for (int j = 0; j < p->count; j++)
        p->rows[(size_t)p->taken * (size_t)p->count + (size_t)j] = p->trial[j] / sqrt(after);
    p->taken++;
    return true;
}

static void pick_joints(selection *p, const tml_workspace *work, const double *Z, const char **names, tml_arena *arena)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->joint_count; i++)
        for (int k = s->joints[i].first_coordinate; k < s->joints[i].first_coordinate + s->joints[i].coordinate_count;
             k++) {
            const tml_joint_coordinate *f = &s->coordinates[k];
            if (p->taken == p->count || f->term.measure < 0)
                continue;
            for (int j = 0; j < p->count; j++)
                p->trial[j] = tml_workspace_term_rate(work, f->term, Z + (size_t)j * (size_t)s->nv) *
                              (f->is_rotation ? s->size : 1);
            if (pick(p))
                names[p->taken - 1] = tml_arena_format(arena, "%s.%s", s->joints[i].name, f->name);
        }
}

static void pick_bodies(selection *p, const tml_system *s, const double *Z, const char **names, tml_arena *arena)
{
    static const char *const plane[] = {"x", "y", "angle"};
    static const char *const space[] = {
        "x", "y", "z", "rotating about its x", "rotating about its y", "rotating about its z"};
    for (int i = 0; i < s->nv && p->taken < p->count; i++) {
        const int part = i % s->nvb;
        for (int j = 0; j < p->count; j++)
            p->trial[j] = Z[(size_t)j * (size_t)s->nv + (size_t)i] * (part < (s->space ? 3 : 2) ? 1 : s->size);
        if (pick(p))
            names[p->taken - 1] = tml_arena_format(arena, s->space && part > 2 ? "%s %s" : "%s.%s",
                                                   s->masses[i / s->nvb + 1].name, (s->space ? space : plane)[part]);
    }
}

int tml_motion_names(const tml_workspace *work, const double *Z, int count, const char **names, tml_arena *arena)
{
    selection p = {.count = count, .rows = TML_NEW_ARRAY(arena, double, (size_t)count *(size_t)count + 1)};
    p.trial = TML_NEW_ARRAY(arena, double, count + 1);
    pick_joints(&p, work, Z, names, arena);
    pick_bodies(&p, work->system, Z, names, arena);
    return p.taken;
}
