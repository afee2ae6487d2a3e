/* compliant_limit.c - rigid contacts, stops and exact friction against springs and smooth friction in their place, as these grow stiff.
 *
 * With contact: compliant a motion y_k differs from the rigid one by the order of 1/sqrt(k), or of 1/k where nothing is struck. Three runs,
 * of k/16, k/4 and k, must approach each other by a factor p near 2 or 4, and what they approach,
 *   y = y_k + (y_k - y_{k/4})/(p - 1),
 * must be the rigid motion, up to some times the last change of this extrapolation. If they do not approach each other yet, k grows further. Compared
 * are lengths and angles, which have no jumps, at times of output, as long as they depend on the stiffness by less than 1 %; touching points do
 * jump, and are left out. What integration adds is found by a run at another tolerance, where that matters. Springs that are struck
 * together, or with friction, pass an impact on in another way than rigid contacts do: then a difference is said, but contradicts nothing.
 */
#include "analysis/dynamics/choose_contact.h"
#include "verify/spread.h"
#include "verify/verify.h"
#include <math.h>
#include <string.h>

static const double FINER = 4;                      /* stiffness by which runs differ */
static const double MIN_RATIO = 1.5, MAX_RATIO = 6; /* of their differences */
static const double SPLIT = 2.83;                   /* between ratios of order 1/2 and of order 1 */
static const double TRUST = 3, PART = 0.1;          /* of changes of the extrapolation, of the last difference */
static const double TIGHT = 1e-9;                   /* tolerance of the runs */
static const double COARSER = 10;                   /* times it, of a run that shows the errors of integration */
static const double NEGLIGIBLE = 1e-9;              /* of the largest impulse of an instant */
static const double MIN_CHANGE = 1e-8;              /* of positions: below it errors of integration hide the springs */
enum { MAX_SLOW_REPORTS = 2000 };

typedef struct {
    tml_verify_workspace *v;
    const tml_table *rigid, *run[TML_LIMIT_RUNS]; /* of the first dynamics; springs ever stiffer */
    const long *column;                           /* (columns of rigid) the same in the runs; -1: not compared */
    const char *formulation;
    double stiffness, width;      /* of the last: of springs, N/m, and of smooth friction, m/s */
    double change[2];             /* largest differences of successive runs */
    double apart[TML_LIMIT_RUNS]; /* of the runs from the rigid one */
    double limit, shift; /* of the extrapolation from the rigid one; of the two extrapolations from each other */
    double integration;  /* error of the last run */
    double until;        /* time */
    size_t rows;
} comparison;

/* ---- runs ---- */

static int on_progress(void *context, const char *analysis, double part)
{
    tml_verify_job *j = context;
    (void)analysis;
    j->slow += part >= j->reported && part < j->reported + 1e-3;
    j->reported = part;
    if (j->v->options->progress && j->v->options->progress(j->v->options->context, 1))
        atomic_store(&j->v->stopped, true);
    j->exhausted = !j->v->options->thorough && j->slow > MAX_SLOW_REPORTS;
    return j->exhausted || atomic_load(&j->v->stopped);
}

/* The motion with springs of a stiffness (0: the default); NULL: it could not be computed. */
static const tml_table *run(tml_verify_workspace *v, const char *formulation, double stiffness, double tolerance)
{
    tml_model model = tml_verify_plan_with(&v->plan, "contact", "compliant", &v->scratch);
    tml_verify_plan with = {.model = model};
    if (stiffness > 0)
        model = tml_verify_plan_with(&with, "contact_stiffness", tml_arena_format(&v->scratch, "%.17g", stiffness),
                                     &v->scratch);
    tml_verify_job *j = &v->jobs[v->job_count];
    j->v = v;
    j->options = (tml_run_options){.size = sizeof j->options,
                                   .context = j,
                                   .progress = on_progress,
                                   .formulation = formulation,
                                   .integrator = "auto",
                                   .tolerance = tolerance};
    j->log = tml_log_make();
    if (!j->log)
        tml_arena_give_up(&v->scratch);
    v->job_count++;
    j->status = tml_run(&model, &j->options, &j->results, j->log);
    return j->status == TML_OK ? tml_spread_table(j->results, 0) : NULL;
}

