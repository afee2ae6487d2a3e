/* sweep.c - continuation over a range of speeds: the curve of relative equilibria, its folds, bifurcations and changes
 * of stability; a row for each point. With search: all, also the branches at bifurcations and the curves that begin
 * elsewhere at either end of the range. Where a rigid stop or contact closes or opens, a curve goes on with another set of them.
 */
#include "analysis/steady/steady_stops.h"
#include <math.h>
#include <string.h>

enum { MAX_CURVES = 60, MAX_SWITCHES = 200 };
static const double TOLERANCE = 1e-4; /* sizes, rad, parameter: two points closer than this are one */

/* A curve still to be traced. */
typedef struct {
    tml_steady_point at;
    tml_steady_direction along;
    tml_steady_node *bifurcation; /* where it branches off; NULL */
    tml_interaction_mode *modes;  /* which stops and contacts are closed there; NULL: there are none */
} curve;

typedef struct {
    tml_steady_task *t;
    tml_steady_continuation *tracer;
    curve curves[MAX_CURVES];
    int count, current;
    tml_steady_point ends[2 * MAX_CURVES]; /* of the curves traced */
    int end_count;
    tml_steady_node *bifurcations[MAX_CURVES];
    tml_interaction_mode *bifurcation_modes[MAX_CURVES];
    int bifurcation_count, fold_count, change_count, switch_count;
    tml_steady_point last; /* of the first curve */
    tml_interaction_mode *last_modes;
    bool has_begun;
    const char *first_stability;            /* "stable" or "unstable" */
    double max_residual, relative_residual; /* the largest, N and relative to all forces */
    tml_status status;
} sweep;

static bool is_same(const tml_steady *s, const tml_steady_point *a, const tml_steady_point *b)
{
    return fabs(a->parameter - b->parameter) < TOLERANCE && tml_steady_distance(s, a->q, b->q) < TOLERANCE;
}

static int visit(void *context, const tml_steady_node *n);

/* ---- points ---- */

static double speed_at(const sweep *w, double parameter)
{
    const int k = w->t->request.swept;
    return w->t->s->first[k] + parameter * (w->t->s->last[k] - w->t->s->first[k]);
}

/* ---- sets of closed stops and contacts ---- */

static tml_interaction_mode *keep_set(const sweep *w)
{
    const tml_steady_set *set = w->t->set;
    return set ? tml_arena_copy(w->t->task->arena, set->modes,
                                (size_t)set->base->interaction_count * sizeof *set->modes)
               : NULL;
}

static int violated(void *context, const tml_steady_point *at)
{
    const sweep *w = context;
    return tml_steady_set_violated(w->t, at);
}

static double margin(void *context, const tml_steady_point *at, int condition)
{
    const sweep *w = context;
    return tml_steady_set_margin(w->t, at, condition);
}

static void make_tracer(sweep *w)
{
    w->tracer = tml_steady_continuation_make(w->t->v, w->t->stability, w->t->request.steps);
    w->tracer->visit = visit, w->tracer->context = w;
    if (w->t->set)
        w->tracer->violated = violated, w->tracer->margin = margin;
}

/* The equations of a set at a point. False: it has no solution there. */
static bool use_set(sweep *w, const tml_interaction_mode *modes, const tml_steady_point *at)
{
    const tml_steady_set *set = w->t->set;
    const size_t size = set ? (size_t)set->base->interaction_count * sizeof *modes : 0;
    if (!set || memcmp(set->modes, modes, size) == 0)
        return true;
    memcpy(set->modes, modes, size);
    const bool made = tml_steady_set_make_at(w->t, at);
    make_tracer(w);
    return made;
}

