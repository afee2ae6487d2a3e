/* prepare.c - from a model to its bodies at the start: read, compiled, guessed, assembled.
 *
 * Where assembly fails its last attempt is kept only if it closes every joint, as when speeds contradict each other; otherwise bodies
 * go back to where they were put, for there the user finds them again.
 */
#include "analysis/prepare.h"
#include "assembly/singular_configuration.h"
#include "system/initial_guess.h"
#include <stdlib.h>
#include <string.h>

static const double CLOSED = 1e-6; /* rad, or as a part of the size: a gap nobody sees */

tml_prepare_options tml_prepare_options_of(const tml_model *model)
{
    const tml_element *first = model->analysis_count ? &model->analyses[0] : NULL;
    const tml_analysis_class *class = first ? tml_analysis_find(first->kind) : NULL;
    const tml_node *assemble = first ? tml_node_find(first->node, "assemble") : NULL;
    tml_prepare_options options = {.as_given = assemble && tml_node_is(assemble, "false")};
    if (class && class->assembles) {
        const tml_field *field = tml_field_find(class->fields, class->fields_count, "method");
        const tml_node *method = tml_element_field(first, field);
        options.pulls = method && tml_word_index(field->choices, method->text) == TML_METHOD_RELAXATION;
    }
    return options;
}

static void measure(tml_prepared *b)
{
    tml_workspace_set_state(b->work, 0, b->q, b->v);
    tml_workspace_measure(b->work, 0, b->system->measure_count);
    tml_workspace_constraints(b->work, b->system->assembly_row_count);
}

/* Whether the first `rows` rows are closed as measured, and no axis is reversed. */
static bool closes(const tml_prepared *b, int rows)
{
    const tml_system *s = b->system;
    if (!(tml_rows_relative_residual(s, b->work->phi, rows) <= CLOSED))
        return false;
    for (int i = 0; i < s->guard_count; i++)
        if (s->joints[s->guards[i].joint].row_count && !(b->work->value[s->guards[i].measure] > 0))
            return false;
    return true;
}

static tml_status take_as_given(tml_prepared *b, tml_arena *arena)
{
    measure(b);
    b->closed = closes(b, b->system->rigid_row_count);
    tml_assembly_rank(b->system, 0, b->q, b->v, &b->report, arena);
    return TML_OK;
}

/* What assembly has changed, as notes. */
static void say_changes(const tml_prepared *b, tml_arena *arena, tml_log *log)
{
    const tml_changes *moved = &b->report.moved, *chosen = &b->report.chosen;
    const tml_place file = {.file = b->system->model->file};
    if (b->report.pulled)
        tml_log_raise(log, TML_N_PULLED_TOGETHER, file, "assembly: %s", TML_RELAXED_TEXT);
    if (b->report.singular)
        tml_log_raise(log, TML_W_SINGULAR_START, file, "start: %s", tml_singular_text(b->report.singular, arena));
    for (int i = 0; i < moved->count && i < TML_CHANGES_SHOWN; i++)
        tml_log_raise(log, TML_N_ASSEMBLY_MOVED, moved->list[i].place, "assembly moved %s", moved->list[i].text);
    if (moved->count > TML_CHANGES_SHOWN)
        tml_log_raise(log, TML_N_ASSEMBLY_MOVED, file, "assembly moved %d bodies more",
                      moved->count - TML_CHANGES_SHOWN);
    for (int i = 0; i < chosen->count && i < TML_CHANGES_SHOWN; i++)
        tml_log_raise(log, TML_N_START_CHOSEN, chosen->list[i].place, "start: %s", chosen->list[i].text);
    if (chosen->count > TML_CHANGES_SHOWN)
        tml_log_raise(log, TML_N_START_CHOSEN, file, "start: and %d more", chosen->count - TML_CHANGES_SHOWN);
}

static tml_status assemble(tml_prepared *b, tml_arena *arena, tml_log *log)
{
    const tml_system *s = b->system;
    const double *guess = tml_arena_copy(arena, b->q, (size_t)s->nq * sizeof(double));
    const double *velocities = tml_arena_copy(arena, b->v, (size_t)s->nv * sizeof(double));
    const tml_status status = tml_assemble(s, TML_CLOSE_ALL, 0, 1e-12, b->q, b->v, &b->report, arena, log);
    if (status == TML_OK)
        memcpy(b->work->unwrapped, b->report.unwrapped, (size_t)s->measure_count * sizeof(double));
    else
        memcpy(b->v, velocities, (size_t)s->nv * sizeof(double));
    measure(b);
    b->closed = status == TML_OK || closes(b, s->assembly_row_count);
    if (b->closed && status != TML_OK)
        tml_assembly_rank(s, 0, b->q, b->v, &b->report, arena);
    if (status == TML_OK)
        say_changes(b, arena, log);
    if (b->closed)
        return status;
    memcpy(b->q, guess, (size_t)s->nq * sizeof(double));
    measure(b);
    return status;
}

tml_status tml_prepare(tml_prepared *b, const tml_model *model, int upto, tml_prepare_options way, tml_arena *arena,
                       tml_log *log)
{
    int set_count;
    const tml_named_text *set = tml_analysis_set(model, upto, arena, &set_count);
    *b = (tml_prepared){.resolved = tml_model_read(model, set, set_count, arena, log)};
    const tml_system *s = b->resolved ? tml_system_compile(b->resolved, NULL, NULL, arena, log) : NULL;
    if (!s)
        return TML_WRONG;
    b->system = s;
    b->q = TML_NEW_ARRAY(arena, double, s->nq + 1);
    b->v = TML_NEW_ARRAY(arena, double, s->nv + 1);
    b->work = tml_workspace_make(s, arena);
    b->report = (tml_assembly){
        .pulls = way.pulls, .free_count = -1, .unwrapped = TML_NEW_ARRAY(arena, double, s->measure_count + 1)};
    tml_system_initial_guess(s, arena, b->q, b->v);
    return way.as_given ? take_as_given(b, arena) : assemble(b, arena, log);
}

tml_status tml_text_detach_on(tml_status status, tml_text *text, tml_arena *arena, char **out, tml_log *log)
{
    const bool any = text->failed || text->data;
    *out = tml_text_detach(text);
    tml_arena_free(arena);
    if (status != TML_NO_MEMORY && (*out || !any))
        return status;
    free(*out); /* half of it is none */
    *out = NULL;
    tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return TML_NO_MEMORY;
}