/* ---- what is compared ---- */

/* 0: it is none, or a touching point, which jumps from place to place. */
static double scale_of(const tml_verify_plan *p, const tml_table *table, size_t column)
{
    const char *unit = table->columns[column].unit;
    if (tml_table_force_at(table, column) >= 0)
        return 0;
    return strcmp(unit, "m") == 0 ? p->size : strcmp(unit, "rad") == 0 ? 1 : 0;
}

/* The last row at a time; NULL: there is none. *at: where to look from. */
static const double *row_at(const tml_table *t, double time, size_t *at)
{
    while (*at + 1 < t->row_count && tml_spread_time(t, *at + 1) <= time)
        ++*at;
    return tml_spread_time(t, *at) == time ? t->values + *at * t->column_count : NULL;
}

/* Differences at one row of the rigid run; false: its time is none of output, or everything depends on the stiffness by now. */
static bool take_row(comparison *c, const double *rigid, const double *const y[TML_LIMIT_RUNS])
{
    const tml_table *t = c->rigid;
    comparison sum = *c;
    const double ratio = c->change[1] > 0 && c->change[0] / c->change[1] > SPLIT ? FINER : sqrt(FINER);
    for (size_t k = 1; k < t->column_count; k++) {
        const double scale = scale_of(&c->v->plan, t, k);
        const long at = c->column[k];
        if (at < 0)
            continue;
        double x[TML_LIMIT_RUNS];
        for (int i = 0; i < TML_LIMIT_RUNS; i++) {
            x[i] = (y[i][at] - rigid[k]) / scale;
            sum.apart[i] = fmax(sum.apart[i], fabs(x[i]));
        }
        const double before = x[1] + (x[1] - x[0]) / (ratio - 1), limit = x[2] + (x[2] - x[1]) / (ratio - 1);
        sum.change[0] = fmax(sum.change[0], fabs(x[1] - x[0]));
        sum.change[1] = fmax(sum.change[1], fabs(x[2] - x[1]));
        sum.limit = fmax(sum.limit, fabs(limit));
        sum.shift = fmax(sum.shift, fabs(limit - before));
    }
    if (!(sum.change[0] < TML_DIVERGED))
        return false;
    *c = sum;
    return true;
}

static const long *find_columns(const comparison *c)
{
    const tml_table *t = c->rigid;
    long *column = TML_NEW_ARRAY(&c->v->scratch, long, t->column_count);
    for (size_t k = 0; k < t->column_count; k++)
        column[k] = scale_of(&c->v->plan, t, k) > 0 ? tml_table_find(c->run[0], t->columns[k].name) : -1;
    return column;
}

static void compare(comparison *c)
{
    c->column = find_columns(c);
    for (int pass = 0; pass < 2; pass++) { /* the second with the ratio that the first has found */
        const double *y[TML_LIMIT_RUNS];
        size_t at[TML_LIMIT_RUNS] = {0};
        comparison found = *c;
        memset(found.apart, 0, sizeof found.apart);
        found.limit = found.shift = found.until = 0;
        found.rows = 0;
        if (pass == 0)
            memset(found.change, 0, sizeof found.change);
        for (size_t r = 0; r < c->rigid->row_count; r++) {
            const double t = tml_spread_time(c->rigid, r);
            bool all = r + 1 == c->rigid->row_count || tml_spread_time(c->rigid, r + 1) > t;
            for (int i = 0; i < TML_LIMIT_RUNS; i++)
                all &= (y[i] = row_at(c->run[i], t, &at[i])) != NULL;
            if (!all)
                continue;
            if (!take_row(&found, c->rigid->values + r * c->rigid->column_count, y))
                break;
            found.until = t;
            found.rows++;
        }
        *c = found;
    }
}

