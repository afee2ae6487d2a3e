/* driven_limits.c - one-sided conditions between the steps of a driven motion (driven_limits.h). */
#include "analysis/kinematics/driven_limits.h"
#include "system/kernel/gap_path.h"
#include <math.h>
#include <string.h>

enum { HALVINGS = 6, MAX_BISECTIONS = 40, MAX_SECANTS = 8 };
static const double TOUCH = 1e-6;  /* of the scale: gaps that are smaller at both ends slide along zero */
static const double BEYOND = 1e-9; /* of the scale: what counts as violated */
static const tml_gap_path NUMBER = {.bound = TML_GAP_NUMBER, .measure = -1};

/* A gap at a time; `known`: it is told. */
typedef struct {
    tml_limit_gap gap;
    double t;
    bool known;
} sample;

struct tml_driven_limits {
    tml_driven *d;
    tml_limit_watch *watch;
    tml_workspace *work; /* apart from that of d, which others read */
    tml_configuration *at;
    int count;
    sample *begin, *end; /* (count) at the ends of the step */
    double t;            /* of `end`; NAN: not known */
    tml_configuration *ends[2];
};

tml_driven_limits *tml_driven_limits_make(tml_driven *d, tml_limit_watch *watch, tml_arena *arena)
{
    const int count = watch ? tml_limit_watch_gaps(watch) : 0;
    if (!count)
        return NULL;
    tml_driven_limits *l = TML_NEW(arena, tml_driven_limits);
    *l = (tml_driven_limits){.d = d, .watch = watch, .count = count, .t = NAN};
    l->work = tml_workspace_make(d->system, arena);
    l->at = tml_configuration_make(d, 0, arena);
    l->begin = TML_NEW_ARRAY(arena, sample, count);
    l->end = TML_NEW_ARRAY(arena, sample, count);
    return l;
}

static void place(tml_driven_limits *l, const tml_configuration *c)
{
    tml_workspace_set_state(l->work, c->t, c->q, c->v);
    tml_workspace_measure(l->work, 0, l->d->system->measure_count);
}

static sample read(const tml_driven_limits *l, int i, const tml_configuration *c)
{
    sample s = {.t = c->t};
    s.known = tml_limit_watch_read(l->watch, i, l->work, c->a, &s.gap);
    return s;
}

static sample look(tml_driven_limits *l, int i, double t)
{
    tml_driven_interpolate(l->d, l->ends, 2, t, l->at);
    if (tml_driven_close(l->d, l->at)) /* a driver has a kink within the step */
        tml_driven_interpolate(l->d, l->ends, 2, t, l->at);
    place(l, l->at);
    const sample s = read(l, i, l->at);
    tml_limit_watch_note(l->watch, i, t, &s.gap);
    return s;
}

static bool is_violated(const sample *x)
{
    return x->gap.value < -BEYOND * x->gap.scale;
}

static bool stays_open(tml_path_knowledge by, const sample *a, const sample *m, const sample *b)
{
    const sample *const all[3] = {a, m, b};
    tml_gap_state s[3] = {{0}};
    for (int k = 0; k < 3; k++)
        if (all[k])
            s[k] = (tml_gap_state){
                .t = all[k]->t, .value = all[k]->gap.value, .rate = all[k]->gap.rate, .second = all[k]->gap.second};
    return tml_gap_path_stays_open(&NUMBER, by, &s[0], m ? &s[1] : NULL, &s[2], 0);
}

/* The time from which on it is violated is told as the beginning. */
static void find_begin(tml_driven_limits *l, int i, double open, double violated)
{
    for (int k = 0; k < MAX_BISECTIONS; k++) {
        const double t = 0.5 * (open + violated);
        const sample s = look(l, i, t);
        if (s.gap.value > 0)
            open = t;
        else
            violated = t;
    }
}

/* The least value between a, where the gap closes, and b, where it opens: by secants of its rate, in the bracket. */
static void find_least(tml_driven_limits *l, int i, sample a, sample b)
{
    for (int k = 0; k < MAX_SECANTS && a.gap.rate < 0 && b.gap.rate > 0; k++) {
        const double part = a.gap.rate / (a.gap.rate - b.gap.rate);
        const double t = a.t + (k % 3 < 2 ? part : 0.5) * (b.t - a.t);
        const sample m = look(l, i, t);
        *(m.gap.rate < 0 ? &a : &b) = m;
    }
}

/* Whether it is violated somewhere between two samples that are open. */
static bool search(tml_driven_limits *l, int i, const sample *a, const sample *b, int halvings)
{
    const sample m = look(l, i, 0.5 * (a->t + b->t));
    if (is_violated(&m)) {
        find_begin(l, i, a->t, m.t);
        find_least(l, i, *a, *b);
        return true;
    }
    if (stays_open(TML_PATH_MIDDLE, a, &m, b) || halvings == 0)
        return false;
    return search(l, i, a, &m, halvings - 1) || search(l, i, &m, b, halvings - 1);
}

static void look_between(tml_driven_limits *l, int i)
{
    const sample *a = &l->begin[i], *b = &l->end[i];
    if (is_violated(a) || is_violated(b)) {
        if (a->gap.value > 0)
            find_begin(l, i, a->t, b->t);
        find_least(l, i, *a, *b);
    } else if (fmax(a->gap.value, b->gap.value) > TOUCH * a->gap.scale &&
               !stays_open(TML_PATH_ACCELERATIONS, a, NULL, b)) {
        search(l, i, a, b, HALVINGS);
    }
}

static void read_all(tml_driven_limits *l, const tml_configuration *c, sample *all)
{
    place(l, c);
    for (int i = 0; i < l->count; i++)
        all[i] = read(l, i, c);
}

void tml_driven_limits_step(tml_driven_limits *l, tml_configuration *from, tml_configuration *to)
{
    const size_t angles = (size_t)l->d->system->measure_count * sizeof(double);
    if (!(to->t > from->t))
        return;
    memcpy(l->work->unwrapped, l->d->work->unwrapped, angles);
    sample *swap = l->begin;
    l->begin = l->end, l->end = swap;
    if (!(l->t == from->t))
        read_all(l, from, l->begin);
    read_all(l, to, l->end);
    l->t = to->t;
    l->ends[0] = from, l->ends[1] = to;
    for (int i = 0; i < l->count; i++)
        if (l->begin[i].known && l->end[i].known)
            look_between(l, i);
}
