/* model.c - a model from its text, and the few things that can be done with it as a whole. */
#include "model/channel_name.h"
#include "model/check.h"
#include "model/write.h"
#include <stdlib.h>
#include <string.h>

enum { ERRORS_MAX = 50 }; /* that are listed: more help nobody */

/* Memory of a build: the model, and what is thrown away at its end. */
typedef struct {
    tml_model *model;
    tml_arena scratch;
} workshop;

static workshop *make_workshop(void)
{
    workshop *w = tml_allocate(sizeof *w);
    tml_model *model = tml_allocate(sizeof *model);
    if (w && model) {
        *w = (workshop){.model = model};
        *model = (tml_model){0};
        return w;
    }
    if (w)
        tml_release(w);
    if (model)
        tml_release(model);
    return NULL;
}

/* Gives back the workshop, and the model too unless it is good. */
static tml_model *leave(workshop *w, bool good)
{
    tml_model *model = w->model;
    tml_arena_free(&w->scratch);
    tml_release(w);
    model->arena.escape = NULL;
    if (good)
        return model;
    tml_model_free(model);
    return NULL;
}

/* Messages in the order of the file; those about other files keep theirs, behind. */
static bool comes_first(const tml_message *a, const tml_message *b, const char *file)
{
    const bool here_a = a->place.file && strcmp(a->place.file, file) == 0;
    const bool here_b = b->place.file && strcmp(b->place.file, file) == 0;
    if (!here_a || !here_b)
        return here_a || !here_b;
    if (a->place.line != b->place.line)
        return a->place.line < b->place.line;
    return a->place.column <= b->place.column;
}

/* Merges from below, so that messages of one place keep their order. */
static void sort_messages(tml_message *m, size_t count, tml_message *spare, const char *file)
{
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            const size_t middle = low + width < count ? low + width : count;
            const size_t high = low + 2 * width < count ? low + 2 * width : count;
            size_t i = low, k = middle;
            for (size_t to = low; to < high; to++)
                spare[to] = i < middle && (k == high || comes_first(&m[i], &m[k], file)) ? m[i++] : m[k++];
        }
        memcpy(m, spare, count * sizeof *m);
    }
}

static const tml_enclosure *copy_enclosure(tml_arena *arena, const tml_enclosure *enclosure)
{
    if (!enclosure)
        return NULL;
    tml_enclosure *copy = TML_NEW(arena, tml_enclosure);
    if (enclosure->folder)
        copy->folder = tml_arena_text(arena, enclosure->folder, strlen(enclosure->folder));
    return copy;
}

static bool build(workshop *w, const char *text, size_t length, const char *name, const tml_enclosure *enclosure,
                  const tml_analysis_form *analyses, size_t count, tml_log *log)
{
    tml_model *m = w->model;
    const size_t errors = log->error_count, first = log->count;
    m->file = tml_arena_text(&m->arena, name, strlen(name));
    m->enclosure = copy_enclosure(&m->arena, enclosure);
    m->root = tml_node_parse(&m->arena, text, length, m->file, log);
    if (!m->root)
        return false;
    const tml_checker c = {.arena = &m->arena, .log = log, .analyses = analyses, .analysis_count = count};
    if (!tml_sections_read(&c, m, analyses, count))
        return false;
    tml_resolved *r = tml_resolved_make(m, NULL, 0, &w->scratch, log);
    tml_elements_check(r, analyses, count);
    if (log->error_count > errors)
        tml_names_check(r);
    const size_t told = log->count - first;
    if (told > 1)
        sort_messages(log->messages + first, told, TML_NEW_ARRAY(&w->scratch, tml_message, told), m->file);
    if (log->error_count > errors)
        tml_log_shorten(log, first, ERRORS_MAX);
    return log->error_count == errors;
}

tml_model *tml_model_build_within(const char *text, size_t length, const char *name, const tml_enclosure *enclosure,
                                  const tml_analysis_form *analyses, size_t analysis_count, tml_log *log)
{
    workshop *const w = make_workshop();
    if (!w) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
        return NULL;
    }
    jmp_buf escape;
    if (setjmp(escape) != 0) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory while reading %s", name);
        return leave(w, false);
    }
    w->model->arena.escape = w->scratch.escape = &escape;
    return leave(w, build(w, text, length, name, enclosure, analyses, analysis_count, log));
}

