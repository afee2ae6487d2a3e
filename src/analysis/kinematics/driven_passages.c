/* driven_passages.c - gaps between the steps of a driven motion, by Piyavskii's lower bound. */
#include "analysis/kinematics/driven_passages.h"
#include "dynamics/passages.h"
#include <math.h>

enum { MAX_PLACES = 64, MAX_BISECTIONS = 40 }; /* looked at in one step, for one contact */
static const double TOUCH = 1e-6;              /* of the size: smaller gaps are touches, and slide */

struct tml_driven_passages {
    tml_driven *d;
    tml_limit_watch *watch;
    tml_workspace *work; /* apart from that of d, which others read */
    const double *reach; /* (nb) of surfaces, m */
    tml_configuration *at;
    double *begin, *end; /* (contact_count) gaps at the ends of the step */
    double t;            /* of `end`; NAN: not known */
    double *speed;       /* (nb) largest in the step, without rotation */
    double *spin;        /* (nb) rad/s */
};

tml_driven_passages *tml_driven_passages_make(tml_driven *d, tml_limit_watch *watch, tml_arena *arena)
{
    const tml_system *s = d->system;
    bool any = false;
    for (int i = 0; watch && i < s->contact_count; i++)
        any |= tml_limit_watch_heeds(watch, i);
    if (!any)
        return NULL;
    tml_driven_passages *p = TML_NEW(arena, tml_driven_passages);
    *p = (tml_driven_passages){.d = d, .watch = watch, .t = NAN};
    p->work = tml_workspace_make(s, arena);
    p->reach = tml_passages_make(s, arena)->reach;
    p->at = tml_configuration_make(d, 0, arena);
    p->begin = TML_NEW_ARRAY(arena, double, s->contact_count);
    p->end = TML_NEW_ARRAY(arena, double, s->contact_count);
    p->speed = TML_NEW_ARRAY(arena, double, s->nb + 1);
    p->spin = TML_NEW_ARRAY(arena, double, s->nb + 1);
    return p;
}

static double gap_of(const tml_driven_passages *p, int contact)
{
    const int m = tml_contact_gap_measure(p->d->system, contact);
    tml_workspace_measure(p->work, m, m + 1);
    return p->work->value[m];
}

static void find_gaps(tml_driven_passages *p, const tml_configuration *c, double *gaps)
{
    tml_workspace_set_state(p->work, c->t, c->q, c->v);
    for (int i = 0; i < p->d->system->contact_count; i++)
        gaps[i] = tml_limit_watch_heeds(p->watch, i) ? gap_of(p, i) : INFINITY;
}

static double length_of(const double *v, bool three)
{
    return three ? tml_norm((tml_vec3){v[0], v[1], v[2]}) : hypot(v[0], v[1]);
}

/* Of all bodies: the larger of both ends, and what half of the step adds at the larger acceleration. */
static void find_speeds(tml_driven_passages *p, const tml_configuration *from, const tml_configuration *to)
{
    const tml_system *s = p->d->system;
    const tml_configuration *ends[2] = {from, to};
    const double half = 0.5 * (to->t - from->t);
    const int lengths = s->space ? 3 : 2;
    for (int b = 1; b < s->nb; b++) {
        double v[2] = {0, 0}, a[2] = {0, 0};
        for (int k = 0; k < 2; k++) {
            const double *rate = ends[k]->v + (b - 1) * s->nvb, *second = ends[k]->a + (b - 1) * s->nvb;
            v[0] = fmax(v[0], length_of(rate, s->space)), a[0] = fmax(a[0], length_of(second, s->space));
            v[1] = fmax(v[1], s->space ? length_of(rate + lengths, true) : fabs(rate[lengths]));
            a[1] = fmax(a[1], s->space ? length_of(second + lengths, true) : fabs(second[lengths]));
        }
        p->speed[b] = v[0] + half * a[0];
        p->spin[b] = v[1] + half * a[1];
    }
}

static tml_vec3 place_of(const tml_workspace *w, int body)
{
    if (w->system->space)
        return w->motion3[body].x;
    return (tml_vec3){w->motion2[body].x, w->motion2[body].y, 0};
}

