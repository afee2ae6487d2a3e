/* transmission.c - mechanical advantage and transmission angles. */
#include "analysis/kinematics/transmission.h"
#include "analysis/kinematics/assur_groups.h"
#include "analysis/motion_names.h"
#include "elementary/elementary.h"
#include "model/channel.h"
#include <math.h>
#include <string.h>

static bool grounded(const tml_joint *j)
{
    return j->body1 == 0 || j->body2 == 0;
}

static const tml_term *coordinate(const tml_system *s, int joint)
{
    const tml_joint *j = &s->joints[joint];
    const bool one = j->class->connects == TML_CONNECT_BODIES && j->coordinate_count == 1;
    return one && s->coordinates[j->first_coordinate].term.measure >= 0 ? &s->coordinates[j->first_coordinate].term
                                                                        : NULL;
}

static bool is_driven(const tml_system *s, int joint)
{
    const tml_term *f = coordinate(s, joint);
    return f && f->measure == s->terms[s->rows[s->drives[0].row].terms.first].measure;
}

/* ---- which ---- */

/* What decides where a linkage transmits: its Assur groups, and the joints that support their bodies. */
typedef struct {
    const tml_system *s;
    const bool *independent;
    int *group; /* (nb) */
    int *size;  /* (nb) bodies in a group, by group */
    bool redundant;
} linkage;

/* determining (joint_count): rigid joints between two bodies, all of whose rows are among those that determine
 * positions. otherwise_constrained (nb): bodies that other rows act on too: those of drivers, gears and distances. */
static void find_determining(const linkage *l, bool *determining, bool *otherwise_constrained)
{
    const tml_system *s = l->s;
    for (int i = 0; i < s->row_count; i++)
        if (s->rows[i].joint >= 0)
            determining[s->rows[i].joint] = s->joints[s->rows[i].joint].class->connects == TML_CONNECT_BODIES;
    for (int i = 0; i < s->row_count; i++) {
        const tml_constraint *row = &s->rows[i];
        if (row->joint >= 0 && !l->independent[i])
            determining[row->joint] = false;
        const bool plain = row->joint >= 0 && s->joints[row->joint].class->connects == TML_CONNECT_BODIES;
        for (int k = row->first_block; !plain && k < row->first_block + row->block_count; k++)
            otherwise_constrained[s->blocks[k].body] = true;
    }
}

/* How a body is supported by preceding bodies and within its group: its only joint of either kind, -1: none, -2:
 * several. */
typedef struct {
    int outer, inner;
} support;

static void note(int *slot, int joint)
{
    *slot = *slot == -1 ? joint : -2;
}

static support *find_supports(const linkage *l, const bool *determining, tml_arena *arena)
{
    support *h = TML_NEW_ARRAY(arena, support, l->s->nb);
    for (int b = 0; b < l->s->nb; b++)
        h[b] = (support){-1, -1};
    for (int i = 0; i < l->s->joint_count; i++) {
        const tml_joint *j = &l->s->joints[i];
        if (!determining[i])
            continue;
        const int one = l->group[j->body1], two = l->group[j->body2];
        for (int side = 0; side < 2; side++) {
            const int body = side ? j->body2 : j->body1, own = side ? two : one, other = side ? one : two;
            if (other == own)
                note(&h[body].inner, i);
            else if (other < own)
                note(&h[body].outer, i);
        }
    }
    return h;
}

static bool is_pin(const tml_system *s, int joint)
{
    return joint >= 0 && s->joints[joint].class->hinge;
}

static bool guides_line(const tml_system *s, int joint)
{
    return joint >= 0 && (s->joints[joint].class->hinge || s->joints[joint].class->slider);
}

/* The link drives the other body at its inner pin. */
static bool is_link(const tml_system *s, support h)
{
    return is_pin(s, h.outer) && is_pin(s, h.inner);
}

static void find_pins(tml_ratios *r, const linkage *l, tml_arena *arena)
{
    const tml_system *s = r->system;
    bool *determining = TML_NEW_ARRAY(arena, bool, s->joint_count + 1),
         *otherwise_constrained = TML_NEW_ARRAY(arena, bool, s->nb);
    find_determining(l, determining, otherwise_constrained);
    const support *h = find_supports(l, determining, arena);
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        const int group = l->group[j->body1], one = j->body1, two = j->body2;
        if (!j->class->hinge || !determining[i] || group != l->group[two] || group == 0)
            continue;
        const bool dyad = l->size[group] == 2 && h[one].inner == i && h[two].inner == i;
        const bool larger = l->size[group] > 2 && !l->redundant;
        if (dyad && guides_line(s, h[one].outer) && guides_line(s, h[two].outer))
            r->pin[r->pins++] = (tml_transmission){i, h[one].outer, h[two].outer, two};
        else if (larger && h[one].inner == i && is_link(s, h[one]) && !otherwise_constrained[one])
            r->pin[r->pins++] = (tml_transmission){i, h[one].outer, -1, two};
        else if (larger && h[two].inner == i && is_link(s, h[two]) && !otherwise_constrained[two])
            r->pin[r->pins++] = (tml_transmission){i, h[two].outer, -1, one};
    }
}

static void find_transmissions(tml_ratios *r, const bool *independent, tml_arena *arena)
{
    const tml_system *s = r->system;
    linkage l = {.s = s, .independent = independent, .group = TML_NEW_ARRAY(arena, int, s->nb)};
    l.size = TML_NEW_ARRAY(arena, int, s->nv + 1);
    for (int i = 0; i < s->row_count; i++)
        l.redundant = l.redundant || !independent[i];
    tml_assur_groups(s, independent, l.group, arena);
    for (int b = 1; b < s->nb; b++)
        l.size[l.group[b]]++;
    r->pin = TML_NEW_ARRAY(arena, tml_transmission, s->joint_count + 1);
    find_pins(r, &l, arena);
}