tml_model *tml_model_build(const char *text, size_t length, const char *name, const tml_analysis_form *analyses,
                           size_t analysis_count, tml_log *log)
{
    return tml_model_build_within(text, length, name, NULL, analyses, analysis_count, log);
}

tml_model *tml_model_load_file(const char *path, const tml_analysis_form *analyses, size_t analysis_count, tml_log *log)
{
    size_t length = 0;
    char *text = tml_source_read(path, &length, TML_NOWHERE, "model", log);
    if (!text)
        return NULL;
    tml_model *model = tml_model_build(text, length, path, analyses, analysis_count, log);
    tml_release(text);
    return model;
}

void tml_model_free(tml_model *model)
{
    if (!model)
        return;
    tml_arena_free(&model->arena);
    tml_release(model);
}

/* ---- changing a parameter ---- */

/* Puts the text in the list of parameters and in the tree behind it; returns the node that was there. */
static const tml_node *put_text(tml_model *model, int parameter, const char *text, tml_place place,
                                const tml_node *node)
{
    tml_named_text *p = &model->parameters[parameter];
    const tml_node *map = tml_node_find(model->root, "parameters"), *old = NULL;
    p->text = text;
    p->place = place;
    for (int i = 0; i < map->count; i++)
        if (strcmp(map->keys[i]->text, p->name) == 0) {
            old = map->items[i];
            map->items[i] = node;
        }
    return old;
}

/* Whether the parameters can be evaluated as they are now. */
static bool parameters_are_good(tml_model *model, tml_arena *scratch, tml_log *log)
{
    const size_t errors = log->error_count;
    tml_resolved r = {.model = model, .arena = scratch, .log = log};
    tml_tables_read(&r, true);
    tml_parameters_read(&r, NULL, 0);
    return log->error_count == errors;
}

static tml_status set_parameter(tml_model *model, int parameter, const char *text, tml_arena *scratch, tml_log *log)
{
    const tml_named_text before = model->parameters[parameter];
    tml_node *node = TML_NEW(&model->arena, tml_node);
    const tml_place place = {tml_arena_format(&model->arena, "%s=%s", before.name, text), 1,
                             (int)strlen(before.name) + 2};
    *node =
        (tml_node){.kind = TML_NODE_SCALAR, .place = place, .text = tml_arena_text(&model->arena, text, strlen(text))};
    const tml_node *old = put_text(model, parameter, node->text, place, node);
    if (parameters_are_good(model, scratch, log))
        return TML_OK;
    put_text(model, parameter, before.text, before.place, old);
    return TML_WRONG;
}

tml_status tml_model_set(tml_model *model, const char *parameter, const char *text, tml_log *log)
{
    const int i = tml_names_find(&model->parameter_names, parameter);
    if (i < 0) {
        const char *nearest = tml_names_nearest(&model->parameter_names, parameter);
        tml_log_raise(log, TML_E_NO_PARAMETER, TML_NOWHERE, "no parameter \"%s\" in %s%s%s%s", parameter, model->file,
                      nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
        return TML_WRONG;
    }
    tml_arena *const scratch = tml_allocate(sizeof *scratch);
    if (!scratch) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
        return TML_NO_MEMORY;
    }
    *scratch = (tml_arena){0};
    volatile tml_status status = TML_NO_MEMORY;
    jmp_buf escape;
    if (setjmp(escape) == 0) {
        model->arena.escape = scratch->escape = &escape;
        status = set_parameter(model, i, text, scratch, log);
    }
    model->arena.escape = NULL;
    tml_arena_free(scratch);
    tml_release(scratch);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}

void tml_model_set_cancel(tml_model *model, int (*unwanted)(void *context), void *context)
{
    model->watch = (tml_watch){unwanted, context};
}

char *tml_model_text(const tml_model *model)
{
    return tml_node_write(model->root);
}