/* L. A surface without ends is met where the other one is. */
static double approach_of(const tml_driven_passages *p, int contact)
{
    const tml_measure *m = &p->d->system->measures[tml_contact_gap_measure(p->d->system, contact)];
    const int a = m->body1, b = m->body2;
    const double apart = tml_norm(tml_sub(place_of(p->work, a), place_of(p->work, b)));
    const double reach = p->reach[a] + p->reach[b] + (p->spin[a] > 0 && p->spin[b] > 0 ? 0 : apart);
    return p->speed[a] + p->speed[b] + p->spin[a] * fmax(p->reach[a], reach) + p->spin[b] * fmax(p->reach[b], reach);
}

static double gap_at(tml_driven_passages *p, tml_configuration *const *ends, int contact, double t)
{
    tml_driven_interpolate(p->d, ends, 2, t, p->at);
    if (tml_driven_close(p->d, p->at)) /* a driver has a kink within the step */
        tml_driven_interpolate(p->d, ends, 2, t, p->at);
    tml_workspace_set_state(p->work, t, p->at->q, p->at->v);
    return gap_of(p, contact);
}

typedef struct {
    double t, gap;
} sample;

/* The interval, from its first sample on, that may hold the least gap. */
static int lowest(const sample *x, int count, double L, double *bound)
{
    int found = 0;
    *bound = INFINITY;
    for (int k = 0; k + 1 < count; k++) {
        const double b = 0.5 * (x[k].gap + x[k + 1].gap - L * (x[k + 1].t - x[k].t));
        if (b < *bound)
            *bound = b, found = k;
    }
    return found;
}

/* The first time of overlap between a sample apart and one that overlaps: it is told as the beginning. */
static void find_begin(tml_driven_passages *p, tml_configuration *const *ends, int contact, double apart, double inside)
{
    for (int k = 0; k < MAX_BISECTIONS; k++) {
        const double t = 0.5 * (apart + inside), gap = gap_at(p, ends, contact, t);
        tml_limit_watch_gap(p->watch, contact, t, gap);
        if (gap > 0)
            apart = t;
        else
            inside = t;
    }
}

static void look_between(tml_driven_passages *p, tml_configuration *const *ends, int contact, double L)
{
    sample x[MAX_PLACES + 2] = {{ends[0]->t, p->begin[contact]}, {ends[1]->t, p->end[contact]}};
    for (int count = 2; count < MAX_PLACES + 2; count++) {
        double bound;
        const int k = lowest(x, count, L, &bound);
        if (bound > 0 || fmin(x[k].gap, x[k + 1].gap) <= TOUCH * p->d->system->size)
            return;
        const double middle = 0.5 * (x[k].t + x[k + 1].t), shift = 0.5 * (x[k].gap - x[k + 1].gap) / L;
        const double room = 0.4 * (x[k + 1].t - x[k].t), t = middle + fmax(-room, fmin(room, shift));
        const sample next = {t, gap_at(p, ends, contact, t)};
        tml_limit_watch_gap(p->watch, contact, t, next.gap);
        if (next.gap < 0)
            find_begin(p, ends, contact, x[k].t, t);
        for (int i = count; i > k + 1; i--)
            x[i] = x[i - 1];
        x[k + 1] = next;
    }
}

void tml_driven_passages_step(tml_driven_passages *p, tml_configuration *from, tml_configuration *to)
{
    tml_configuration *const ends[2] = {from, to};
    if (!(to->t > from->t))
        return;
    double *swap = p->begin;
    p->begin = p->end, p->end = swap;
    if (!(p->t == from->t))
        find_gaps(p, from, p->begin);
    find_gaps(p, to, p->end);
    p->t = to->t;
    find_speeds(p, from, to);
    for (int i = 0; i < p->d->system->contact_count; i++) {
        const double L = isfinite(p->end[i]) ? approach_of(p, i) : 0;
        if (p->begin[i] > 0 && p->end[i] < 0)
            find_begin(p, ends, i, from->t, to->t);
        if (p->begin[i] + p->end[i] < L * (to->t - from->t))
            look_between(p, ends, i, L);
    }
}
