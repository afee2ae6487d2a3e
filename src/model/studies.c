/* studies.c - reads the section `studies`: kinds, fields, names of parameters and of studies. What their texts say is read by their kinds. */
#include "model/studies.h"
#include "model/study_class.h"
#include <string.h>

const tml_field tml_study_common_fields[] = {
    {"name", TML_FIELD_TEXT, .doc = "how it is called, where there are several; its kind if not given"},
};
const size_t tml_study_common_fields_count = sizeof tml_study_common_fields / sizeof *tml_study_common_fields;

#ifdef TML_LEAN /* in an FMU: nothing is studied there, and there are no kinds of studies (cmake/Fmu.cmake) */
const tml_study_class *const tml_study_classes[] = {NULL};
const int tml_study_class_count = 0;

void tml_studies_read(const tml_checker *c, tml_model *model, const tml_node *node)
{
    (void)c, (void)model, (void)node;
}

bool tml_studies_check(const tml_model *model, tml_log *log)
{
    (void)model, (void)log;
    return true;
}
#else

static const tml_study_class *find_class(const tml_checker *c, const tml_node *key)
{
    const char *names[16];
    size_t count = 0;
    for (int i = 0; i < tml_study_class_count && count < 16; i++) {
        names[count++] = tml_study_classes[i]->name;
        if (strcmp(tml_study_classes[i]->name, key->text) == 0)
            return tml_study_classes[i];
    }
    tml_log_raise(c->log, TML_E_STUDY_IN_MODEL, key->place, "unknown study \"%s\"%s", key->text,
                  tml_suggest(c, key->text, names, count));
    return NULL;
}

/* Its own name, checked; else that of its kind. */
static const char *name_of(const tml_checker *c, const tml_study_class *class, const tml_node *node)
{
    const tml_node *name = node->kind == TML_NODE_MAP ? tml_node_find(node, "name") : NULL;
    return name && name->kind == TML_NODE_SCALAR && tml_name_check(c, "study", name) ? name->text : class->name;
}

static void check_parameters(const tml_checker *c, const tml_model *model, const char *what, const tml_node *map)
{
    for (int i = 0; i < map->count; i++)
        if (tml_names_find(&model->parameter_names, map->keys[i]->text) < 0)
            tml_log_raise(c->log, TML_E_NO_PARAMETER, map->keys[i]->place, "%s: no parameter \"%s\"%s", what,
                          map->keys[i]->text,
                          tml_suggestion(c, tml_names_nearest(&model->parameter_names, map->keys[i]->text)));
}

/* Fields that are maps: their keys are parameters, or names of answers. */
static void check_keys(const tml_checker *c, const tml_model *model, const tml_element *e)
{
    for (size_t i = 0; i < e->study->fields_count; i++) {
        const tml_field *field = &e->study->fields[i];
        const tml_node *node = tml_node_find(e->node, field->name);
        if (!node || node->kind != TML_NODE_MAP)
            continue;
        if (field->type == TML_FIELD_VARIATIONS && !model->lost_parameters)
            check_parameters(c, model, tml_element_what(c->arena, e), node);
        for (int k = 0; field->type == TML_FIELD_ANSWERS && k < node->count; k++)
            tml_name_check(c, "answer", node->keys[k]);
    }
}

static bool is_taken(const tml_element *studies, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(studies[i].name, name) == 0)
            return true;
    return false;
}

static void read_study(const tml_checker *c, tml_model *model, tml_element *studies, const tml_node *key,
                       const tml_node *node)
{
    const tml_study_class *class = find_class(c, key);
    if (!class)
        return;
    const tml_field_list lists[] = {{class->fields, class->fields_count},
                                    {tml_study_common_fields, tml_study_common_fields_count}};
    tml_element e = {.name = name_of(c, class, node), .place = key->place, .node = node, .kind = class->name};
    e.study = class;
    if (is_taken(studies, model->study_count, e.name)) {
        tml_log_raise(c->log, TML_E_STUDY_IN_MODEL, key->place,
                      "two studies are called \"%s\": give each a name of its own, %s: {name: ..., ...}", e.name,
                      class->name);
        return;
    }
    if (tml_fields_check(c, tml_element_what(c->arena, &e), node, lists, 2, NULL)) {
        check_keys(c, model, &e);
        studies[model->study_count++] = e;
    }
}

void tml_studies_read(const tml_checker *c, tml_model *model, const tml_node *node)
{
    if (!node || (node->kind == TML_NODE_SCALAR && !node->text[0]))
        return;
    tml_element *studies = TML_NEW_ARRAY(c->arena, tml_element, node->count);
    if (node->kind == TML_NODE_SCALAR)
        tml_log_raise(c->log, TML_E_STUDY_IN_MODEL, node->place,
                      "\"studies\" is a list of studies, or a map: {KIND: {...}}");
    for (int i = 0; i < node->count; i++) {
        const tml_node *item = node->items[i];
        if (node->kind == TML_NODE_MAP)
            read_study(c, model, studies, node->keys[i], item);
        else if (item->kind == TML_NODE_MAP && item->count == 1)
            read_study(c, model, studies, item->keys[0], item->items[0]);
        else
            tml_log_raise(c->log, TML_E_STUDY_IN_MODEL, item->place,
                          "a study is one kind with its fields, KIND: {name: ..., ...}");
    }
    model->studies = studies;
}

bool tml_studies_check(const tml_model *model, tml_log *log)
{
    bool good = true;
    for (int i = 0; i < model->study_count; i++)
        good = model->studies[i].study->check(model, &model->studies[i], log) && good;
    return good;
}
#endif