/* The largest difference of two runs up to a time, at times that both have. */
static double difference(const comparison *c, const tml_table *a, const tml_table *b)
{
    double most = 0;
    size_t at = 0;
    for (size_t r = 0; r < a->row_count && tml_spread_time(a, r) <= c->until; r++) {
        const double *x = a->values + r * a->column_count, *y = row_at(b, x[0], &at);
        const bool last = r + 1 == a->row_count || tml_spread_time(a, r + 1) > x[0];
        for (size_t k = 1; y && last && k < c->rigid->column_count; k++)
            if (c->column[k] >= 0)
                most = fmax(most, fabs(x[c->column[k]] - y[c->column[k]]) / scale_of(&c->v->plan, c->rigid, k));
    }
    return most;
}

/* Whether impulses of several contacts, or of friction, act at one instant of the rigid run. */
static bool strikes_together(const tml_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const tml_table *t = results->tables[i];
        const char *dot = strrchr(t->kind, '.');
        for (size_t r = 0; dot && strcmp(dot, ".events") == 0 && r < t->row_count; r++) {
            const double *row = t->values + r * t->column_count;
            double largest = 0;
            int count = 0;
            for (int pass = 0; pass < 2; pass++)
                for (size_t k = 0; k < t->column_count; k++) {
                    const char *name = strrchr(t->columns[k].name, '.');
                    if (!name || !strstr(name, "impulse"))
                        continue;
                    count += pass && fabs(row[k]) > NEGLIGIBLE * largest;
                    largest = fmax(largest, fabs(row[k]));
                }
            if (count > 1)
                return true;
        }
    }
    return false;
}

/* ---- what is said ---- */

static const char *three(double last, double factor, const char *unit, tml_arena *arena)
{
    return tml_arena_format(arena, "%.3g, %.3g and %.3g %s", last * factor * factor, last * factor, last, unit);
}

/* "with springs of ... in place of rigid contacts and smooth friction" */
static const char *describe_treatment(const comparison *c, tml_arena *arena)
{
    const tml_rigid_interactions *is = &c->v->plan.rigid;
    const char *what = !is->stops ? "rigid contacts" : is->contacts ? "rigid contacts and stops" : "rigid stops";
    if (!is->contacts && !is->stops)
        return tml_arena_format(arena, "with friction that is smooth below %s in place of exact friction,",
                                three(c->width, sqrt(FINER), "m/s", arena));
    const char *angles = is->stops_of_angles
                             ? tml_arena_format(arena, " (of angles times %.3g m^2)", c->v->plan.size * c->v->plan.size)
                             : "";
    return tml_arena_format(arena, "with springs of %s%s in place of %s,%s",
                            three(c->stiffness, 1 / FINER, "N/m", arena), angles, what,
                            is->frictions ? " and smooth friction," : "");
}

static const char *describe(const comparison *c, tml_arena *arena)
{
    return tml_arena_format(arena,
                            "%s positions differ by %.2g, %.2g and %.2g from the %s ones, up to t = %.4g s, and "
                            "extrapolated by %.2g",
                            describe_treatment(c, arena), c->apart[0], c->apart[1], c->apart[2],
                            c->v->plan.rigid.contacts + c->v->plan.rigid.stops ? "rigid" : "exact", c->until, c->limit);
}

/* ---- the verdict ---- */

static bool hardly_changes(const comparison *c)
{
    return c->change[1] < MIN_CHANGE;
}

static bool converges(const comparison *c)
{
    const double ratio = c->change[0] / c->change[1];
    return hardly_changes(c) || (ratio > MIN_RATIO && ratio < MAX_RATIO);
}

static bool agrees(const comparison *c)
{
    return converges(c) && c->limit <= fmax(MIN_CHANGE, TRUST * (c->shift + c->integration) + PART * c->change[1] +
                                                            10 * c->v->plan.tolerance);
}

