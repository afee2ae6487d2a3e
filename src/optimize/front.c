/* front.c - several goals: points where none can be improved without making another worse, by limits on all goals but one.
 *
 * Each goal alone gives the ends of the front, and between them
 *   minimize f_g   subject to   f_j <= limit_j, j != g,   limit_j = best_j + s_j (worst_j - best_j),   0 < s_j < 1
 * gives a point for every s (Haimes, Lasdon and Wismer 1971). Goals take turns as f_g, so that steep and flat parts of the front both get points.
 */
#include "optimize/optimization.h"
#include "study/sequence.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_POINTS = 20, STARTS = 3 };
static const double SAME = 1e-6; /* of the goals' ranges: no difference */

typedef struct {
    tml_optimization *o;
    int goals, inner;      /* points between the ends */
    tml_search **ends;     /* (goals) */
    double *best, *worst;  /* (goals) sign * f */
    tml_sequence sequence; /* of s, for more than two goals */
} front;

static double goal_at(const tml_problem *p, const tml_search *s, int goal)
{
    return p->goals[goal].sign * s->answers[p->goals[goal].answer];
}

static tml_status find_ends(front *f)
{
    tml_optimization *o = f->o;
    tml_status status = TML_OK;
    for (int g = 0; g < f->goals && status == TML_OK; g++) {
        f->ends[g] = tml_optimization_solve(o, g, &status);
        if (!f->ends[g])
            return status == TML_OK ? TML_FAILED : status;
    }
    for (int g = 0; g < f->goals && status == TML_OK; g++) {
        f->best[g] = goal_at(&o->problem, f->ends[g], g);
        f->worst[g] = f->best[g];
        for (int k = 0; k < f->goals; k++)
            f->worst[g] = fmax(f->worst[g], goal_at(&o->problem, f->ends[k], g));
        o->field.goal_sizes[g] = f->worst[g] > f->best[g] ? f->worst[g] - f->best[g] : 1;
    }
    return status;
}

/* s (goals) of a point; that of the goal which is minimized has no meaning. */
static void find_shares(const front *f, int point, double *s)
{
    if (f->goals > 2) {
        tml_sequence_point(&f->sequence, (uint64_t)point, s);
        return;
    }
    const int g = point % 2, of_goal = (f->inner + 1 - g) / 2;
    s[1 - g] = (point / 2 + 1) / (double)(of_goal + 1); /* NOLINT: whole parts */
}

/* Starts: where each other goal is best, between the ends, and a point of the box. */
static void add_searches(front *f, int point)
{
    tml_optimization *o = f->o;
    const int n = o->problem.parameters, g = point % f->goals,
              other = (g + 1 + point / f->goals % (f->goals - 1)) % f->goals;
    double *limits = TML_NEW_ARRAY(&o->arena, double, f->goals), *s = TML_NEW_ARRAY(&o->arena, double, f->goals);
    double *between = TML_NEW_ARRAY(&o->arena, double, n);
    find_shares(f, point, s);
    for (int k = 0; k < f->goals; k++)
        limits[k] = k == g ? INFINITY : f->best[k] + s[k] * (f->worst[k] - f->best[k]);
    for (int i = 0; i < n; i++)
        between[i] = f->ends[other]->best[i] + s[other] * (f->ends[g]->best[i] - f->ends[other]->best[i]);
    const double *const starts[STARTS] = {f->ends[other]->best, between, NULL};
    for (int k = 0; k < STARTS; k++) {
        tml_search *search = tml_optimization_add(o, g, limits, starts[k]);
        if (search->method->is_global)
            search->method = tml_search_method_find("gradient");
        search->first = (uint64_t)(point % o->starts);
        search->stride = (uint64_t)o->starts;
        search->tries = 8;
    }
}

/* ---- what is kept ---- */

static bool dominates(const front *f, const tml_search *a, const tml_search *b, bool a_is_first)
{
    bool better = false;
    for (int g = 0; g < f->goals; g++) {
        const double size = f->o->field.goal_sizes[g];
        const double less = goal_at(&f->o->problem, b, g) - goal_at(&f->o->problem, a, g);
        if (less < -SAME * size)
            return false;
        better |= less > SAME * size;
    }
    return better || a_is_first; /* of two that are the same the first is kept */
}

static void sort(const front *f, tml_search **list, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && goal_at(&f->o->problem, list[k], 0) < goal_at(&f->o->problem, list[k - 1], 0); k--) {
            tml_search *moved = list[k];
            list[k] = list[k - 1], list[k - 1] = moved;
        }
}

static int keep(const front *f, tml_search *const *all, int count, tml_search **kept)
{
    int at = 0;
    for (int i = 0; i < count; i++) {
        bool good = all[i] && all[i]->begun && all[i]->feasible;
        for (int k = 0; good && k < count; k++)
            good = k == i || !all[k] || !all[k]->begun || !all[k]->feasible || !dominates(f, all[k], all[i], k < i);
        if (good)
            kept[at++] = all[i];
    }
    sort(f, kept, at);
    return at;
}

tml_status tml_optimization_front(tml_optimization *o, tml_search ***kept, int *kept_count)
{
    const int goals = o->problem.goal_count;
    const int points = o->options->front > 0 ? (int)o->options->front : DEFAULT_POINTS;
    front f = {.o = o,
               .goals = goals,
               .inner = points > goals ? points - goals : 0,
               .ends = TML_NEW_ARRAY(&o->arena, tml_search *, goals),
               .best = TML_NEW_ARRAY(&o->arena, double, goals),
               .worst = TML_NEW_ARRAY(&o->arena, double, goals)};
    f.sequence = (tml_sequence){
        .class = &tml_sequence_sobol, .dimensions = goals, .count = (uint64_t)f.inner + 1, .seed = o->field.seed};
    tml_search **all = TML_NEW_ARRAY(&o->arena, tml_search *, points + goals);
    *kept = TML_NEW_ARRAY(&o->arena, tml_search *, points + goals);
    tml_status status = find_ends(&f);
    int count = 0;
    const int first = o->count;
    for (int g = 0; g < goals; g++)
        all[count++] = f.ends[g];
    for (int k = 0; status == TML_OK && k < f.inner; k++)
        add_searches(&f, k);
    if (status == TML_OK)
        status = tml_optimization_run(o, first);
    for (int k = first; k + STARTS <= o->count; k += STARTS)
        all[count++] = tml_optimization_best(o, k, k + STARTS);
    *kept_count = keep(&f, all, count, *kept);
    return status;
}
