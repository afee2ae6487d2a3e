/* start_ignorable.c - ignorable rotations have no initial velocity.
 *
 * The rotation of a particle is no degree of freedom and stays at rest: u . w = 0 along its ignorable axes u. A rate
 * of `initial` s' = J v whose J is zero except along these cannot be satisfied, and is left out; so is the component u
 * u . w of a body's omega.
 */
#include "assembly/start_ignorable.h"
#include "system/topology/ignorable_rotations.h"
#include <math.h>
#include <string.h>

static const double NO_PART = 1e-10; /* of a measure, or of the given omega */

bool tml_without_ignorable(const tml_system *s, int body, double *J)
{
    const tml_mass *m = &s->masses[body];
    bool any = false;
    for (int k = 0; body && k < m->ignorable_count; k++) {
        const double u[3] = {m->ignorable[k].x, m->ignorable[k].y, m->ignorable[k].z};
        double *r = J + (s->space ? 3 : 2);
        const double part = s->space ? u[0] * r[0] + u[1] * r[1] + u[2] * r[2] : r[0];
        any |= part != 0;
        for (int i = 0; i < (s->space ? 3 : 1); i++)
            r[i] -= s->space ? part * u[i] : part;
    }
    return any;
}

double tml_omega_without_ignorable(const tml_workspace *work, int body, tml_vec3 *omega)
{
    const tml_system *s = work->system;
    const tml_mass *m = &s->masses[body];
    *omega = m->written->omega;
    for (int k = 0; k < m->ignorable_count; k++) {
        const tml_vec3 u = s->space ? tml_rotate(&work->motion3[body].R, m->ignorable[k]) : (tml_vec3){0, 0, 1};
        *omega = tml_sub(*omega, tml_scale(tml_dot(u, *omega), u));
    }
    return tml_norm(tml_sub(m->written->omega, *omega));
}

static const char *ignorable_reason(const tml_system *s, int body)
{
    return s->masses[body].ignorable_count == (s->space ? 3 : 1)
               ? "it is a particle, on whose rotation nothing acts"
               : "it has no inertia about an axis of its own, and nothing acts about it";
}

/* The norm of both sides of a measure, lengths and angles alike. */
static double size_of(const tml_system *s, const double *J)
{
    double square = 0;
    for (int i = 0; i < 2 * s->nvb; i++) {
        const double part = J[i] * (i % s->nvb < (s->space ? 3 : 2) ? s->size : 1);
        square += part * part;
    }
    return sqrt(square);
}

/* A body whose ignorable rotation the rate includes; 0: there is none. alone: it includes nothing else. */
static int ignorable_body(const tml_workspace *work, const tml_start *start, bool *alone)
{
    const tml_system *s = work->system;
    *alone = false;
    if (!start->rate || start->term.measure < 0)
        return 0;
    const tml_measure *m = &s->measures[start->term.measure];
    double J[12];
    memcpy(J, work->J + (size_t)start->term.measure * 2 * (size_t)s->nvb, 2 * (size_t)s->nvb * sizeof(double));
    memset(J, 0, (m->body1 ? 0 : (size_t)s->nvb) * sizeof(double));
    memset(J + s->nvb, 0, (m->body2 ? 0 : (size_t)s->nvb) * sizeof(double));
    const double all = size_of(s, J);
    const bool one = tml_without_ignorable(s, m->body1, J), two = tml_without_ignorable(s, m->body2, J + s->nvb);
    *alone = size_of(s, J) <= NO_PART * all;
    return two ? m->body2 : one ? m->body1 : 0;
}

void tml_start_report_ignorable(const tml_workspace *work, const tml_start *start, tml_log *log)
{
    bool alone;
    const int body = ignorable_body(work, start, &alone);
    if (body)
        tml_log_raise(log, TML_W_IDLE_START, start->place,
                      "initial: %s includes the rotation of body %s, which is at rest: %s", start->name,
                      work->system->masses[body].name, ignorable_reason(work->system, body));
}

static void warn_of_omegas(const tml_workspace *work, tml_log *log)
{
    const tml_system *s = work->system;
    for (int b = 1; b < s->nb; b++) {
        tml_vec3 omega;
        const tml_body *written = s->masses[b].written;
        const double ignorable = written->spins ? tml_omega_without_ignorable(work, b, &omega) : 0;
        if (ignorable > NO_PART * tml_norm(written->omega))
            tml_log_raise(log, TML_W_IDLE_START, written->omega_place,
                          "body %s: %.6g rad/s of its omega have no effect: %s; that rotation stays as drawn",
                          written->name, ignorable, ignorable_reason(s, b));
    }
}

const tml_system *tml_start_without_ignorable(const tml_system *s, const double *q, tml_arena *arena, tml_log *log)
{
    if (s->ignorable_count == 0)
        return s;
    tml_system *out = tml_arena_copy(arena, s, sizeof *s);
    tml_workspace *work = tml_workspace_make(s, arena);
    const double *still = TML_NEW_ARRAY(arena, double, s->nv + 1);
    out->starts = TML_NEW_ARRAY(arena, tml_start, s->start_count + 1);
    out->start_count = 0;
    tml_workspace_set_state(work, 0, q, still);
    tml_workspace_measure(work, 0, s->measure_count);
    if (log)
        warn_of_omegas(work, log);
    for (int i = 0; i < s->start_count; i++) {
        const tml_start *x = &s->starts[i];
        bool alone;
        const int body = ignorable_body(work, x, &alone);
        if (!alone)
            out->starts[out->start_count++] = *x;
        else if (log && x->value != 0)
            tml_log_raise(log, TML_W_IDLE_START, x->place,
                          "initial: %s = %.6g rad/s has no effect on body %s: %s; that rotation stays as drawn",
                          x->name, x->value, s->masses[body].name, ignorable_reason(s, body));
    }
    return out;
}