static void judge(const comparison *c, const tml_results *rigid)
{
    tml_verify_workspace *v = c->v;
    const char *said = describe(c, v->arena);
    const char *change = hardly_changes(c)
                             ? "; they hardly depend on it"
                             : tml_arena_format(v->arena, "; each changes them by 1/%.2f of the change before",
                                                c->change[0] / c->change[1]);
    const char *errors =
        c->integration > 0 ? tml_arena_format(v->arena, ", and errors of integration by %.2g", c->integration) : "";
    const char *verdict = agrees(c) ? "agrees" : converges(c) ? "disagrees" : "not converged";
    if (!agrees(c) && strikes_together(rigid))
        verdict =
            "not compared: several contacts, or friction, take part in an impact, which springs pass on differently";
    else if (converges(c) && !agrees(c) && !v->law)
        v->law = tml_arena_format(v->arena, "%s: %s",
                                  v->plan.rigid.contacts + v->plan.rigid.stops
                                      ? "springs do not approach rigid contacts"
                                      : "smooth friction does not approach exact friction",
                                  said);
    v->notes[v->out->note_count++] = tml_arena_format(v->arena, "%s%s%s: %s", said, change, errors, verdict);
}

/* ---- runs one by one ---- */

static double fact_of(const tml_table *table, const char *name)
{
    const long at = table ? tml_table_fact_find(table, name) : -1;
    return at >= 0 ? tml_table_fact_number(table, (size_t)at) : 0;
}

/* The first three; false: one did not come to its end. */
static bool run_first(comparison *c)
{
    c->run[2] = run(c->v, c->formulation, 0, TIGHT);
    c->stiffness = fact_of(c->run[2], TML_CONTACT_STIFFNESS);
    c->width = fact_of(c->run[2], TML_FRICTION_WIDTH);
    for (int i = 0; i < 2 && c->run[2]; i++)
        c->run[i] = run(c->v, c->formulation, c->stiffness / (i ? FINER : FINER * FINER), TIGHT);
    return c->run[0] && c->run[1] && c->run[2];
}

/* Springs four times as stiff, once more; false: that did not come to its end, and nothing has changed. */
static bool run_stiffer(comparison *c)
{
    comparison next = *c;
    next.stiffness *= FINER, next.width /= sqrt(FINER);
    next.run[0] = c->run[1], next.run[1] = c->run[2];
    next.run[2] = run(c->v, c->formulation, next.stiffness, TIGHT);
    if (!next.run[2])
        return false;
    compare(&next);
    if (next.until < c->until)
        return false;
    *c = next;
    return true;
}

void tml_verify_compliant_limit(tml_verify_workspace *v)
{
    const tml_rigid_interactions *is = &v->plan.rigid;
    comparison c = {.v = v};
    const tml_results *rigid = NULL;
    for (int i = 0; i < tml_formulation_class_count; i++)
        if (!rigid && v->list[i].verdict == TML_AGREES && !tml_verify_is_compliant(v, i)) {
            rigid = v->jobs[v->of[i][TML_RUN_FINE]].results;
            c.formulation = tml_formulation_classes[i]->name;
        }
    c.rigid = rigid ? tml_spread_table(rigid, 0) : NULL;
    if (is->contacts + is->stops + is->frictions == 0 || !c.rigid)
        return;
    if (!run_first(&c)) {
        v->notes[v->out->note_count++] =
            is->contacts + is->stops
                ? "the motion with springs in place of rigid contacts and stops (contact: compliant) was not computed "
                  "to its end, and not compared"
                : "the motion with smooth friction in place of exact friction (contact: compliant) was not computed to "
                  "its end, and not compared";
        return;
    }
    if (!(c.stiffness > 0)) /* clutches and ends of strokes are left as they are: there is nothing to make stiffer */
        return;
    compare(&c);
    for (int more = TML_LIMIT_RUNS; more + 1 < TML_MAX_LIMIT_RUNS && c.rows > 1 && !converges(&c); more++)
        if (!run_stiffer(&c))
            break;
    if (c.rows < 2)
        return;
    if (converges(&c) && !agrees(&c)) {
        const tml_table *coarse = run(v, c.formulation, c.stiffness, COARSER * TIGHT);
        c.integration = coarse ? difference(&c, c.run[2], coarse) : 0;
    }
    judge(&c, rigid);
}