/* Where a stop or contact closes or opens. False: the curve cannot be continued. */
static bool switch_set(sweep *w, double *along)
{
    tml_steady_task *t = w->t;
    const int which = w->tracer->condition;
    const tml_steady_node *b = w->tracer->b;
    const double before = *along, parameter = b->at.parameter;
    const bool closes = t->set->modes[which].kind != TML_CLOSED;
    const char *where = tml_steady_position_text(t);
    const bool goes_on = tml_steady_set_switch(t, &b->at, which, along);
    tml_table_add_fact(t->table, tml_arena_format(t->task->arena, "change of contact %d", ++w->switch_count),
                       speed_at(w, parameter), "%s; %s; %s %s%s", tml_steady_speeds_text(t, parameter), where,
                       t->set->base->interactions[which].name, closes ? "closes" : "opens",
                       !goes_on           ? "; there is no steady state beyond"
                       : *along != before ? "; the curve turns back"
                                          : "");
    make_tracer(w);
    return goes_on;
}

static tml_steady_node *keep_bifurcation(sweep *w, const tml_steady_node *n)
{
    tml_steady *s = w->t->s;
    for (int i = 0; i < w->bifurcation_count; i++)
        if (is_same(s, &w->bifurcations[i]->at, &n->at))
            return NULL;
    if (w->bifurcation_count == MAX_CURVES)
        return NULL;
    w->bifurcation_modes[w->bifurcation_count] = keep_set(w);
    tml_steady_node *kept = w->bifurcations[w->bifurcation_count++] = TML_NEW(s->arena, tml_steady_node);
    *kept = *n;
    kept->at = tml_steady_point_make(s);
    kept->along = tml_steady_direction_make(s);
    tml_steady_copy(s, &n->at, &kept->at);
    memcpy(kept->along.x, n->along.x, (size_t)s->n * sizeof(double));
    kept->along.parameter = n->along.parameter;
    return kept;
}

static void add_curve(sweep *w, const tml_steady_point *at, double parameter, tml_steady_node *bifurcation, double sign)
{
    tml_steady *s = w->t->s;
    if (w->count == MAX_CURVES)
        return;
    curve *c = &w->curves[w->count];
    *c = (curve){.at = tml_steady_point_make(s),
                 .along = tml_steady_direction_make(s),
                 .bifurcation = bifurcation,
                 .modes = keep_set(w)};
    c->along.parameter = parameter;
    if (at)
        tml_steady_copy(s, at, &c->at);
    if (!bifurcation || tml_steady_switch_branch(w->tracer, bifurcation, sign, &c->at, &c->along))
        w->count++;
}

/* Reports a special point as a fact. */
static void mark(sweep *w, const tml_steady_node *n)
{
    tml_steady_task *t = w->t;
    const bool bifurcation = n->marks & TML_STEADY_BIFURCATION, fold = n->marks & TML_STEADY_FOLD;
    const char *kind = bifurcation ? "bifurcation" : fold ? "fold" : "change of stability";
    int *count = bifurcation ? &w->bifurcation_count : fold ? &w->fold_count : &w->change_count;
    if (bifurcation && !keep_bifurcation(w, n))
        return;
    const int number = bifurcation ? *count : ++*count;
    const char *dlambda = bifurcation && fold ? "; one of the curves turns back"
                          : bifurcation       ? "; another curve crosses"
                          : fold              ? "; the curve turns back"
                                              : "";
    tml_table_add_fact(t->table, tml_arena_format(t->task->arena, "%s %d", kind, number), speed_at(w, n->at.parameter),
                       "%s; %s%s%s", tml_steady_speeds_text(t, n->at.parameter), tml_steady_position_text(t), dlambda,
                       n->marks & TML_STEADY_STABILITY_CHANGE && (bifurcation || fold) ? "; stability changes" : "");
}

static const char *stability_word(const tml_steady_node *n)
{
    return n->unstable ? "unstable" : isnan(n->growth) ? "stability unknown" : "stable";
}

