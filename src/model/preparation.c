/* preparation.c - resolved models, kept for everything that uses them: one for each set of parameter values. */
#include "model/preparation.h"
#include "base/guard.h"
#include "model/switches.h"
#include <string.h>

enum { MAX_KEPT = 4 }; /* by the model: a sweep over hundreds of values must not hold as many systems */

/* ---- parameters by analysis ---- */

static const tml_node *set_of(const tml_model *model, int analysis)
{
    const tml_node *node = model->analyses[analysis].node;
    return node ? tml_node_find(node, "set") : NULL;
}

static bool switches(const tml_model *model, int analysis)
{
    const tml_node *node = model->analyses[analysis].node;
    return node && tml_node_find(node, "switch");
}

int tml_analysis_since(const tml_model *model, int analysis)
{
    int i = analysis < model->analysis_count ? analysis : model->analysis_count - 1;
    while (i >= 0 && !set_of(model, i) && !switches(model, i))
        i--;
    return i;
}

tml_named_text *tml_analysis_set(const tml_model *model, int upto, tml_arena *arena, int *count)
{
    int most = 0;
    *count = 0;
    for (int i = 0; i <= upto; i++)
        most += set_of(model, i) ? set_of(model, i)->count : 0;
    tml_named_text *list = TML_NEW_ARRAY(arena, tml_named_text, most + 1);
    for (int i = 0; i <= upto; i++) {
        const tml_node *set = set_of(model, i);
        for (int k = 0; set && set->kind == TML_NODE_MAP && k < set->count; k++) {
            int at = 0;
            while (at < *count && strcmp(list[at].name, set->keys[k]->text) != 0)
                at++;
            list[at] = (tml_named_text){
                .name = set->keys[k]->text, .text = set->items[k]->text, .place = set->items[k]->place};
            *count += at == *count;
        }
    }
    return list;
}

/* ---- all of a model ---- */

tml_preparations *tml_preparations_make(void)
{
    tml_preparations *all = tml_allocate(sizeof *all);
    if (!all)
        return NULL;
    *all = (tml_preparations){.list = NULL};
    pthread_mutex_init(&all->lock, NULL);
    return all;
}

void tml_preparations_forget(tml_preparations *all)
{
    pthread_mutex_lock(&all->lock);
    while (all->list)
        tml_preparation_drop(all->list);
    pthread_mutex_unlock(&all->lock);
}

void tml_preparations_free(tml_preparations *all)
{
    if (!all)
        return;
    tml_preparations_forget(all);
    pthread_mutex_destroy(&all->lock);
    tml_release(all);
}

/* ---- one ---- */

void tml_preparation_leave(tml_preparation *p)
{
    if (--p->users > 0)
        return;
    tml_arena_free(&p->arena);
    tml_log_clear(&p->log);
    tml_release(p);
}

void tml_preparation_drop(tml_preparation *p)
{
    tml_preparation **at = &p->home->list;
    while (*at && *at != p)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = p->next;
    tml_preparation_leave(p);
}

static void drop_oldest(tml_preparations *all)
{
    int count = 0;
    tml_preparation *last = NULL;
    for (tml_preparation *p = all->list; p; p = p->next)
        last = p, count++;
    if (count > MAX_KEPT)
        tml_preparation_drop(last);
}

static tml_preparation *begin(const tml_model *model, int since)
{
    tml_preparations *all = model->prepared;
    tml_preparation *p = tml_allocate(sizeof *p);
    if (!p)
        return NULL;
    *p = (tml_preparation){
        .next = all->list, .home = all, .since = since, .users = 1, .arena = {.watch = &model->watch}};
    all->list = p;
    drop_oldest(all);
    return p;
}

tml_preparation *tml_preparation_begin(const tml_model *model)
{
    return begin(model, -1);
}

typedef struct {
    const tml_model *model;
    tml_preparation *p;
} resolving;

static tml_status resolve(void *context)
{
    const resolving *r = context;
    int count;
    const tml_named_text *set = tml_analysis_set(r->model, r->p->since, &r->p->arena, &count);
    r->p->resolved = tml_model_read(r->model, set, count, &r->p->arena, &r->p->log);
    if (r->p->resolved)
        tml_switches_read((tml_resolved *)r->p->resolved, r->p->since);
    return r->p->resolved ? TML_OK : TML_WRONG;
}

tml_status tml_preparation_find(const tml_model *model, int analysis, tml_preparation **found, tml_log *log)
{
    const int since = tml_analysis_since(model, analysis);
    tml_preparation *p = model->prepared->list;
    *found = NULL;
    while (p && p->since != since)
        p = p->next;
    tml_status status = TML_OK;
    if (!p) {
        p = begin(model, since);
        status = p ? tml_guarded(&p->arena, NULL, resolve, &(resolving){model, p}) : TML_NO_MEMORY;
    }
    if (!p)
        return status;
    tml_log_repeat_all(log, &p->log);
    if (status == TML_OK && p->log.out_of_memory)
        status = TML_NO_MEMORY;
    if (status == TML_OK)
        *found = p, p->users++;
    else
        tml_preparation_drop(p);
    return status;
}
