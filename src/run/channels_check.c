/* channels_check.c - whether patterns of channels find some: those of the command line, and those of the model (output: channels). */
#include "run/channels_check.h"
#include "analysis/prepared_system.h"
#include "base/guard.h"
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

static bool check_own(const tml_node *patterns, const char *const *names, size_t count, tml_log *log)
{
    bool good = true;
    for (int i = 0; i < patterns->count; i++) {
        const char *const pattern = patterns->items[i]->text;
        good &= check_patterns(&pattern, 1, names, count, patterns->items[i]->place, log);
    }
    return good;
}

bool tml_own_channels_check(const tml_task *task)
{
    const tml_node *patterns = task->model->kept_channels;
    if (!patterns || !has_plain_tables(task->model))
        return true;
    size_t count;
    const char **names = list_names(task->system, task->arena, &count);
    return check_own(patterns, names, count, task->log);
}

bool tml_own_channels_found(const tml_model *model, const tml_results *results, tml_arena *arena, tml_log *log)
{
    if (!model->kept_channels || has_plain_tables(model))
        return true;
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++)
        count += results->tables[i]->column_count;
    const char **names = TML_NEW_ARRAY(arena, const char *, count + 1), **next = names;
    for (size_t i = 0; i < results->count; i++)
        for (size_t c = 0; c < results->tables[i]->column_count; c++)
            *next++ = results->tables[i]->columns[c].name;
    return check_own(model->kept_channels, names, count, log);
}