tml_ratios *tml_ratios_make(const tml_system *s, const bool *independent, tml_arena *arena)
{
    if (s->drive_count != 1)
        return NULL;
    tml_ratios *r = TML_NEW(arena, tml_ratios);
    r->system = s;
    r->drive_row = s->drives[0].row;
    r->output = TML_NEW_ARRAY(arena, int, s->joint_count + 1);
    r->rates = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    r->x = TML_NEW_ARRAY(arena, double, s->nv + 1);
    for (int i = 0; i < s->joint_count; i++)
        if (coordinate(s, i) && grounded(&s->joints[i]) && !is_driven(s, i))
            r->output[r->outputs++] = i;
    if (!s->space)
        find_transmissions(r, independent, arena);
    return r;
}

int tml_ratios_count(const tml_ratios *r)
{
    return r ? r->outputs + r->pins : 0;
}

void tml_ratios_columns(const tml_ratios *r, tml_column *columns, tml_arena *arena)
{
    const tml_system *s = r->system;
    for (int i = 0; i < r->outputs; i++) {
        const tml_joint *j = &s->joints[r->output[i]];
        const bool out = s->measures[coordinate(s, r->output[i])->measure].is_rotation, in = s->drives[0].is_rotation;
        *columns++ = (tml_column){
            tml_arena_dotted(arena, j->name, tml_channel_at(TML_OF_LINKAGE, s->space, false, 0)->name), in == out ? ""
                                                                                                        : in ? "1/m"
                                                                                                             : "m"};
    }
    for (int i = 0; i < r->pins; i++) {
        const tml_channel *c = tml_channel_at(TML_OF_LINKAGE, false, false, 1);
        *columns++ = (tml_column){tml_arena_dotted(arena, s->joints[r->pin[i].pin].name, c->name), c->unit};
    }
}

/* ---- how much ---- */

static tml_vec2 position(const tml_workspace *w, int joint)
{
    const tml_joint *j = &w->system->joints[joint];
    const tml_motion2 *m = &w->motion2[j->body1];
    const tml_vec2 p = tml_rotate2(m->c, m->s, (tml_vec2){j->p1.x, j->p1.y});
    return (tml_vec2){m->x + p.x, m->y + p.y};
}

/* The line along which a link of a dyad supports B: to its outer pin, or normal to its guide. */
static tml_vec2 line_of(const tml_workspace *w, int outer, tml_vec2 B)
{
    const tml_joint *j = &w->system->joints[outer];
    if (j->class->hinge)
        return tml_sub2(position(w, outer), B);
    const tml_motion2 *m = &w->motion2[j->body1];
    const tml_vec2 direction_of_motion = tml_rotate2(m->c, m->s, (tml_vec2){j->F.m[0][0], j->F.m[1][0]});
    return (tml_vec2){-direction_of_motion.y, direction_of_motion.x};
}

/* Velocity of B as a point of a body that moves with x. */
static tml_vec2 velocity(const tml_workspace *w, int body, tml_vec2 B, const double *x)
{
    const double *v = x + 3 * (body - 1);
    return (tml_vec2){v[0] - v[2] * (B.y - w->motion2[body].y), v[1] + v[2] * (B.x - w->motion2[body].x)};
}

/* The direction in which the output moves at B when the link A B grows and the driver is fixed. */
static tml_vec2 direction(tml_ratios *r, tml_driven *d, const tml_transmission *t, tml_vec2 link, tml_vec2 B)
{
    const tml_system *s = r->system;
    const tml_workspace *w = d->work;
    const int second = s->joints[t->pin].body2;
    memset(r->rates, 0, (size_t)s->row_count * sizeof(double));
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            if (s->rows[i].joint == t->pin && s->blocks[k].body == second)
                r->rates[i] = w->G[3 * k] * link.x + w->G[3 * k + 1] * link.y;
    tml_driven_solve(d, r->rates, r->x);
    memset(r->rates, 0, (size_t)s->row_count * sizeof(double));
    return velocity(w, t->output, B, r->x);
}

double tml_dyad_transmission(const tml_workspace *w, const tml_transmission *t)
{
    if (t->opposite < 0)
        return NAN;
    const tml_vec2 B = position(w, t->pin), link = line_of(w, t->outer, B), line = line_of(w, t->opposite, B);
    return tml_atan2(fabs(tml_cross2(link, line)), fabs(tml_dot2(link, line)));
}

static double transmission(tml_ratios *r, tml_driven *d, const tml_transmission *t)
{
    const tml_workspace *w = d->work;
    if (t->opposite >= 0)
        return tml_dyad_transmission(w, t);
    const tml_vec2 B = position(w, t->pin), link = line_of(w, t->outer, B);
    const tml_vec2 direction_of_motion = direction(r, d, t, link, B);
    return tml_atan2(fabs(tml_dot2(link, direction_of_motion)), fabs(tml_cross2(link, direction_of_motion)));
}

void tml_ratios_fill(tml_ratios *r, tml_driven *d, const tml_configuration *configuration, double *row)
{
    const tml_workspace *w = d->work;
    double speed = w->motion[3 * r->drive_row + 1];
    const double *x = configuration->v;
    if (speed == 0) { /* as if it moved */
        r->rates[r->drive_row] = speed = 1;
        tml_driven_solve(d, r->rates, r->x);
        r->rates[r->drive_row] = 0;
        x = r->x;
    }
    for (int i = 0; i < r->outputs; i++)
        *row++ = speed / tml_workspace_term_rate(w, *coordinate(r->system, r->output[i]), x);
    for (int k = 0; k < r->pins; k++)
        *row++ = transmission(r, d, &r->pin[k]);
}
