/* ratios.c - mechanical advantage and transmission angles. */
#include "analysis/ratios.h"
#include "analysis/moves.h"
#include <math.h>
#include <string.h>

static bool is(const tml_joint *j, const char *class)
{
    return strcmp(j->class->name, class) == 0;
}

static bool grounded(const tml_joint *j)
{
    return j->body1 == 0 || j->body2 == 0;
}

static const tml_term *freedom(const tml_system *s, int joint)
{
    const tml_joint *j = &s->joints[joint];
    const bool one = j->class->connects == TML_CONNECT_BODIES && j->freedom_count == 1;
    return one && s->freedoms[j->first_freedom].term.measure >= 0 ? &s->freedoms[j->first_freedom].term : NULL;
}

static bool is_driven(const tml_system *s, int joint)
{
    const tml_term *f = freedom(s, joint);
    return f && f->measure == s->terms[s->rows[s->drives[0].row].terms.first].measure;
}

/* ---- which ---- */

/* The other joint of a link with two pins that does not touch the ground; -1. */
static int other_pin(const tml_system *s, int body, int but)
{
    int found = -1;
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        if (i == but || j->class->connects == TML_CONNECT_JOINTS || (j->body1 != body && j->body2 != body))
            continue;
        if (!is(j, "revolute") || grounded(j) || found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* The joint, not driven, that holds a body on the ground; -1. */
static int ground_pin(const tml_system *s, int body)
{
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        const bool holds = is(j, "revolute") || is(j, "prismatic");
        if (holds && grounded(j) && (j->body1 == body || j->body2 == body) && !is_driven(s, i))
            return i;
    }
    return -1;
}

static void find_pins(tml_ratios *r)
{
    const tml_system *s = r->system;
    for (int i = 0; i < s->joint_count && !s->space; i++) {
        const tml_joint *j = &s->joints[i];
        if (!is(j, "revolute") || grounded(j))
            continue;
        for (int side = 0; side < 2; side++) {
            const int link = side ? j->body2 : j->body1, output = side ? j->body1 : j->body2;
            const int A = other_pin(s, link, i), C = ground_pin(s, output);
            if (A < 0 || C < 0)
                continue;
            r->pin[r->pins] = i, r->link_pin[r->pins] = A, r->ground_pin[r->pins] = C;
            r->pins++;
            break;
        }
    }
}

tml_ratios *tml_ratios_make(const tml_system *s, tml_arena *arena)
{
    if (s->drive_count != 1)
        return NULL;
    tml_ratios *r = TML_NEW(arena, tml_ratios);
    r->system = s;
    r->drive_row = s->drives[0].row;
    r->output = TML_NEW_ARRAY(arena, int, s->joint_count + 1);
    r->pin = TML_NEW_ARRAY(arena, int, s->joint_count + 1);
    r->link_pin = TML_NEW_ARRAY(arena, int, s->joint_count + 1);
    r->ground_pin = TML_NEW_ARRAY(arena, int, s->joint_count + 1);
    r->rates = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    r->x = TML_NEW_ARRAY(arena, double, s->nv + 1);
    for (int i = 0; i < s->joint_count; i++)
        if (freedom(s, i) && grounded(&s->joints[i]) && !is_driven(s, i))
            r->output[r->outputs++] = i;
    find_pins(r);
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
        const bool out = s->measures[freedom(s, r->output[i])->measure].turning, in = s->drives[0].turning;
        *columns++ = (tml_column){tml_arena_format(arena, "%s.advantage", j->name), in == out ? "" : in ? "1/m" : "m"};
    }
    for (int i = 0; i < r->pins; i++)
        *columns++ = (tml_column){tml_arena_format(arena, "%s.transmission", s->joints[r->pin[i]].name), "rad"};
}

/* ---- how much ---- */

static tml_vec2 place(const tml_work *w, int joint)
{
    const tml_joint *j = &w->system->joints[joint];
    const tml_motion2 *m = &w->motion2[j->body1];
    const tml_vec2 p = tml_turn2(m->c, m->s, (tml_vec2){j->p1.x, j->p1.y});
    return (tml_vec2){m->x + p.x, m->y + p.y};
}

/* The line along which the output link is held: to its pin, or across its way. */
static tml_vec2 output_line(const tml_work *w, int ground, tml_vec2 B)
{
    const tml_joint *j = &w->system->joints[ground];
    if (is(j, "revolute")) {
        const tml_vec2 C = place(w, ground);
        return (tml_vec2){C.x - B.x, C.y - B.y};
    }
    const tml_motion2 *m = &w->motion2[j->body1];
    const tml_vec2 way = tml_turn2(m->c, m->s, (tml_vec2){j->F.m[0][0], j->F.m[1][0]});
    return (tml_vec2){-way.y, way.x};
}

static double transmission(const tml_ratios *r, const tml_work *w, int k)
{
    const tml_vec2 A = place(w, r->link_pin[k]), B = place(w, r->pin[k]);
    const tml_vec2 link = {A.x - B.x, A.y - B.y}, line = output_line(w, r->ground_pin[k], B);
    return atan2(fabs(tml_cross2(link, line)), fabs(tml_dot2(link, line)));
}

void tml_ratios_fill(tml_ratios *r, tml_driven *d, const tml_stand *stand, double *row)
{
    const tml_work *w = d->work;
    double speed = w->motion[3 * r->drive_row + 1];
    const double *x = stand->v;
    if (speed == 0) { /* as if it moved */
        r->rates[r->drive_row] = speed = 1;
        tml_driven_reach(d, r->rates, r->x);
        x = r->x;
    }
    for (int i = 0; i < r->outputs; i++)
        *row++ = speed / tml_move_rate(w, *freedom(r->system, r->output[i]), x);
    for (int k = 0; k < r->pins; k++)
        *row++ = transmission(r, w, k);
}
