/* model.c - a model from its text, and operations on the whole of it. */
#include "base/guard.h"
#include "model/channel_name.h"
#include "model/check.h"
#include "model/preparation.h"
#include "model/write.h"
#include <string.h>

enum { MAX_ERRORS = 50 }; /* listed: more are no help */

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

typedef struct {
    const char *text, *name;
    size_t length;
    const tml_enclosure *enclosure;
    const tml_analysis_form *analyses;
    size_t analysis_count;
    tml_log *log;
    tml_model *model;
    tml_arena *scratch;            /* of what is thrown away at the end */
    const tml_model *as;           /* whose parameters it takes over; NULL: none */
    const tml_named_text *outputs; /* (output_count) that are not in the text */
    int output_count;
} building;

/* The resolved model stays: whatever is asked next begins with it. */
static tml_resolved *resolve(const building *b)
{
    tml_preparation *p = tml_preparation_begin(b->model);
    if (!p)
        tml_arena_give_up(&b->model->arena);
    p->arena.escape = b->model->arena.escape;
    tml_resolved *resolved = tml_resolved_make(b->model, NULL, 0, &p->arena, b->log);
    p->arena.escape = NULL;
    resolved->log = &p->log;
    p->resolved = resolved;
    return tml_resolved_view(resolved, b->scratch, b->log);
}

/* The tree with another value of a parameter. One of a use or of an included file is not in it yet: the file's own go first. */
static void put_node(tml_model *model, const char *name, const tml_node *value)
{
    tml_arena *arena = &model->arena;
    const tml_node *map = tml_node_find(model->root, "parameters");
    const bool is_map = map && map->kind == TML_NODE_MAP;
    for (int i = 0; is_map && i < map->count; i++)
        if (strcmp(map->keys[i]->text, name) == 0) {
            map->items[i] = value;
            return;
        }
    tml_node *all = tml_node_put(arena, is_map ? map : NULL, name, value);
    model->root = tml_node_put(arena, model->root, "parameters", all);
}

/* A scalar of the tree that is in no file. */
static const tml_node *new_scalar(tml_arena *arena, const char *text, tml_place place)
{
    tml_node *node = TML_NEW(arena, tml_node);
    const char *file = place.file ? tml_arena_text(arena, place.file, strlen(place.file)) : NULL;
    *node = (tml_node){.kind = TML_NODE_SCALAR,
                       .place = {.file = file, .line = place.line, .column = place.column},
                       .text = tml_arena_text(arena, text, strlen(text))};
    return node;
}

/* What the model has beyond its text: parameters of another, outputs. */
static void add_to_text(const building *b)
{
    tml_model *m = b->model;
    const tml_node *outputs = tml_node_find(m->root, "outputs");
    for (int i = 0; b->as && b->as->parameter_is_set && i < b->as->parameter_count; i++)
        if (b->as->parameter_is_set[i])
            put_node(m, b->as->parameters[i].name,
                     new_scalar(&m->arena, b->as->parameters[i].text, b->as->parameters[i].place));
    if (!b->output_count || m->root->kind != TML_NODE_MAP)
        return;
    tml_node *all = NULL;
    for (int i = 0; i < b->output_count; i++)
        all = tml_node_put(&m->arena,
                           all                                        ? all
                           : outputs && outputs->kind == TML_NODE_MAP ? outputs
                                                                      : NULL,
                           b->outputs[i].name, new_scalar(&m->arena, b->outputs[i].text, b->outputs[i].place));
    m->root = tml_node_put(&m->arena, m->root, "outputs", all);
}

static tml_status build(void *context)
{
    const building *b = context;
    tml_model *m = b->model;
    tml_log *log = b->log;
    const size_t errors = log->error_count, first = log->count;
    m->file = tml_arena_text(&m->arena, b->name, strlen(b->name));
    m->text = tml_arena_text(&m->arena, b->text, b->length);
    m->text_length = b->length;
    tml_sha256(m->text, m->text_length, m->sha256);
    m->enclosure = copy_enclosure(&m->arena, b->enclosure);
    m->root = m->sections = tml_node_parse(&m->arena, b->text, b->length, m->file, log);
    if (!m->root)
        return TML_WRONG;
    add_to_text(b);
    m->sections = m->root;
    const tml_checker c = {
        .arena = &m->arena, .log = log, .analyses = b->analyses, .analysis_count = b->analysis_count};
    if (!tml_sections_read(&c, m, b->analyses, b->analysis_count))
        return TML_WRONG;
    tml_resolved *r = resolve(b);
    tml_elements_check(r, b->analyses, b->analysis_count);
    if (log->error_count > errors)
        tml_names_check(r);
    const size_t raised = log->count - first;
    if (raised > 1)
        sort_messages(log->messages + first, raised, TML_NEW_ARRAY(b->scratch, tml_message, raised), m->file);
    if (log->error_count > errors)
        tml_log_shorten(log, first, MAX_ERRORS);
    if (log->error_count > errors)
        return TML_WRONG;
    tml_model_hash_inputs(m);
    return TML_OK;
}

