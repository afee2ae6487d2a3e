/* load_table.c - loads of all rows as a table: "dynamics.loads" with columns t, crank.A.x, crank.A.y, crank.A.fx, crank.A.fy, crank.A.torque. */
#include "base/guard.h"
#include "free_body/free_body.h"
#include <string.h>

enum { MAX_PARTS = 9 };

typedef struct {
    const char *name, *unit;
} part;

static int parts_of(bool space, const part **parts)
{
    static const part in_plane[] = {{"x", "m"}, {"y", "m"}, {"fx", "N"}, {"fy", "N"}, {"torque", "N*m"}};
    static const part in_space[MAX_PARTS] = {{"x", "m"},  {"y", "m"},    {"z", "m"},    {"fx", "N"},  {"fy", "N"},
                                             {"fz", "N"}, {"tx", "N*m"}, {"ty", "N*m"}, {"tz", "N*m"}};
    *parts = space ? in_space : in_plane;
    return space ? 9 : 5;
}

static void put_load(bool space, const tml_load *load, double *to)
{
    const double *at = load->at, *F = load->force, *T = load->torque;
    if (space)
        memcpy(to, (double[]){at[0], at[1], at[2], F[0], F[1], F[2], T[0], T[1], T[2]}, 9 * sizeof(double));
    else
        memcpy(to, (double[]){at[0], at[1], F[0], F[1], T[2]}, 5 * sizeof(double));
}

typedef struct {
    tml_results *results;
    const tml_table *table;
    tml_free_body *f;
    tml_log *log;
} adding;

/* Each body's loads, the resultant behind them. */
static tml_column *columns_of(tml_free_body *f, size_t *count)
{
    const tml_system *s = f->system;
    const part *parts;
    const int each = parts_of(s->space, &parts);
    tml_column *columns = TML_NEW_ARRAY(&f->arena, tml_column, (f->count + (size_t)s->nb) * (size_t)each + 1);
    columns[0] = (tml_column){"t", "s"};
    *count = 1;
    for (size_t i = 0; i < f->count; i++) {
        const tml_load *load = &f->sources[i].load;
        for (int last = 0; last < (load->kind == TML_LOAD_INERTIA ? 2 : 1); last++)
            for (int k = 0; k < each; k++)
                columns[(*count)++] = (tml_column){
                    tml_arena_format(&f->arena, "%s.%s.%s", load->body, last ? "resultant" : load->name, parts[k].name),
                    parts[k].unit};
    }
    return columns;
}

static tml_status fill(adding *a, tml_table *to)
{
    tml_free_body *f = a->f;
    const part *parts;
    const int each = parts_of(f->system->space, &parts);
    const long time = tml_table_find(a->table, "t");
    for (size_t r = 0; r < a->table->row_count; r++) {
        double *row = tml_table_append(to);
        if (!row)
            return TML_NO_MEMORY;
        if (tml_arena_is_cancelled(&f->arena))
            return TML_STOPPED;
        tml_free_body_take(f, r);
        row[0] = time < 0 ? NAN : a->table->values[r * a->table->column_count + (size_t)time];
        size_t at = 1;
        for (size_t i = 0; i < f->count; i++, at += (size_t)each) {
            const tml_load *load = &f->sources[i].load;
            put_load(f->system->space, load, row + at);
            if (load->kind != TML_LOAD_INERTIA)
                continue;
            const tml_load sum = tml_free_body_resultant(f, load->body_index);
            put_load(f->system->space, &sum, row + (at += (size_t)each));
        }
    }
    return TML_OK;
}

static tml_status add(void *context)
{
    adding *a = context;
    size_t count;
    const tml_column *columns = columns_of(a->f, &count);
    const char *kind = tml_arena_format(&a->f->arena, "%s.loads", a->table->kind);
    tml_table *to = tml_results_add(a->results, kind, a->table->title, columns, count);
    if (!to || !tml_table_reserve(to, a->table->row_count))
        return TML_NO_MEMORY;
    to->analysis = a->table->analysis;
    to->stride = a->table->stride;
    return fill(a, to);
}

tml_status tml_results_add_loads(tml_results *results, const tml_model *model, tml_log *log)
{
    tml_status status = TML_OK;
    const size_t tables = results->count;
    for (size_t i = 0; i < tables && status == TML_OK; i++) {
        adding a = {.results = results, .table = results->tables[i]};
        tml_log *quiet = tml_log_make();
        status = quiet ? tml_free_body_make(model, a.table, &a.f, quiet) : TML_NO_MEMORY;
        if (status == TML_OK)
            status = tml_guarded(&a.f->arena, NULL, add, &a);
        else if (status == TML_WRONG) /* a table without loads */
            status = TML_OK;
        tml_free_body_free(a.f);
        tml_log_free(quiet);
    }
    if (status == TML_OK && !tml_results_set_origin(results, "loads", "true"))
        status = TML_NO_MEMORY;
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}