static int visit(void *context, const tml_steady_node *n)
{
    sweep *w = context;
    tml_steady_task *t = w->t;
    const tml_run_options *o = t->task->options;
    const double growth = t->stability->growth;
    w->max_residual = fmax(w->max_residual, t->s->max_residual);
    w->relative_residual = fmax(w->relative_residual, t->s->scale > 0 ? t->s->max_residual / t->s->scale : 0);
    if (!w->has_begun)
        w->first_stability = stability_word(n);
    w->has_begun = true;
    if (w->current == 0) {
        tml_steady_copy(t->s, &n->at, &w->last);
        w->last_modes = keep_set(w);
    }
    if (n->marks)
        mark(w, n);
    w->status = tml_steady_check(t, &n->at, true);
    if (w->status == TML_OK)
        w->status = tml_steady_record(t, &n->at, growth);
    if (w->status == TML_OK && o->progress && o->progress(o->context, t->task->element->kind, n->at.parameter))
        w->status = TML_STOPPED;
    return w->status != TML_OK;
}

/* ---- curves ---- */

/* An empty row separates curves. */
static bool begin_curve(sweep *w, const curve *c)
{
    tml_steady_task *t = w->t;
    if (t->branch && !tml_table_append(t->table))
        return false;
    t->branch++;
    if (!c->bifurcation)
        return true;
    tml_steady_evaluate(t->s, &c->bifurcation->at);
    return tml_steady_record(t, &c->bifurcation->at, NAN) == TML_OK;
}

/* Where a curve began, where it ended and why. */
static void report_end(sweep *w, tml_continuation_end end)
{
    tml_steady_task *t = w->t;
    const curve *c = &w->curves[w->current];
    const tml_steady_node *b = w->tracer->b;
    const char *explain_end = "";
    switch (end) {
    case TML_CONTINUATION_UNBOUNDED:
        explain_end = tml_arena_format(t->task->arena, "; %s grows without bound towards %s",
                                       tml_steady_coordinate_name(t, w->tracer->unbounded),
                                       tml_steady_speeds_text(t, w->tracer->limit));
        break;
    case TML_CONTINUATION_STALLED:
        explain_end = "; it could not be continued";
        break;
    case TML_CONTINUATION_CLOSED:
        explain_end = "; it is closed";
        break;
    case TML_CONTINUATION_MAX_POINTS:
        explain_end = "; stopped after very many points";
        break;
    case TML_CONTINUATION_BOUNDARY:
        explain_end = "; there is no steady state beyond";
        break;
    case TML_CONTINUATION_REACHED_END:
    case TML_CONTINUATION_STOPPED:
    case TML_CONTINUATION_NO_START:
        break;
    }
    const double at = speed_at(w, end == TML_CONTINUATION_UNBOUNDED ? w->tracer->limit : b->at.parameter);
    tml_table_add_fact(t->table, tml_arena_format(t->task->arena, "curve %d", t->branch), at,
                       "from %s (%s) to %s (%s)%s",
                       tml_steady_speeds_text(t, c->bifurcation ? c->bifurcation->at.parameter : c->at.parameter),
                       w->has_begun ? w->first_stability : stability_word(b),
                       tml_steady_speeds_text(t, b->at.parameter), stability_word(b), explain_end);
}

static void keep_end(sweep *w, const tml_steady_point *at)
{
    if (w->end_count == 2 * MAX_CURVES)
        return;
    w->ends[w->end_count] = tml_steady_point_make(w->t->s);
    tml_steady_copy(w->t->s, at, &w->ends[w->end_count++]);
}

/* A curve through all sets that it meets. */
static tml_continuation_end trace(sweep *w, const curve *c)
{
    tml_continuation_end end = tml_steady_continuation_run(w->tracer, &c->at, &c->along);
    for (int i = 0; end == TML_CONTINUATION_BOUNDARY && i < MAX_SWITCHES; i++) {
        const tml_steady_node at = *w->tracer->b;
        tml_steady_direction on = tml_steady_direction_make(w->t->s);
        on.parameter = at.along.parameter < 0 ? -1 : 1;
        if (!switch_set(w, &on.parameter)) {
            *w->tracer->b = at; /* where it ends */
            return end;
        }
        end = tml_steady_continuation_run(w->tracer, &w->t->at, &on);
    }
    return end;
}

