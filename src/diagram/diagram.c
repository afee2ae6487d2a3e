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

long tml_diagram_column(tml_diagram *d, const char *element, const char *what)
{
    tml_arena *scratch = tml_arena_part(&d->arena);
    const int found = tml_names_find(&d->columns, tml_arena_dotted(scratch, element, what));
    tml_arena_free(scratch);
    return found;
}

bool tml_diagram_has_place(const tml_joint *joint)
{
    return joint->class->connects == TML_CONNECT_BODIES;
}

tml_vec3 tml_diagram_place(const tml_diagram *d, const tml_joint *joint)
{
    const tml_body_motion *m = &d->motion[joint->body2];
    return tml_add(m->centre, tml_rotate(&m->R, joint->p2));
}

tml_vec3 tml_diagram_velocity(const tml_body_motion *m, tml_vec3 at)
{
    return tml_add(m->v, tml_cross(m->omega, tml_sub(at, m->centre)));
}

/* ---- the motion of the bodies ---- */

static bool find_motion(tml_diagram *d)
{
    const tml_system *s = d->system;
    d->where = TML_NEW_ARRAY(&d->arena, tml_motion_columns, s->nb);
    for (int i = 1; i < s->nb; i++) {
        const char *name = s->masses[i].name;
        const tml_motion_columns c = {tml_diagram_column(d, name, "x"), tml_diagram_column(d, name, "vx"),
                                      tml_diagram_column(d, name, s->space ? "omegax" : "omega"),
                                      tml_diagram_column(d, name, "ax"),
                                      tml_diagram_column(d, name, s->space ? "alphax" : "alpha")};
        if (c.position < 0 || c.velocity < 0 || c.angular_velocity < 0 || c.acceleration < 0 ||
            c.angular_acceleration < 0)
            return false;
        d->where[i] = c;
    }
    return true;
}

static tml_vec3 vector(const double *row, long first, bool space)
{
    return (tml_vec3){row[first], row[first + 1], space ? row[first + 2] : 0};
}

static tml_vec3 axial(const double *row, long first, bool space)
{
    return space ? vector(row, first, true) : (tml_vec3){0, 0, row[first]};
}

static tml_mat3 rotation(const tml_diagram *d, int body)
{
    if (d->system->space)
        return d->work->motion3[body].R;
    const tml_motion2 *m = &d->work->motion2[body];
    return (tml_mat3){{{m->c, -m->s, 0}, {m->s, m->c, 0}, {0, 0, 1}}};
}

static void take(tml_diagram *d, const double *row)
{
    const tml_system *s = d->system;
    const size_t each = (size_t)s->nqb;
    for (int i = 1; i < s->nb; i++)
        memcpy(d->q + (size_t)(i - 1) * each, row + d->where[i].position, each * sizeof(double));
    tml_workspace_set_state(d->work, d->time < 0 ? 0 : row[d->time], d->q, d->v);
    for (int i = 1; i < s->nb; i++) {
        const tml_motion_columns *c = &d->where[i];
        d->motion[i] = (tml_body_motion){.centre = vector(row, c->position, s->space),
                                         .v = vector(row, c->velocity, s->space),
                                         .omega = axial(row, c->angular_velocity, s->space),
                                         .a = vector(row, c->acceleration, s->space),
                                         .alpha = axial(row, c->angular_acceleration, s->space),
                                         .R = rotation(d, i)};
    }
}

static void list_columns(tml_diagram *d)
{
    d->columns = (tml_names){.arena = &d->arena};
    for (size_t i = 0; i < d->table->column_count; i++)
        tml_names_add(&d->columns, d->table->columns[i].name, (int)i);
}

static tml_status prepare(void *object, const tml_model *model, tml_log *log)
{
    tml_diagram *d = object;
    tml_prepared_system *p;
    const int last = model->analysis_count - 1, of = (int)d->table->analysis, index = of < last ? of : last;
    const tml_status status =
        tml_prepare_system(model, index, index >= 0 ? &model->analyses[index] : NULL, &d->arena, log, &p);
    if (status != TML_OK)
        return status;
    d->system = p->system;
    list_columns(d);
    if (d->system->nb < 2 || strchr(d->table->kind, '.') || !find_motion(d))
        return TML_WRONG;
    d->time = tml_names_find(&d->columns, "t");
    d->work = tml_workspace_make(d->system, &d->arena);
    d->motion = TML_NEW_ARRAY(&d->arena, tml_body_motion, d->system->nb);
    d->motion[0].R = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    d->q = TML_NEW_ARRAY(&d->arena, double, d->system->nq + 1);
    d->v = TML_NEW_ARRAY(&d->arena, double, d->system->nv + 1);
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
        take(a->d, row);
        *next++ = a->d->time < 0 ? NAN : row[a->d->time];
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
