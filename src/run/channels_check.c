/* channels_check.c - whether patterns of channels find some: of the command line, and of the model's analyses. */
#include "run/channels_check.h"
#include "analysis/prepared_system.h"
#include "base/guard.h"
#include "model/descriptor.h"
#include "result/kept_channels.h"

typedef struct {
    const tml_model *model;
    const char *const *patterns;
    size_t count;
    tml_arena arena;
    tml_log *log;
} checking;

/* Tables of other analyses have channels beside those of the system: what these are is known after the run. */
static bool has_plain_table(const tml_element *analysis)
{
    const tml_analysis_class *class = tml_analysis_find(analysis->kind);
    return class->integrates || class->at_instant;
}

static bool has_plain_tables(const tml_model *model)
{
    for (int i = 0; i < model->analysis_count; i++)
        if (!has_plain_table(&model->analyses[i]))
            return false;
    return model->analysis_count > 0;
}

static const char **list_names(const tml_system *system, tml_arena *arena, size_t *count)
{
    const tml_column *columns = tml_channels(system, arena, count);
    const char **names = TML_NEW_ARRAY(arena, const char *, *count + 1);
    for (size_t i = 0; i < *count; i++)
        names[i] = columns[i].name;
    return names;
}

/* Channels of compliant joints are there if the formulation makes joints compliant. */
static bool matches_compliance(const char *pattern)
{
    const tml_channel_list *list = &tml_channel_lists[TML_OF_COMPLIANCE];
    for (int i = 0; i < list->count; i++)
        if (tml_patterns_match(&pattern, 1, list->list[i].name))
            return true;
    return false;
}

/* Patterns of channels that are not there yet need not be found. */
static bool check_patterns(const char *const *patterns, size_t count, const char *const *names, size_t name_count,
                           tml_place place, tml_log *log)
{
    bool good = true;
    for (size_t i = 0; i < count; i++)
        good &= matches_compliance(patterns[i]) || tml_patterns_check(&patterns[i], 1, names, name_count, place, log);
    return good;
}

/* All analyses have the channels of the first, as all bodies, joints and forces are in each. */
static tml_status check(void *context)
{
    checking *c = context;
    tml_prepared_system *p;
    if (tml_prepare_system(c->model, 0, &c->model->analyses[0], &c->arena, NULL, &p) != TML_OK)
        return TML_OK; /* the run says what is wrong */
    size_t count;
    const char **names = list_names(p->system, &c->arena, &count);
    return check_patterns(c->patterns, c->count, names, count, TML_NOWHERE, c->log) ? TML_OK : TML_WRONG;
}

tml_status tml_channels_check(const tml_model *model, const char *const *patterns, size_t count, tml_log *log)
{
    checking c = {.model = model, .patterns = patterns, .count = count, .log = log};
    if (!has_plain_tables(model))
        return TML_OK;
    c.arena.watch = &model->watch;
    const tml_status status = tml_guarded(&c.arena, NULL, check, &c);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    tml_arena_free(&c.arena);
    return status;
}

/* ---- the model's own choice ---- */

const tml_node *tml_analysis_channels(const tml_element *analysis)
{
    const tml_field *field = tml_field_find(tml_analysis_common_fields, tml_analysis_common_fields_count, "channels");
    return tml_element_field(analysis, field);
}

static bool check_own(const tml_node *patterns, const char *const *names, size_t count, tml_log *log)
{
    bool good = true;
    for (int i = 0; i < patterns->count; i++) {
        const char *const pattern = patterns->items[i]->text;
        good &= check_patterns(&pattern, 1, names, count, patterns->items[i]->place, log);
    }
    return good;
}

bool tml_analysis_channels_check(const tml_task *task)
{
    const tml_node *patterns = tml_analysis_channels(task->element);
    if (!patterns || !has_plain_table(task->element))
        return true;
    size_t count;
    const char **names = list_names(task->system, task->arena, &count);
    return check_own(patterns, names, count, task->log);
}

bool tml_analysis_channels_found(const tml_task *task, const tml_table *table)
{
    const tml_node *patterns = tml_analysis_channels(task->element);
    if (!patterns || has_plain_table(task->element))
        return true;
    const char **names = TML_NEW_ARRAY(task->arena, const char *, table->column_count + 1);
    for (size_t i = 0; i < table->column_count; i++)
        names[i] = table->columns[i].name;
    return check_own(patterns, names, table->column_count, task->log);
}
