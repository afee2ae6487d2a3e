/* unknown_keys.c - keys that no descriptor knows: what may be meant, where they belong, and what is missing instead. */
#include "model/unknown_keys.h"
#include <string.h>

const tml_field *tml_field_find_in(const tml_field_list *lists, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        const tml_field *field = tml_field_find(lists[i].fields, lists[i].count, name);
        if (field)
            return field;
    }
    return NULL;
}

static const char *kinds_with(const tml_checker *c, const char *key)
{
    const char *list = "; it belongs to joints of other kinds: ";
    for (int i = 0, count = 0; i < tml_joint_class_count; i++) {
        tml_field fields[TML_MAX_COMMON_FIELDS];
        if (tml_field_find(fields, tml_joint_fields(tml_joint_classes[i], fields), key))
            list = tml_arena_format(c->arena, "%s%s%s", list, count++ ? ", " : "", tml_joint_classes[i]->name);
    }
    return list;
}

/* Where a key belongs that is not known here: "; it belongs to a body"; NULL: nowhere. */
static const char *place_of_key(const tml_checker *c, const char *what, const char *key)
{
    if (tml_field_find(tml_section_fields, tml_section_fields_count, key))
        return "; it is a section of the file, at the left margin";
    if (tml_field_find(tml_body_fields, tml_body_fields_count, key))
        return "; it belongs to a body";
    if (tml_field_find(tml_joint_common_fields, tml_joint_common_fields_count, key))
        return what && strncmp(what, "joint ", 6) == 0 ? kinds_with(c, key) : "; it belongs to a joint";
    for (size_t i = 0; i < c->analysis_count; i++)
        if (tml_field_find(c->analyses[i].fields, c->analyses[i].fields_count, key))
            return tml_arena_format(c->arena, "; it is an option of an analysis: analyses: [%s: {%s: ...}]",
                                    c->analyses[i].name, key);
    for (int i = 0; i < tml_joint_class_count; i++)
        if (strcmp(tml_joint_classes[i]->name, key) == 0)
            return tml_arena_format(c->arena, "; it is a kind of joint: joints: {NAME: {%s: ...}}", key);
    for (int i = 0; i < tml_force_class_count; i++)
        if (strcmp(tml_force_classes[i]->name, key) == 0)
            return tml_arena_format(c->arena, "; it is a kind of force: forces: {NAME: {%s: ...}}", key);
    return NULL;
}

bool tml_field_is_missing(const tml_node *map, const tml_field *f)
{
    return f->required && !tml_node_find(map, f->name) && !(f->alias && tml_node_find(map, f->alias));
}

/* "; \"teeth\" and \"pitch\" are missing": of which an unknown key may be meant to be one. */
static void add_missing(tml_text *text, const tml_node *map, const tml_field_list *lists, int list_count)
{
    const tml_field *missing[64];
    size_t count = 0;
    for (int i = 0; i < list_count; i++)
        for (size_t j = 0; j < lists[i].count && count < 64; j++)
            if (tml_field_is_missing(map, &lists[i].fields[j]))
                missing[count++] = &lists[i].fields[j];
    for (size_t i = 0; i < count; i++)
        tml_text_add(text, "%s\"%s\"", i == 0 ? "; " : i + 1 < count ? ", " : " and ", missing[i]->name);
    if (count)
        tml_text_add(text, count == 1 ? " is missing" : " are missing");
}

enum { MOST_KEYS = 64 };

static size_t known_keys(const tml_field_list *lists, int list_count, const char *known[MOST_KEYS])
{
    size_t count = 0;
    for (int i = 0; i < list_count; i++)
        for (size_t j = 0; j < lists[i].count && count < MOST_KEYS; j++)
            if (lists[i].fields[j].type != TML_FIELD_LATER)
                known[count++] = lists[i].fields[j].name;
    return count;
}

static const char *nearest_key(const tml_node *key, const tml_field_list *lists, int list_count)
{
    const char *known[MOST_KEYS];
    const size_t count = known_keys(lists, list_count, known);
    return tml_nearest(key->text, known, count);
}

/* An unknown key is reported, and read as the closest one, so that no further messages follow. `first`: it is the first that is close to none, and tells
 * what is missing. */
static void report_unknown(const tml_checker *c, const char *what, const tml_node *map, int index,
                           const tml_field_list *lists, int list_count, bool first)
{
    const tml_node *key = map->keys[index];
    const char *known[MOST_KEYS];
    const size_t count = known_keys(lists, list_count, known);
    const char *nearest = tml_nearest(key->text, known, count);
    const char *elsewhere = nearest ? NULL : place_of_key(c, what, key->text);
    tml_text end = {0};
    if (elsewhere)
        tml_text_add(&end, "%s", elsewhere);
    else if (strchr(key->text, ':'))
        tml_text_add(&end, "; a blank is missing after the colon");
    else if (nearest)
        tml_text_add(&end, "; did you mean \"%s\"?", nearest);
    else
        for (size_t i = 0; i < count; i++)
            tml_text_add(&end, "%s%s", i == 0 ? "; known are " : ", ", known[i]);
    if (!nearest && first)
        add_missing(&end, map, lists, list_count);
    tml_log_raise(c->log, TML_E_UNKNOWN_KEY, key->place, "%s%sunknown key \"%s\"%s", what ? what : "", what ? ": " : "",
                  key->text, end.data ? end.data : "");
    tml_text_free(&end);
    const tml_field *meant = nearest ? tml_field_find_in(lists, list_count, nearest) : NULL;
    if (!meant || tml_node_find(map, meant->name) || (meant->alias && tml_node_find(map, meant->alias)))
        return;
    tml_node *right = TML_NEW(c->arena, tml_node);
    *right = *key;
    right->text = meant->name;
    right->corrected = true;
    map->keys[index] = right;
}

bool tml_key_is_given(const tml_node *key, const char *type_key)
{
    return key != &tml_struck_key && !(type_key && strcmp(key->text, type_key) == 0);
}

/* Misspelt ones first: then it is known what is missing. */
bool tml_unknown_keys_report(const tml_checker *c, const char *what, const tml_node *map, const tml_field_list *lists,
                             int list_count, const char *type_key, bool *good)
{
    bool told = false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < map->count; i++) {
            const tml_node *key = map->keys[i];
            if (!tml_key_is_given(key, type_key) || tml_field_find_in(lists, list_count, key->text) ||
                (nearest_key(key, lists, list_count) == NULL) != pass)
                continue;
            report_unknown(c, what, map, i, lists, list_count, pass && !told);
            told = pass;
            *good = false;
        }
    return told;
}