static tml_model *make_empty(void)
{
    tml_model *model = tml_allocate(sizeof *model);
    if (!model)
        return NULL;
    *model = (tml_model){.prepared = tml_preparations_make()};
    if (model->prepared)
        return model;
    tml_release(model);
    return NULL;
}

static tml_model *make_model(building *b)
{
    tml_arena scratch = {0};
    b->model = make_empty();
    b->scratch = &scratch;
    const tml_status status = b->model ? tml_guarded(&b->model->arena, &scratch, build, b) : TML_NO_MEMORY;
    tml_arena_free(&scratch);
    if (status == TML_NO_MEMORY)
        tml_log_raise(b->log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory while reading %s", b->name);
    if (status == TML_OK)
        return b->model;
    tml_model_free(b->model);
    return NULL;
}

tml_model *tml_model_build_within(const char *text, size_t length, const char *name, const tml_enclosure *enclosure,
                                  const tml_analysis_form *analyses, size_t analysis_count, tml_log *log)
{
    building b = {.text = text,
                  .name = name,
                  .length = length,
                  .enclosure = enclosure,
                  .analyses = analyses,
                  .analysis_count = analysis_count,
                  .log = log};
    return make_model(&b);
}

tml_model *tml_model_build_again(const tml_model *model, const tml_named_text *outputs, int output_count,
                                 const tml_analysis_form *analyses, size_t analysis_count, tml_log *log)
{
    building b = {.text = model->text,
                  .name = model->file,
                  .length = model->text_length,
                  .enclosure = model->enclosure,
                  .analyses = analyses,
                  .analysis_count = analysis_count,
                  .log = log,
                  .as = model,
                  .outputs = outputs,
                  .output_count = output_count};
    return make_model(&b);
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
    tml_preparations_free(model->prepared);
    tml_arena_free(&model->arena);
    tml_release(model);
}

/* ---- changing a parameter ---- */

/* Whether the parameters can be evaluated as they are now. */
static bool parameters_are_good(tml_model *model, tml_arena *scratch, tml_log *log)
{
    const size_t errors = log->error_count;
    tml_resolved r = {.model = model, .arena = scratch, .log = log};
    tml_points_begin(&r);
    tml_tables_begin(&r);
    tml_parameters_read(&r, NULL, 0);
    return log->error_count == errors;
}

typedef struct {
    tml_model *model;
    int parameter;
    const char *text;
    tml_arena *scratch;
    tml_log *log;
} setting;

static tml_status set_parameter(void *context)
{
    setting *s = context;
    tml_model *model = s->model;
    const tml_named_text before = model->parameters[s->parameter];
    tml_node *node = TML_NEW(&model->arena, tml_node);
    const tml_place place = {.file = tml_arena_format(&model->arena, "%s=%s", before.name, s->text),
                             .line = 1,
                             .column = (int)strlen(before.name) + 2};
    *node = (tml_node){
        .kind = TML_NODE_SCALAR, .place = place, .text = tml_arena_text(&model->arena, s->text, strlen(s->text))};
    model->parameters[s->parameter].text = node->text;
    model->parameters[s->parameter].place = place;
    if (!parameters_are_good(model, s->scratch, s->log))
        return TML_WRONG;
    put_node(model, before.name, node);
    if (!model->parameter_is_set)
        model->parameter_is_set = TML_NEW_ARRAY(&model->arena, bool, model->parameter_count);
    model->parameter_is_set[s->parameter] = true;
    return TML_OK;
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
    tml_arena scratch = {0};
    const tml_named_text before = model->parameters[i];
    setting s = {model, i, text, &scratch, log};
    const tml_status status = tml_guarded(&model->arena, &scratch, set_parameter, &s);
    tml_arena_free(&scratch);
    if (status == TML_OK)
        tml_preparations_forget(model->prepared);
    else
        model->parameters[i] = before;
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