static tml_status trace_curves(sweep *w)
{
    for (; w->current < w->count; w->current++) {
        const curve *c = &w->curves[w->current];
        const int bifurcations = w->bifurcation_count;
        w->has_begun = false;
        if (!begin_curve(w, c))
            return TML_NO_MEMORY;
        keep_end(w, &c->at);
        const tml_continuation_end end = use_set(w, c->modes, &c->at) ? trace(w, c) : TML_CONTINUATION_NO_START;
        if (w->status != TML_OK)
            return w->status;
        if (end != TML_CONTINUATION_NO_START) {
            keep_end(w, &w->tracer->b->at);
            report_end(w, end);
        }
        for (int i = bifurcations; w->t->request.all && i < w->bifurcation_count; i++)
            for (int sign = 1; sign >= -1 && use_set(w, w->bifurcation_modes[i], &w->bifurcations[i]->at); sign -= 2)
                add_curve(w, NULL, 0, w->bifurcations[i], sign);
    }
    return TML_OK;
}

/* Of the present set. */
static tml_status search_in_set(sweep *w, double parameter)
{
    tml_steady_task *t = w->t;
    tml_steady *s = t->s;
    tml_steady_list *list = tml_steady_list_make(s);
    tml_steady_point start = tml_steady_point_make(s);
    const tml_interaction_mode *modes = keep_set(w);
    tml_steady_copy(s, &t->at, &start);
    start.parameter = parameter;
    if (tml_steady_search(t->v, &start, list, NULL, NULL))
        return TML_STOPPED;
    for (int i = 0; i < list->count; i++) {
        const tml_steady_state *one = &list->states[i];
        bool known = one->singular || !use_set(w, modes, &one->at) || tml_steady_check(t, &one->at, false) != TML_OK ||
                     (t->set && tml_steady_set_violated(t, &one->at) >= 0);
        for (int k = 0; k < w->end_count; k++)
            known |= is_same(s, &w->ends[k], &one->at);
        if (known)
            continue;
        add_curve(w, &one->at, parameter == 0 ? 1 : -1, NULL, 0);
        const tml_status status = trace_curves(w);
        if (status != TML_OK)
            return status;
    }
    return TML_OK;
}

/* Curves that begin at an end of the range and have not been found yet, in every set of closed stops and contacts. */
static tml_status search_other_curves(sweep *w, double parameter)
{
    tml_steady_task *t = w->t;
    const tml_steady_set *set = t->set;
    tml_status status = TML_OK;
    if (!set)
        return search_in_set(w, parameter);
    for (int k = 0; status == TML_OK && tml_steady_set_choose(t, k); k++) {
        if (!tml_steady_set_make(t, set->q, set->v, set->unwrapped))
            continue;
        make_tracer(w);
        status = search_in_set(w, parameter);
    }
    return status;
}

tml_status tml_steady_sweep(tml_steady_task *t)
{
    sweep *w = TML_NEW(t->task->arena, sweep);
    int iterations;
    *w = (sweep){.t = t, .last = tml_steady_point_make(t->s)};
    make_tracer(w);
    tml_status status = tml_steady_find(t, &iterations);
    status = status == TML_OK ? tml_steady_table_make(t) : status;
    if (status != TML_OK)
        return status;
    for (int i = 0; i < t->request.count; i++)
        t->s->first[i] = t->request.velocities[i].first, t->s->last[i] = t->request.velocities[i].last;
    t->at.parameter = 0;
    add_curve(w, &t->at, 1, NULL, 0);
    status = trace_curves(w);
    if (status == TML_OK && t->request.all)
        status = search_other_curves(w, 0);
    if (status == TML_OK && t->request.all)
        status = search_other_curves(w, 1);
    if (status == TML_OK && t->request.all)
        tml_table_add_fact(t->table, "curves", t->branch, "%d: there may be more", t->branch);
    tml_table_add_fact(t->table, "residual force", w->max_residual, "at most %.3g N, %.2g of the acting forces",
                       w->max_residual, w->relative_residual);
    if (status == TML_OK && use_set(w, w->last_modes, &w->last))
        tml_steady_set_state(t, &w->last);
    return status;
}
