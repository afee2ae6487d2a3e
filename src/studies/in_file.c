/* in_file.c - a study of the model file as options: texts of its fields, and back from places in these to places in the file. */
#define _XOPEN_SOURCE 700 /* access */
#include "studies/in_file.h"
#include "analysis/analysis.h"
#include "expression/token.h"
#include "integrate/integrator.h"
#include "model/check.h"
#include "model/named_file.h"
#include "model/preparation.h"
#include <math.h>
#include <string.h>

typedef const char *const *text_array;

const char *tml_study_analysis_name(int i)
{
    return i < tml_analysis_class_count ? tml_analysis_classes[i]->name : NULL;
}

const char *tml_study_formulation_name(int i)
{
    return tml_formulation_name(i);
}

const char *tml_study_integrator_elsewhere(const char *name)
{
    return tml_integrator_elsewhere(name);
}

const char *tml_study_integrator_name(int i)
{
    return tml_integrator_name(i);
}

static void *member(void *options, size_t at)
{
    return (char *)options + at;
}

static const void *given(const tml_study_in_file *f, size_t at)
{
    return f->over ? (const char *)f->over + at : NULL;
}

/* ---- texts ---- */

/* A list as it is written: [1, 2, 5]. */
static const char *text_of(tml_arena *arena, const tml_node *node)
{
    if (node->kind == TML_NODE_SCALAR)
        return node->text;
    const char *text = "[";
    for (int i = 0; i < node->count; i++)
        text = tml_arena_format(arena, "%s%s%s", text, i ? ", " : "", node->items[i]->text);
    return tml_arena_format(arena, "%s]", text);
}

/* The length of the name in front of a sign =; without one, of the whole text. */
static size_t name_length(const char *text)
{
    const char *sign = strchr(text, '=');
    size_t length = sign && sign[1] != '=' ? (size_t)(sign - text) : strlen(text);
    while (length && text[length - 1] == ' ')
        length--;
    return length;
}

static bool is_among(text_array texts, size_t count, const char *text)
{
    const size_t length = name_length(text);
    for (size_t i = 0; i < count; i++)
        if (name_length(texts[i]) == length && strncmp(texts[i], text, length) == 0)
            return true;
    return false;
}

static void add_text(tml_study_in_file *f, tml_placed_text text)
{
    TML_GROW(&f->arena, f->texts, f->text_count, f->text_capacity);
    f->texts[f->text_count++] = text;
}

/* The text of an entry of a field, with its place. */
static const char *place_text(tml_study_in_file *f, const tml_study_binding *b, const tml_node *key,
                              const tml_node *value)
{
    const char *text = text_of(&f->arena, value);
    tml_placed_text placed = {.key = key ? key->place : value->place, .value = value->place};
    if (key) {
        placed.begin = strlen(key->text) + strlen(b->sign);
        text = tml_arena_format(&f->arena, "%s%s%s", key->text, b->sign, text);
    }
    placed.text = text;
    add_text(f, placed);
    return text;
}

/* Those of the file that are not given otherwise, then those that are. */
static void bind_texts(tml_study_in_file *f, const tml_study_binding *b, const tml_node *node)
{
    const text_array *over = given(f, b->at);
    const size_t *over_count = given(f, b->count_at);
    const size_t added = over_count ? *over_count : 0;
    const int own = !node ? 0 : node->kind == TML_NODE_SCALAR ? 1 : node->count;
    const char **texts = TML_NEW_ARRAY(&f->arena, const char *, (size_t)own + added + 1);
    size_t count = 0;
    for (int i = 0; i < own; i++) {
        const tml_node *key = node->kind == TML_NODE_MAP ? node->keys[i] : NULL;
        const char *text = place_text(f, b, key, node->kind == TML_NODE_SCALAR ? node : node->items[i]);
        if (!added || !is_among(*over, added, text))
            texts[count++] = text;
    }
    for (size_t i = 0; i < added; i++)
        texts[count++] = (*over)[i];
    *(text_array *)member(f->options, b->at) = texts;
    *(size_t *)member(f->options, b->count_at) = count;
}

/* ---- words and numbers ---- */

static void bind_word(tml_study_in_file *f, const tml_study_binding *b, const tml_node *node)
{
    const char *const *over = given(f, b->at);
    *(const char **)member(f->options, b->at) = over && *over ? *over : node ? node->text : NULL;
}

static bool bind_file(tml_study_in_file *f, const tml_study_binding *b, const tml_node *node, tml_resolved *r)
{
    const char *const *over = given(f, b->at), *path = over ? *over : NULL;
    if (!path && node) {
        path = tml_named_file_path(r, node, tml_element_what(&f->arena, f->study));
        if (!path)
            return false;
        path = tml_arena_text(&f->arena, path, strlen(path));
        add_text(f, (tml_placed_text){.text = path, .is_file = true, .key = node->place, .value = node->place});
    }
    *(const char **)member(f->options, b->at) = path;
    return true;
}

