/* diagram.c - tables of diagrams: "dynamics.diagram" with the rows of "dynamics". */
#include "diagram/diagram.h"
#include "analysis/prepared_system.h"
#include "base/guard.h"
#include "model/model_object.h"
#include <math.h>
#include <string.h>

static const tml_diagram_section *const sections[] = {
    &tml_diagram_joints, &tml_diagram_poles, &tml_diagram_transmission, &tml_diagram_screws, &tml_diagram_energy};
enum { SECTION_COUNT = sizeof sections / sizeof *sections };

bool tml_diagram_has_place(const tml_joint *joint)
{
    return joint->class->connects == TML_CONNECT_BODIES;
}

tml_vec3 tml_diagram_place(const tml_diagram *d, const tml_joint *joint)
{
    const tml_body_motion *m = &d->row.bodies[joint->body2];
    return tml_add(m->centre, tml_rotate(&m->R, joint->p2));
}

tml_vec3 tml_diagram_velocity(const tml_body_motion *m, tml_vec3 at)
{
    return tml_add(m->v, tml_cross(m->omega, tml_sub(at, m->centre)));
}

static tml_status prepare(void *object, const tml_model *model, tml_log *log)
{
    tml_diagram *d = object;
    tml_prepared_system *p;
    const int index = tml_row_motion_analysis(model, d->table);
    const tml_status status =
        tml_prepare_system(model, index, index >= 0 ? &model->analyses[index] : NULL, &d->arena, log, &p);
    if (status != TML_OK)
        return status;
    d->system = p->system;
    if (!tml_row_motion_find(&d->row, d->table, d->system, &d->arena))
        return TML_WRONG;
    if (d->system->space || d->system->drive_count != 1)
        return TML_OK;
    const tml_prepared_start *start;
    const tml_status started = tml_prepare_start(p, (tml_prepare_options){0}, &start);
    if (started == TML_OK && start->status == TML_OK && start->report.independent)
        d->ratios = tml_ratios_make(d->system, start->report.independent, &d->arena);
    return started;
}

/* ---- the table ---- */

typedef struct {
    tml_results *results;
    const tml_table *table;
    tml_diagram *d;
} adding;

static tml_status fill(const adding *a, tml_table *to)
{
    for (size_t r = 0; r < a->table->row_count; r++) {
        double *next = tml_table_append(to);
        const double *row = a->table->values + r * a->table->column_count;
        if (!next)
            return TML_NO_MEMORY;
        if (tml_arena_is_cancelled(&a->d->arena))
            return TML_STOPPED;
        tml_row_motion_take(&a->d->row, row);
        *next++ = a->d->row.time < 0 ? NAN : row[a->d->row.time];
        for (int i = 0; i < SECTION_COUNT; i++)
            next = sections[i]->fill(a->d, row, next);
    }
    return TML_OK;
}

static tml_status add(void *context)
{
    adding *a = context;
    tml_diagram *d = a->d;
    size_t most = 1;
    for (int i = 0; i < SECTION_COUNT; i++)
        most += sections[i]->count(d);
    tml_column *columns = TML_NEW_ARRAY(&d->arena, tml_column, most), *end = columns;
    *end++ = (tml_column){"t", "s"};
    for (int i = 0; i < SECTION_COUNT; i++)
        end = sections[i]->name(d, end);
    const char *kind = tml_arena_format(&d->arena, "%s.diagram", a->table->kind);
    tml_table *to = tml_results_add(a->results, kind, a->table->title, columns, (size_t)(end - columns));
    if (!to || !tml_table_reserve(to, a->table->row_count))
        return TML_NO_MEMORY;
    to->analysis = a->table->analysis;
    to->stride = a->table->stride;
    return fill(a, to);
}

static tml_status add_one(tml_results *results, const tml_table *table, const tml_model *model)
{
    tml_status status;
    tml_log *quiet = tml_log_make();
    const tml_diagram initial = {.table = table};
    adding a = {.results = results, .table = table};
    if (!quiet)
        return TML_NO_MEMORY;
    a.d = tml_model_object_make(model, &initial, sizeof initial, prepare, &status, quiet);
    if (status == TML_OK)
        status = tml_guarded(&a.d->arena, NULL, add, &a);
    tml_model_object_free(a.d);
    tml_log_free(quiet);
    return status == TML_WRONG ? TML_OK : status; /* a table without a motion */
}

tml_status tml_results_add_diagrams(tml_results *results, const tml_model *model, tml_log *log)
{
    tml_status status = TML_OK;
    const size_t tables = results->count;
    for (size_t i = 0; i < tables && status == TML_OK; i++)
        status = add_one(results, results->tables[i], model);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}
