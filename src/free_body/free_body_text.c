/* free_body_text.c - what acts on one body, as text for people: where, force and torque, and that it adds up to zero. */
#include "analysis/prepare.h"
#include "free_body/free_body.h"
#include <string.h>

typedef struct {
    const tml_model *model;
    const tml_results *results;
    const char *body;
    double time; /* NAN: the last output */
    tml_log *log;
    tml_text text;
    tml_arena arena;
    tml_free_body *f;
    size_t index;              /* of the body */
    double force, torque, arm; /* the largest at a row: below a tiny part of these a number is rounding */
} telling;

static double time_of(const tml_table *t, size_t row)
{
    const long column = tml_table_find(t, "t");
    return column < 0 ? NAN : tml_table_value(t, row, (size_t)column);
}

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* ---- one row ---- */

static void put_number(telling *x, double value, double whole)
{
    tml_text_add(&x->text, " %12.6g", fabs(value) <= 1e-12 * whole ? 0 : value);
}

static void put_load(telling *x, const tml_load *load)
{
    const bool space = x->f->system->space;
    const char *what = load->kind == TML_LOAD_INERTIA     ? "d'Alembert"
                       : load->kind == TML_LOAD_RESULTANT ? "all but inertia"
                                                          : load->type;
    tml_text_add(&x->text, "  %-14s %-16s", load->name, what);
    for (int k = 0; k < (space ? 3 : 2); k++)
        put_number(x, load->at[k], x->arm);
    for (int k = 0; k < (space ? 3 : 2); k++)
        put_number(x, load->force[k], x->force);
    for (int k = space ? 0 : 2; k < 3; k++)
        put_number(x, load->torque[k], x->torque);
    tml_text_add(&x->text, load->unique ? "\n" : "  not unique\n");
}

static void put_head(telling *x, size_t row)
{
    static const char *const plane[] = {"x m", "y m", "Fx N", "Fy N", "T N*m", NULL};
    static const char *const space[] = {"x m",  "y m",    "z m",    "Fx N",   "Fy N",
                                        "Fz N", "Tx N*m", "Ty N*m", "Tz N*m", NULL};
    const tml_table *t = x->f->table;
    tml_text_add(&x->text, "free body %s: %s, t = %.6g s", x->body, t->kind, time_of(t, row));
    tml_text_add(&x->text, t->row_count > 1 ? " (row %zu of %zu)\n" : "\n", row + 1, t->row_count);
    tml_text_add(&x->text, "  %-14s %-16s", "load", "");
    for (const char *const *name = x->f->system->space ? space : plane; *name; name++)
        tml_text_add(&x->text, " %12s", *name);
    tml_text_add(&x->text, "\n");
}

static void find_scales(telling *x)
{
    x->force = x->torque = x->arm = 0;
    for (size_t i = 0; i < x->f->count; i++) {
        const tml_load *one = &x->f->sources[i].load;
        x->arm = fmax(x->arm, length(one->at));
        if (one->body_index == x->index) {
            x->force = fmax(x->force, length(one->force));
            x->torque = fmax(x->torque, length(one->torque));
        }
    }
    x->torque = fmax(x->torque, x->force * x->arm);
}

static void put_row(telling *x, size_t row)
{
    tml_free_body_take(x->f, row);
    find_scales(x);
    put_head(x, row);
    const size_t first = x->f->first[x->index], last = x->f->first[x->index + 1] - 1;
    const tml_load sum = tml_free_body_resultant(x->f, x->index), *inertia = &x->f->sources[last].load;
    double F[3], T[3];
    for (size_t i = first; i < last; i++)
        put_load(x, &x->f->sources[i].load);
    put_load(x, &sum);
    put_load(x, inertia);
    for (int k = 0; k < 3; k++)
        F[k] = sum.force[k] + inertia->force[k], T[k] = sum.torque[k] + inertia->torque[k];
    tml_text_add(&x->text, "  resultant and inertia add up to %.2g N and %.2g N*m\n", length(F), length(T));
}

/* ---- which ---- */

/* The last table that tells loads. */
static tml_status find_table(telling *x)
{
    tml_status status = TML_WRONG;
    for (size_t i = x->results->count; i > 0 && status == TML_WRONG; i--) {
        tml_log *quiet = tml_log_make();
        const tml_table *table = x->results->tables[i - 1];
        status = !quiet             ? TML_NO_MEMORY
                 : table->row_count ? tml_free_body_make(x->model, table, &x->f, quiet)
                                    : TML_WRONG;
        tml_log_free(quiet);
    }
    if (status == TML_WRONG)
        tml_log_raise(x->log, TML_E_NO_LOADS, TML_NOWHERE, "no table of this run contains the loads on the bodies");
    return status;
}

static tml_status find_body(telling *x)
{
    const tml_system *s = x->f->system;
    tml_names names = {.arena = &x->arena};
    for (int i = 1; i < s->nb; i++)
        tml_names_add(&names, s->masses[i].name, i);
    const int found = tml_names_find(&names, x->body);
    const char *near = found < 0 ? tml_names_nearest(&names, x->body) : NULL;
    if (found > 0) {
        x->index = (size_t)found;
        return TML_OK;
    }
    tml_log_raise(x->log, TML_E_NO_FREE_BODY, TML_NOWHERE,
                  near ? "no moving body \"%s\"; did you mean \"%s\"?" : "no moving body \"%s\"", x->body, near);
    return TML_WRONG;
}

static tml_status put_rows(telling *x)
{
    const tml_table *t = x->f->table;
    const double begin = time_of(t, 0), end = time_of(t, t->row_count - 1);
    const bool motion = end > begin;
    if (!isnan(x->time) && !(x->time >= begin - 1e-9 * (end - begin) && x->time <= end + 1e-9 * (end - begin))) {
        tml_log_raise(x->log, TML_E_NO_FREE_BODY, TML_NOWHERE,
                      "%s goes from %.6g s to %.6g s: there is no row at %.6g s", t->kind, begin, end, x->time);
        return TML_WRONG;
    }
    size_t best = t->row_count - 1;
    for (size_t i = 0; motion && !isnan(x->time) && i < t->row_count; i++)
        if (fabs(time_of(t, i) - x->time) < fabs(time_of(t, best) - x->time))
            best = i;
    for (size_t i = motion ? best : 0; i < (motion ? best + 1 : t->row_count); i++)
        if (!isnan(time_of(t, i)))
            put_row(x, i);
    return TML_OK;
}

static tml_status tell(void *context)
{
    telling *x = context;
    tml_status status = find_table(x);
    if (status == TML_OK)
        status = find_body(x);
    return status == TML_OK ? put_rows(x) : status;
}

tml_status tml_free_body_text(const tml_model *model, const tml_results *results, const char *body, double time,
                              char **text, tml_log *log)
{
    telling x = {.model = model, .results = results, .body = body, .time = time, .log = log};
    x.arena.watch = &model->watch;
    const tml_status status = tml_guarded(&x.arena, NULL, tell, &x);
    tml_free_body_free(x.f);
    return tml_text_detach_on(status, &x.text, &x.arena, text, log);
}
