/* prepare.c - from a model to its initial configuration: resolved, compiled, guessed, assembled. */
#include "analysis/prepare.h"
#include "assembly/singular_configuration.h"
#include <stdlib.h>
#include <string.h>

tml_prepare_options tml_prepare_options_of(const tml_model *model)
{
    const tml_element *first = model->analysis_count ? &model->analyses[0] : NULL;
    const tml_analysis_class *class = first ? tml_analysis_find(first->kind) : NULL;
    const tml_node *assemble = first ? tml_node_find(first->node, "assemble") : NULL;
    tml_prepare_options options = {.as_given = assemble && tml_node_is(assemble, "false")};
    if (class && class->assembles) {
        const tml_field *field = tml_field_find(class->fields, class->fields_count, "method");
        const tml_node *method = tml_element_field(first, field);
        options.relax_first = method && tml_word_index(field->choices, method->text) == TML_METHOD_RELAXATION;
    }
    return options;
}

/* What assembly has changed, as notes. */
static void say_changes(const tml_prepared *b, tml_arena *arena, tml_log *log)
{
    const tml_changes *moved = &b->report.moved, *chosen = &b->report.chosen;
    const tml_place file = {.file = b->system->model->file};
    if (b->report.relaxed)
        tml_log_raise(log, TML_N_PULLED_TOGETHER, file, "assembly: %s", TML_RELAXED_TEXT);
    if (b->report.singular)
        tml_log_raise(log, TML_W_SINGULAR_START, file, "start: %s", tml_singular_text(b->report.singular, arena));
    for (int i = 0; i < moved->count && i < TML_CHANGES_SHOWN; i++)
        tml_log_raise(log, TML_N_ASSEMBLY_MOVED, moved->list[i].place, "assembly moved %s", moved->list[i].text);
    if (moved->count > TML_CHANGES_SHOWN)
        tml_log_raise(log, TML_N_ASSEMBLY_MOVED, file, "assembly moved %d more bodies",
                      moved->count - TML_CHANGES_SHOWN);
    for (int i = 0; i < chosen->count && i < TML_CHANGES_SHOWN; i++)
        tml_log_raise(log, TML_N_START_CHOSEN, chosen->list[i].place, "start: %s", chosen->list[i].text);
    if (chosen->count > TML_CHANGES_SHOWN)
        tml_log_raise(log, TML_N_START_CHOSEN, file, "start: and %d more", chosen->count - TML_CHANGES_SHOWN);
}

/* The system of the first analysis, if it changes no parameters: a run needs the same one. */
static tml_status find_system(const tml_model *model, int upto, tml_arena *arena, tml_log *log,
                              tml_prepared_system **found)
{
    const int index = upto >= 0 ? upto : model->analysis_count && tml_analysis_since(model, 0) < 0 ? 0 : -1;
    const tml_element *analysis = index >= 0 ? &model->analyses[index] : NULL;
    const tml_status status = tml_prepare_system(model, upto, analysis, arena, log, found);
    if (status != TML_OK || !(*found)->system->sized_by_motion)
        return status;
    return tml_prepare_system(model, upto, NULL, arena, NULL, found);
}

tml_status tml_prepare(tml_prepared *b, const tml_model *model, int upto, tml_prepare_options options, tml_arena *arena,
                       tml_log *log)
{
    tml_prepared_system *p;
    const tml_prepared_start *start;
    *b = (tml_prepared){0};
    tml_status status = find_system(model, upto, arena, log, &p);
    if (status != TML_OK)
        return status;
    status = tml_prepare_start(p, options, &start);
    if (status != TML_OK)
        return status;
    b->resolved = tml_resolved_view(p->of->resolved, arena, log);
    b->system = p->system;
    tml_log_repeat_all(log, &start->log);
    b->q = start->q;
    b->v = start->v;
    b->closed = start->closed;
    b->report = start->report;
    b->work = tml_workspace_make(p->system, arena);
    memcpy(b->work->unwrapped, start->unwrapped, (size_t)p->system->measure_count * sizeof(double));
    tml_workspace_set_state(b->work, 0, b->q, b->v);
    tml_workspace_measure(b->work, 0, p->system->measure_count);
    tml_workspace_constraints(b->work, p->system->assembly_row_count);
    if (start->status == TML_OK && !options.as_given)
        say_changes(b, arena, log);
    return start->status;
}

tml_status tml_text_detach_on(tml_status status, tml_text *text, tml_arena *arena, char **out, tml_log *log)
{
    const bool any = text->failed || text->data;
    *out = tml_text_detach(text);
    tml_arena_free(arena);
    if (status != TML_NO_MEMORY && (*out || !any))
        return status;
    free(*out); /* a partial result is no result */
    *out = NULL;
    tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return TML_NO_MEMORY;
}
