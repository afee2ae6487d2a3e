/* channels_check.c - whether patterns find channels, before a run that may take long. */
#include "analysis/prepared_system.h"
#include "base/guard.h"
#include "result/kept_channels.h"
#include "run/run.h"

typedef struct {
    const tml_model *model;
    const char *const *patterns;
    size_t count;
    tml_arena arena;
    tml_log *log;
} checking;

/* Tables of other analyses have channels beside those of the system: what these are is known after the run. */
static bool has_plain_tables(const tml_model *model)
{
    for (int i = 0; i < model->analysis_count; i++) {
        const tml_analysis_class *class = tml_analysis_find(model->analyses[i].kind);
        if (!class->integrates && !class->at_instant)
            return false;
    }
    return model->analysis_count > 0;
}

static const char **list_names(checking *c, const tml_system *system, size_t *count)
{
    const tml_column *columns = tml_channels(system, &c->arena, count);
    const char **names = TML_NEW_ARRAY(&c->arena, const char *, *count + 1);
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

/* All analyses have the channels of the first, as all bodies, joints and forces are in each. */
static tml_status check(void *context)
{
    checking *c = context;
    tml_prepared_system *p;
    tml_status status = tml_prepare_system(c->model, 0, &c->model->analyses[0], &c->arena, NULL, &p);
    if (status != TML_OK)
        return TML_OK; /* the run says what is wrong */
    size_t count;
    const char **names = list_names(c, p->system, &count);
    for (size_t i = 0; i < c->count; i++) {
        bool found = false;
        for (size_t k = 0; k < count && !found; k++)
            found = tml_patterns_match(&c->patterns[i], 1, names[k]);
        found = found || matches_compliance(c->patterns[i]);
        if (!found) {
            tml_pattern_unknown(c->patterns[i], names, count, c->log);
            status = TML_WRONG;
        }
    }
    return status;
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
