/* free_body.c - free bodies of a table: made once, then evaluated row by row. */
#include "free_body/free_body.h"
#include "analysis/prepared_system.h"
#include "model/model_object.h"
#include "system/contact_set.h"
#include <string.h>

/* Drivers that are off may be switched on during the motion: in this system all are on. NULL with messages. */
static const tml_system *with_all_drivers(tml_free_body *f, const tml_prepared_system *p, const tml_element *analysis,
                                          tml_log *log)
{
    const tml_resolved *r = p->of->resolved;
    bool off = false;
    for (int i = 0; i < r->model->driver_count; i++)
        off |= r->driver_off[i];
    if (!off)
        return p->system;
    tml_resolved *view = tml_resolved_view(r, &f->arena, log);
    memset(view->driver_off, 0, (size_t)r->model->driver_count * sizeof(bool));
    return tml_system_compile(view, analysis, NULL, &f->arena, log);
}

static tml_status fill(void *object, const tml_model *model, tml_log *log)
{
    tml_free_body *f = object;
    tml_prepared_system *p;
    const int index = tml_row_motion_analysis(model, f->table);
    const tml_element *analysis = index >= 0 ? &model->analyses[index] : NULL;
    const tml_status status = tml_prepare_system(model, index, analysis, &f->arena, log, &p);
    if (status != TML_OK)
        return status;
    f->system = with_all_drivers(f, p, analysis, log);
    if (!f->system)
        return TML_WRONG;
    if (f->system->contact_set_count) {
        tml_log_raise(log, TML_E_NO_LOADS, TML_NOWHERE,
                      "force %s: contacts of so many surfaces have no forces in the table, so that free bodies are not "
                      "known",
                      f->system->contact_sets[0].name);
        return TML_WRONG;
    }
    if (tml_load_sources_find(f))
        return TML_OK;
    tml_log_raise(log, TML_E_NO_LOADS, TML_NOWHERE,
                  "the table \"%s\" has no positions, accelerations and forces of the bodies", f->table->kind);
    return TML_WRONG;
}

tml_status tml_free_body_make(const tml_model *model, const tml_table *table, tml_free_body **free_body, tml_log *log)
{
    tml_status status;
    const tml_free_body initial = {.table = table};
    *free_body = tml_model_object_make(model, &initial, sizeof initial, fill, &status, log);
    return status;
}

void tml_free_body_free(tml_free_body *free_body)
{
    tml_model_object_free(free_body);
}

tml_status tml_free_body_take(tml_free_body *f, size_t row)
{
    if (row >= f->table->row_count)
        return TML_WRONG;
    const double *values = f->table->values + row * f->table->column_count;
    tml_row_motion_take(&f->row, values);
    tml_workspace_measure(f->row.work, 0, f->system->measure_count);
    tml_load_sources_evaluate(f, values);
    return TML_OK;
}

size_t tml_free_body_count(const tml_free_body *f)
{
    return f->count;
}

tml_load tml_free_body_load(const tml_free_body *f, size_t index)
{
    return index < f->count ? f->sources[index].load : (tml_load){0};
}

/* sum += x, and of a force at an arm its moment. */
static void add_up(tml_load *sum, const tml_load *one)
{
    double arm[3];
    const double *F = one->force;
    for (int k = 0; k < 3; k++)
        arm[k] = one->at[k] - sum->at[k];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        sum->force[k] += F[k];
        sum->torque[k] += one->torque[k] + arm[i] * F[j] - arm[j] * F[i];
    }
}

/* The last load on a body is its inertia, at the centre of mass. */
tml_load tml_free_body_resultant(const tml_free_body *f, size_t body)
{
    if (body == 0 || body >= (size_t)f->system->nb)
        return (tml_load){0};
    const size_t last = f->first[body + 1] - 1;
    tml_load sum = f->sources[last].load;
    sum.kind = TML_LOAD_RESULTANT;
    sum.name = "resultant";
    memset(sum.force, 0, sizeof sum.force);
    memset(sum.torque, 0, sizeof sum.torque);
    for (size_t i = f->first[body]; i < last; i++)
        add_up(&sum, &f->sources[i].load);
    return sum;
}
