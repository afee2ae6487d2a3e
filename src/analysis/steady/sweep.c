/* sweep.c - a range of speeds: the curve of steady states, its folds, its forks, where stability changes; a row for each
 * point. With search: all the curves that fork off too, and those that begin elsewhere at either end of the range.
 */
#include "analysis/steady/steady_task.h"
#include <math.h>
#include <string.h>

enum { MAX_CURVES = 60 };
static const double SAME = 1e-4; /* sizes, rad, parts: two points that are one */

/* A curve still to be followed. */
typedef struct {
    tml_steady_point at;
    tml_steady_direction along;
    tml_steady_node *fork; /* from which it comes; NULL */
} curve;

typedef struct {
    tml_steady_task *t;
    tml_steady_tracer *tracer;
    curve curves[MAX_CURVES];
    int count, present;
    tml_steady_point ends[2 * MAX_CURVES]; /* of curves followed */
    int end_count;
    tml_steady_node *forks[MAX_CURVES];
    int fork_count, fold_count, change_count;
    tml_steady_point last; /* of the first curve */
    bool begun;
    const char *begins;         /* stable or unstable */
    double residual, part_left; /* the largest, N and as a part of all forces */
    tml_status status;
} sweep;

static bool alike(const tml_steady *s, const tml_steady_point *a, const tml_steady_point *b)
{
    return fabs(a->part - b->part) < SAME && tml_steady_distance(s, a->q, b->q) < SAME;
}

/* ---- points ---- */

static double speed_at(const sweep *w, double part)
{
    const int k = w->t->request.swept;
    return w->t->s->first[k] + part * (w->t->s->last[k] - w->t->s->first[k]);
}

static tml_steady_node *keep_fork(sweep *w, const tml_steady_node *n)
{
    tml_steady *s = w->t->s;
    for (int i = 0; i < w->fork_count; i++)
        if (alike(s, &w->forks[i]->at, &n->at))
            return NULL;
    if (w->fork_count == MAX_CURVES)
        return NULL;
    tml_steady_node *kept = w->forks[w->fork_count++] = TML_NEW(s->arena, tml_steady_node);
    *kept = *n;
    kept->at = tml_steady_point_make(s);
    kept->along = tml_steady_direction_make(s);
    tml_steady_copy(s, &n->at, &kept->at);
    memcpy(kept->along.x, n->along.x, (size_t)s->n * sizeof(double));
    kept->along.part = n->along.part;
    return kept;
}

static void add_curve(sweep *w, const tml_steady_point *at, double part, tml_steady_node *fork, double sign)
{
    tml_steady *s = w->t->s;
    if (w->count == MAX_CURVES)
        return;
    curve *c = &w->curves[w->count];
    *c = (curve){.at = tml_steady_point_make(s), .along = tml_steady_direction_make(s), .fork = fork};
    c->along.part = part;
    if (at)
        tml_steady_copy(s, at, &c->at);
    if (!fork || tml_steady_bifurcation(w->tracer, fork, sign, &c->at, &c->along))
        w->count++;
}

/* What a point is besides one of the curve, as a fact. */
static void mark(sweep *w, const tml_steady_node *n)
{
    tml_steady_task *t = w->t;
    const bool fork = n->marks & TML_TRACE_BIFURCATION, fold = n->marks & TML_TRACE_FOLD;
    const char *kind = fork ? "fork" : fold ? "fold" : "change of stability";
    int *count = fork ? &w->fork_count : fold ? &w->fold_count : &w->change_count;
    if (fork && !keep_fork(w, n))
        return;
    const int number = fork ? *count : ++*count;
    const char *more = fork && fold ? "; one of the curves turns back"
                       : fork       ? "; another curve crosses"
                       : fold       ? "; the curve turns back"
                                    : "";
    tml_table_add_fact(t->table, tml_arena_format(t->task->arena, "%s %d", kind, number), speed_at(w, n->at.part),
                       "%s; %s%s%s", tml_steady_speeds_text(t, n->at.part), tml_steady_position_text(t), more,
                       n->marks & TML_TRACE_CHANGE && (fork || fold) ? "; stability changes" : "");
}

static const char *word(const tml_steady_node *n)
{
    return n->unstable ? "unstable" : isnan(n->growth) ? "stability unknown" : "stable";
}

static int visit(void *context, const tml_steady_node *n)
{
    sweep *w = context;
    tml_steady_task *t = w->t;
    const tml_run_options *o = t->task->options;
    const double growth = t->stability->growth;
    w->residual = fmax(w->residual, t->s->residual);
    w->part_left = fmax(w->part_left, t->s->scale > 0 ? t->s->residual / t->s->scale : 0);
    if (!w->begun)
        w->begins = word(n);
    w->begun = true;
    if (w->present == 0)
        tml_steady_copy(t->s, &n->at, &w->last);
    if (n->marks)
        mark(w, n);
    w->status = tml_steady_check(t, &n->at, true);
    if (w->status == TML_OK)
        w->status = tml_steady_record(t, &n->at, growth);
    if (w->status == TML_OK && o->progress && o->progress(o->context, t->task->element->kind, n->at.part))
        w->status = TML_STOPPED;
    return w->status != TML_OK;
}

/* ---- curves ---- */

