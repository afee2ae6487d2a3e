/* propose.c - for each kind of analysis, options with which a new one behind the others is valid for this model, or what it needs first.
 *
 * Its class proposes them; `end` is counted from where the analyses before it end. They are then checked as those of a written
 * analysis are, so that what is proposed is never refused.
 */
#include "run/propose.h"
#include "run/run.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const tml_run_options AS_WRITTEN = {0};

/* Where the analyses of the model end, as far as their options say. */
static double last_end(const tml_prepared *start, const tml_model *model)
{
    double t = 0;
    for (int i = 0; i < model->analysis_count; i++)
        t = fmax(t, tml_analysis_end(start->resolved, &model->analyses[i]));
    return t;
}

static bool goes_on(const tml_analysis_class *class)
{
    return tml_field_find(class->fields, class->fields_count, "end") != NULL;
}

/* Whether the mechanism moves where the last of its analyses ends: the last that changes the state decides. */
static bool ends_moving(const tml_prepared *start, const tml_model *model)
{
    for (int i = model->analysis_count - 1; i >= 0; i--) {
        const tml_analysis_class *class = tml_analysis_find(model->analyses[i].kind);
        if (!class->keeps_state)
            return goes_on(class);
    }
    for (int k = 0; k < start->system->nv; k++)
        if (start->v[k] != 0)
            return true;
    return start->system->drive_count > 0;
}

/* The map with `end` later by t, and how it is written. */
static const tml_node *later(const tml_node *map, double t, tml_arena *arena)
{
    const tml_node *end = tml_node_find(map, "end");
    if (!end || t == 0)
        return map;
    tml_node *moved = TML_NEW(arena, tml_node);
    *moved = *end;
    moved->text = tml_arena_format(arena, "%.10g", t + strtod(end->text, NULL));
    return tml_node_put(arena, map, "end", moved);
}

static const char *written(const tml_node *node, tml_arena *arena)
{
    if (node->kind == TML_NODE_SCALAR)
        return node->text;
    const bool is_map = node->kind == TML_NODE_MAP;
    const char *text = "";
    for (int i = 0; i < node->count; i++)
        text = tml_arena_format(arena, "%s%s%s%s%s", text, i ? ", " : "", is_map ? node->keys[i]->text : "",
                                is_map ? ": " : "", written(node->items[i], arena));
    return tml_arena_format(arena, is_map ? "{%s}" : "[%s]", text);
}

/* Why the options are refused, without the kind that stands before it; NULL: they are not. */
static const char *fault_of(const tml_analysis_class *class, const tml_prepared *start, const tml_model *model,
                            const tml_node *options, double t, const tml_proposal_setting *setting)
{
    tml_arena *arena = setting->arena;
    tml_log *log = setting->refusals;
    tml_log_clear(log);
    const tml_element element = {.name = class->name, .kind = class->name, .node = options, .type_node = options};
    tml_state state = {.t = t};
    tml_task task = {.model = model,
                     .element = &element,
                     .resolved = tml_resolved_view(start->resolved, arena, log),
                     .system = start->system,
                     .state = &state,
                     .options = &AS_WRITTEN,
                     .arena = arena,
                     .log = log};
    if (!class->check || class->check(&task))
        return NULL;
    const char *text = log->count ? log->messages[0].text : "";
    const size_t kind = strlen(class->name);
    if (strncmp(text, class->name, kind) == 0 && text[kind] == ':')
        text += kind + 1 + strspn(text + kind + 1, " ");
    return tml_arena_text(arena, text, strlen(text));
}

static tml_proposal propose(const tml_analysis_class *class, const tml_prepared *start, const tml_model *model,
                            const tml_proposal_setting *setting)
{
    tml_arena *arena = setting->arena;
    tml_proposal proposal = {.kind = class->name};
    const char *options = class->template.plane ? class->template.plane : "";
    if (class->propose)
        options = class->propose(setting, &proposal.needs);
    if (!options)
        return proposal;
    const char *text = tml_arena_format(arena, "{%s}", options);
    const double t = last_end(start, model);
    const tml_node *map = later(tml_node_parse(arena, text, strlen(text), "proposal", NULL), t, arena);
    proposal.needs = fault_of(class, start, model, map, t, setting);
    proposal.options = proposal.needs ? NULL : written(map, arena);
    return proposal;
}

const tml_proposal *tml_analyses_propose(const tml_prepared *start, const tml_model *model, tml_arena *arena,
                                         tml_log *refusals)
{
    tml_proposal *list = TML_NEW_ARRAY(arena, tml_proposal, tml_analysis_class_count);
    const tml_proposal_setting setting = {.system = start->system,
                                          .free_count = start->report.free_count,
                                          .moving = ends_moving(start, model),
                                          .arena = arena,
                                          .refusals = refusals};
    for (int i = 0; i < tml_analysis_class_count; i++)
        list[i] = propose(tml_analysis_classes[i], start, model, &setting);
    return list;
}
