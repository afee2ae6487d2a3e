/* preparation.c - resolved models, kept for everything that uses them: one for each set of parameter values. */
#include "model/preparation.h"
#include "base/guard.h"
#include "base/track.h"
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

void tml_preparations_renew(tml_preparations *all)
{
    pthread_mutex_lock(&all->lock);
    for (tml_preparation *p = all->list, *next; p; p = next) {
        next = p->next;
        p->old = true;
        if (p->users > 1 || !p->arena.track)
            tml_preparation_drop(p);
    }
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

void tml_preparations_count(tml_preparations *all, const tml_arena *arena, atomic_int *work)
{
    atomic_fetch_add(tml_arena_is_again(arena) ? &all->renewals : work, 1);
}

/* ---- one ---- */

void tml_preparation_leave(tml_preparation *p)
{
    if (--p->users > 0)
        return;
    tml_arena_free(&p->more);
    tml_arena_free(&p->arena);
    tml_track_free(p->arena.track);
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
    *p = (tml_preparation){.next = all->list,
                           .home = all,
                           .since = since,
                           .users = 1,
                           .arena = {.watch = &model->watch, .track = model->changes ? tml_track_make() : NULL},
                           .more = {.watch = &model->watch}};
    if (model->changes && !p->arena.track) {
        tml_release(p);
        return NULL;
    }
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

/* Numbers are written again, into what was resolved before. False: more than numbers has changed. */
static bool renew(const tml_model *model, tml_preparation *p, tml_status *status)
{
    tml_arena_free(&p->arena);
    tml_log_clear(&p->log);
    tml_track_rewind(p->arena.track);
    *status = tml_guarded(&p->arena, NULL, resolve, &(resolving){model, p});
    p->renewed++;
    p->old = *status != TML_OK || !tml_track_is_complete(p->arena.track);
    return *status == TML_WRONG || !p->old;
}

/* NULL: no memory, or it cannot be resolved; its messages are in the log. */
static tml_preparation *make(const tml_model *model, int since, tml_status *status, tml_log *log)
{
    tml_preparation *p = begin(model, since);
    *status = p ? tml_guarded(&p->arena, NULL, resolve, &(resolving){model, p}) : TML_NO_MEMORY;
    if (!p)
        return NULL;
    tml_log_repeat_all(log, &p->log);
    if (*status == TML_OK && p->log.out_of_memory)
        *status = TML_NO_MEMORY;
    if (*status == TML_OK)
        return p;
    tml_preparation_drop(p);
    return NULL;
}

/* In the place of one with another structure, which stays if this one cannot be resolved: the values may be wrong. */
static tml_preparation *replace(const tml_model *model, tml_preparation *other, tml_status *status, tml_log *log)
{
    other->users++;
    tml_preparation *p = make(model, other->since, status, log);
    if (p)
        tml_preparation_drop(other);
    tml_preparation_leave(other);
    return p;
}

static tml_preparation *find_kept(const tml_model *model, int since)
{
    tml_preparation *p = model->prepared->list;
    while (p && p->since != since)
        p = p->next;
    return p;
}

tml_status tml_preparation_find(const tml_model *model, int analysis, tml_preparation **found, tml_log *log)
{
    const int since = tml_analysis_since(model, analysis);
    tml_status status = TML_OK;
    tml_preparation *p = find_kept(model, since);
    if (!p)
        p = make(model, since, &status, log);
    else if (p->old && !renew(model, p, &status))
        p = replace(model, p, &status, log);
    else
        tml_log_repeat_all(log, &p->log);
    *found = status == TML_OK ? p : NULL;
    if (*found)
        p->users++;
    return status;
}

typedef struct {
    const tml_preparation *p;
    tml_arena *arena;
    tml_status (*work)(tml_resolved *r, void *context);
    void *context;
    tml_log *log;
} using;

static tml_status use(void *context)
{
    const using *u = context;
    tml_arena *part = tml_arena_part(u->arena);
    const tml_status status = u->work(tml_resolved_view(u->p->resolved, part, u->log), u->context);
    tml_arena_free(part);
    return status;
}

tml_status tml_preparation_use(const tml_model *model, tml_arena *arena,
                               tml_status (*work)(tml_resolved *r, void *context), void *context, tml_log *log)
{
    tml_preparation *p;
    pthread_mutex_lock(&model->prepared->lock);
    tml_status status = tml_preparation_find(model, -1, &p, log);
    pthread_mutex_unlock(&model->prepared->lock);
    if (status != TML_OK)
        return status;
    status = tml_guarded(arena, NULL, use, &(using){p, arena, work, context, log});
    pthread_mutex_lock(&model->prepared->lock);
    tml_preparation_leave(p);
    pthread_mutex_unlock(&model->prepared->lock);
    return status;
}