static bool bind_number(tml_study_in_file *f, const tml_study_binding *b, const tml_node *node, tml_resolved *r)
{
    const tml_field *field = tml_field_find(f->study->study->fields, f->study->study->fields_count, b->field);
    const double *over = given(f, b->at);
    double *value = member(f->options, b->at);
    if (over && *over != 0) {
        *value = *over;
        return true;
    }
    if (!node)
        return true;
    if (!tml_element_number(r, f->study, field, value))
        return false;
    if (*value >= b->least && *value <= b->most && (!field->whole || *value == floor(*value)))
        return true;
    tml_log_raise(&f->log, TML_E_STUDY_IN_MODEL, node->place, "%s: %s must be a %snumber from %g to %g",
                  tml_element_what(&f->arena, f->study), b->field, field->whole ? "whole " : "", b->least, b->most);
    return false;
}

static bool bind_all(tml_study_in_file *f, tml_resolved *r)
{
    bool good = true;
    for (size_t i = 0; i < f->binding_count; i++) {
        const tml_study_binding *b = &f->bindings[i];
        const tml_node *node = tml_node_find(f->study->node, b->field);
        if (b->kind == TML_BIND_TEXTS)
            bind_texts(f, b, node);
        else if (b->kind == TML_BIND_WORD)
            bind_word(f, b, node);
        else if (b->kind == TML_BIND_FILE)
            good = bind_file(f, b, node, r) && good;
        else
            good = bind_number(f, b, node, r) && good;
    }
    return good;
}

/* ---- the whole ---- */

static tml_status read_fields(tml_resolved *r, void *context)
{
    return bind_all(context, r) ? TML_OK : TML_WRONG;
}

tml_status tml_study_in_file_begin(tml_study_in_file *f)
{
    const tml_status status = tml_preparation_use(f->model, &f->arena, read_fields, f, &f->log);
    if (status == TML_NO_MEMORY)
        tml_log_raise(&f->log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}

/* A place in a text of the options is one in the file; what is said of the study as a whole is said at its kind. */
static tml_place place_of(const tml_study_in_file *f, tml_place said)
{
    if (!said.file)
        return f->study->place;
    for (int i = 0; i < 2 * f->text_count; i++) {
        const bool whole = i < f->text_count;
        const tml_placed_text *t = &f->texts[whole ? i : i - f->text_count];
        const char *part = strstr(t->text, said.file); /* of a constraint it may be one side */
        if (!part || !*said.file || (whole && strcmp(t->text, said.file) != 0) || (t->is_file && (!whole || said.line)))
            continue;
        const int offset = (int)(part - t->text) + (said.column > 0 ? said.column - 1 : 0) - (int)t->begin;
        return offset < 0 ? t->key : tml_tree_place(t->text + t->begin, t->value, offset);
    }
    return said;
}

void tml_study_in_file_end(tml_study_in_file *f, tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(&f->log); i++) {
        tml_message message = tml_log_get(&f->log, i);
        message.place = place_of(f, message.place);
        tml_log_repeat(log, &message, NULL);
    }
    tml_log_clear(&f->log);
    tml_arena_free(&f->arena);
}

/* ---- which one ---- */

/* "a, b and c" of the studies of a kind. */
static const char *names_of(const tml_model *model, const tml_study_class *kind, tml_text *text)
{
    int left = 0;
    for (int i = 0; i < model->study_count; i++)
        left += model->studies[i].study == kind;
    for (int i = 0; i < model->study_count; i++)
        if (model->studies[i].study == kind)
            tml_text_add(text, "%s%s", model->studies[i].name, --left > 1 ? ", " : left == 1 ? " and " : "");
    return text->data ? text->data : "none";
}

static const tml_element *find_study(const tml_model *model, const tml_study_class *kind, const char *name,
                                     tml_log *log)
{
    const tml_element *found = NULL;
    int count = 0;
    for (int i = 0; i < model->study_count; i++)
        if (model->studies[i].study == kind && (!name || strcmp(model->studies[i].name, name) == 0))
            found = &model->studies[i], count++;
    if (count == 1)
        return found;
    tml_text names = {0};
    const tml_place place = {.file = model->file};
    if (name)
        tml_log_raise(log, TML_E_STUDY_IN_MODEL, place, "the model has no %s called \"%s\"; it has: %s", kind->name,
                      name, names_of(model, kind, &names));
    else if (count)
        tml_log_raise(log, TML_E_STUDY_IN_MODEL, place, "the model has several studies of the kind %s, name one: %s",
                      kind->name, names_of(model, kind, &names));
    else
        tml_log_raise(log, TML_E_STUDY_IN_MODEL, place, "the model has no study of the kind %s", kind->name);
    tml_text_free(&names);
    return NULL;
}

bool tml_study_in_file_find(tml_study_in_file *f, const tml_study_class *kind, const char *name, const void *over,
                            tml_log *log)
{
    f->study = find_study(f->model, kind, name, log);
    f->over = over;
    return f->study != NULL;
}