/* A row without numbers parts curves. */
static bool begin(sweep *w, const curve *c)
{
    tml_steady_task *t = w->t;
    if (t->branch && !tml_table_append(t->table))
        return false;
    t->branch++;
    if (!c->fork)
        return true;
    tml_steady_evaluate(t->s, &c->fork->at);
    return tml_steady_record(t, &c->fork->at, NAN) == TML_OK;
}

/* Where a curve began, where it ended and why. */
static void say_end(sweep *w, tml_trace_end end)
{
    tml_steady_task *t = w->t;
    const curve *c = &w->curves[w->present];
    const tml_steady_node *b = w->tracer->b;
    const char *why = "";
    switch (end) {
    case TML_TRACE_RUNS_AWAY:
        why = tml_arena_format(t->task->arena, "; %s grows without bound towards %s",
                               tml_steady_coordinate_name(t, w->tracer->runs),
                               tml_steady_speeds_text(t, w->tracer->limit));
        break;
    case TML_TRACE_STUCK:
        why = "; it could not be followed beyond";
        break;
    case TML_TRACE_CLOSED:
        why = "; it is closed";
        break;
    case TML_TRACE_LONG:
        why = "; it was left there after very many points";
        break;
    case TML_TRACE_ENDS:
    case TML_TRACE_STOPPED:
    case TML_TRACE_NO_START:
        break;
    }
    const double at = speed_at(w, end == TML_TRACE_RUNS_AWAY ? w->tracer->limit : b->at.part);
    tml_table_add_fact(t->table, tml_arena_format(t->task->arena, "curve %d", t->branch), at,
                       "from %s (%s) to %s (%s)%s", tml_steady_speeds_text(t, c->fork ? c->fork->at.part : c->at.part),
                       w->begun ? w->begins : word(b), tml_steady_speeds_text(t, b->at.part), word(b), why);
}

static void keep_end(sweep *w, const tml_steady_point *at)
{
    if (w->end_count == 2 * MAX_CURVES)
        return;
    w->ends[w->end_count] = tml_steady_point_make(w->t->s);
    tml_steady_copy(w->t->s, at, &w->ends[w->end_count++]);
}

static tml_status follow(sweep *w)
{
    for (; w->present < w->count; w->present++) {
        const curve *c = &w->curves[w->present];
        const int forks = w->fork_count;
        w->begun = false;
        if (!begin(w, c))
            return TML_NO_MEMORY;
        keep_end(w, &c->at);
        const tml_trace_end end = tml_steady_trace(w->tracer, &c->at, &c->along);
        if (w->status != TML_OK)
            return w->status;
        if (end != TML_TRACE_NO_START) {
            keep_end(w, &w->tracer->b->at);
            say_end(w, end);
        }
        for (int i = forks; w->t->request.all && i < w->fork_count; i++)
            for (int sign = 1; sign >= -1; sign -= 2)
                add_curve(w, NULL, 0, w->forks[i], sign);
    }
    return TML_OK;
}

/* Curves that begin at an end of the range and have not been met. */
static tml_status look_elsewhere(sweep *w, double part)
{
    tml_steady_task *t = w->t;
    tml_steady *s = t->s;
    tml_steady_list *list = tml_steady_list_make(s);
    tml_steady_point start = tml_steady_point_make(s);
    tml_steady_copy(s, &t->at, &start);
    start.part = part;
    if (tml_steady_search(t->v, &start, list, NULL, NULL))
        return TML_STOPPED;
    for (int i = 0; i < list->count; i++) {
        const tml_steady_state *one = &list->states[i];
        bool known = one->singular || tml_steady_check(t, &one->at, false) != TML_OK;
        for (int k = 0; k < w->end_count; k++)
            known |= alike(s, &w->ends[k], &one->at);
        if (known)
            continue;
        add_curve(w, &one->at, part == 0 ? 1 : -1, NULL, 0);
        const tml_status status = follow(w);
        if (status != TML_OK)
            return status;
    }
    return TML_OK;
}

tml_status tml_steady_sweep(tml_steady_task *t)
{
    sweep *w = TML_NEW(t->task->arena, sweep);
    int iterations;
    *w = (sweep){.t = t, .last = tml_steady_point_make(t->s)};
    w->tracer = tml_steady_tracer_make(t->v, t->stability, t->request.steps);
    w->tracer->visit = visit, w->tracer->context = w;
    tml_status status = tml_steady_find(t, &iterations);
    status = status == TML_OK ? tml_steady_table_make(t) : status;
    if (status != TML_OK)
        return status;
    for (int i = 0; i < t->request.count; i++)
        t->s->first[i] = t->request.velocities[i].first, t->s->last[i] = t->request.velocities[i].last;
    t->at.part = 0;
    add_curve(w, &t->at, 1, NULL, 0);
    status = follow(w);
    if (status == TML_OK && t->request.all)
        status = look_elsewhere(w, 0);
    if (status == TML_OK && t->request.all)
        status = look_elsewhere(w, 1);
    if (status == TML_OK && t->request.all)
        tml_table_add_fact(t->table, "curves", t->branch, "%d: there may be more", t->branch);
    tml_table_add_fact(t->table, "residual force", w->residual, "at most %.3g N, %.2g of the forces at play",
                       w->residual, w->part_left);
    if (status == TML_OK)
        tml_steady_leave(t, &w->last);
    return status;
}
