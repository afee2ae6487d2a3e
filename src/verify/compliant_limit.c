/* compliant_limit.c - rigid contacts, stops and friction against springs in their place, as these grow stiff.
 *
 * With contact: compliant a motion y_k differs from the rigid one by the order of 1/sqrt(k), or of 1/k where nothing is struck. Three runs,
 * of k/16, k/4 and k, must approach each other by a factor p near 2 or 4, and what they approach,
 *   y = y_k + (y_k - y_{k/4})/(p - 1),
 * must be the rigid motion, up to some times the last change of this extrapolation. Compared are lengths and angles, which have no jumps,
 * at times of output, as long as they depend on the stiffness by less than 1 %. Springs that are struck together, or with friction, pass an
 * impact on in another way than rigid contacts do: then a difference is said, but contradicts nothing.
 */
#include "verify/spread.h"
#include "verify/verify.h"
#include <math.h>
#include <string.h>

static const double FINER = 4;                      /* stiffness by which runs differ */
static const double MIN_RATIO = 1.5, MAX_RATIO = 6; /* of their differences */
static const double SPLIT = 2.83;                   /* between ratios of order 1/2 and of order 1 */
static const double TRUST = 3, PART = 0.1;          /* of changes of the extrapolation, of the last difference */
static const double TIGHT = 1e-9;                   /* tolerance of the runs */
static const double INTEGRATION = 1e-6;             /* of positions: by so much stiff runs may be off */
static const double MIN_CHANGE = 1e-8;              /* of positions: below it errors of integration hide the springs */
enum { MAX_SLOW_REPORTS = 2000 };

typedef struct {
    tml_verify_workspace *v;
    const tml_table *rigid, *run[TML_LIMIT_RUNS]; /* of the first dynamics; springs ever stiffer */
    const long *column;                           /* (columns of rigid) the same in the runs; -1: not compared */
    double stiffness;                             /* of the last */
    double change[2];                             /* largest differences of successive runs */
    double apart[TML_LIMIT_RUNS];                 /* of the runs from the rigid one */
    double limit, shift; /* of the extrapolation from the rigid one; of the two extrapolations from each other */
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
static const tml_table *run(tml_verify_workspace *v, const char *formulation, double stiffness)
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
                                   .tolerance = TIGHT};
    j->log = tml_log_make();
    if (!j->log)
        tml_arena_give_up(&v->scratch);
    v->job_count++;
    j->status = tml_run(&model, &j->options, &j->results, j->log);
    return j->status == TML_OK ? tml_spread_table(j->results, 0) : NULL;
}

/* ---- what is compared ---- */

static double scale_of(const tml_verify_plan *p, const tml_column *column)
{
    return strcmp(column->unit, "m") == 0 ? p->size : strcmp(column->unit, "rad") == 0 ? 1 : 0;
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
        const double scale = scale_of(&c->v->plan, &t->columns[k]);
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
        column[k] = scale_of(&c->v->plan, &t->columns[k]) > 0 ? tml_table_find(c->run[0], t->columns[k].name) : -1;
    return column;
}

static void compare(comparison *c)
{
    c->column = find_columns(c);
    for (int pass = 0; pass < 2; pass++) { /* the second with the ratio that the first has found */
        const double *y[TML_LIMIT_RUNS];
        size_t at[TML_LIMIT_RUNS] = {0};
        comparison found = {.v = c->v, .rigid = c->rigid, .column = c->column, .stiffness = c->stiffness};
        memcpy(found.run, c->run, sizeof found.run);
        memcpy(found.change, c->change, sizeof found.change);
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

/* Whether impulses of several contacts, or of friction, act at one instant of the rigid run. */
static bool strikes_together(const tml_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const tml_table *t = results->tables[i];
        const char *dot = strrchr(t->kind, '.');
        for (size_t r = 0; dot && strcmp(dot, ".events") == 0 && r < t->row_count; r++) {
            int count = 0;
            for (size_t k = 0; k < t->column_count; k++) {
                const char *name = strrchr(t->columns[k].name, '.');
                count += name && strstr(name, "impulse") && t->values[r * t->column_count + k] != 0;
            }
            if (count > 1)
                return true;
        }
    }
    return false;
}

/* ---- what is said ---- */

static const char *describe(const comparison *c, tml_arena *arena)
{
    return tml_arena_format(arena,
                            "with rigid contacts as springs of %.3g, %.3g and %.3g N/m positions differ by %.2g, %.2g "
                            "and %.2g from the rigid "
                            "ones, up to t = %.4g s, and extrapolated by %.2g",
                            c->stiffness / (FINER * FINER), c->stiffness / FINER, c->stiffness, c->apart[0],
                            c->apart[1], c->apart[2], c->until, c->limit);
}

static void judge(const comparison *c, const tml_results *rigid)
{
    tml_verify_workspace *v = c->v;
    const double ratio = c->change[0] / c->change[1],
                 allowed = TRUST * c->shift + PART * c->change[1] + 10 * v->plan.tolerance;
    const char *said = describe(c, v->arena), *end;
    if (c->change[1] < MIN_CHANGE)
        end = "; they hardly depend on the stiffness";
    else
        end = tml_arena_format(v->arena, "; each stiffness changes them by 1/%.2f of the change before", ratio);
    const bool converges = c->change[1] < MIN_CHANGE || (ratio > MIN_RATIO && ratio < MAX_RATIO);
    const bool agrees = converges && c->limit <= fmax(allowed, c->change[1] < MIN_CHANGE ? INTEGRATION : MIN_CHANGE);
    const char *verdict = agrees ? "agrees" : converges ? "disagrees" : "not converged";
    if (!agrees && strikes_together(rigid))
        verdict =
            "not compared: several contacts, or friction, take part in an impact, which springs pass on differently";
    else if (converges && !agrees && !v->law)
        v->law = tml_arena_format(v->arena, "springs do not approach rigid contacts: %s", said);
    v->notes[v->out->note_count++] = tml_arena_format(v->arena, "%s%s: %s", said, end, verdict);
}

void tml_verify_compliant_limit(tml_verify_workspace *v)
{
    comparison c = {.v = v};
    const tml_results *rigid = NULL;
    const char *formulation = NULL;
    for (int i = 0; i < tml_formulation_class_count; i++)
        if (!rigid && v->list[i].verdict == TML_AGREES && !tml_verify_is_compliant(v, i)) {
            rigid = v->jobs[v->of[i][TML_RUN_FINE]].results;
            formulation = tml_formulation_classes[i]->name;
        }
    c.rigid = rigid ? tml_spread_table(rigid, 0) : NULL;
    if (!v->plan.rigid_contacts || !c.rigid)
        return;
    c.run[2] = run(v, formulation, 0);
    const long fact = c.run[2] ? tml_table_fact_find(c.run[2], "stiffness of contacts") : -1;
    c.stiffness = fact >= 0 ? tml_table_fact_number(c.run[2], (size_t)fact) : 0;
    for (int i = 0; i < 2 && c.run[2]; i++)
        c.run[i] = run(v, formulation, c.stiffness / (i ? FINER : FINER * FINER));
    if (!c.run[0] || !c.run[1] || !c.run[2]) {
        v->notes[v->out->note_count++] = "the motion with rigid contacts as springs (contact: compliant) was not "
                                         "computed to its end, and not compared";
        return;
    }
    compare(&c);
    if (c.rows > 1)
        judge(&c, rigid);
}
