/* field.c - keys of the model file against their descriptors: which are known or missing, which values they may have. */
#include "model/check.h"
#include "model/switches.h"
#include "model/unknown_keys.h"
#include <string.h>

const tml_field *tml_field_find(const tml_field *fields, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (tml_same_text(fields[i].name, name) || (fields[i].alias && tml_same_text(fields[i].alias, name)))
            return &fields[i];
    return NULL;
}

const char *tml_suggestion(const tml_checker *c, const char *nearest)
{
    return nearest ? tml_arena_format(c->arena, "; did you mean \"%s\"?", nearest) : "";
}

const char *tml_suggest(const tml_checker *c, const char *name, const char *const *names, size_t count)
{
    const char *nearest = tml_nearest(name, names, count), *list = "";
    for (size_t i = 0; i < count && !nearest; i++)
        list = tml_arena_format(c->arena, "%s%s%s", list, i == 0 ? "; known are " : ", ", names[i]);
    return nearest ? tml_suggestion(c, nearest) : list;
}

/* ---- the kind of a value ---- */

static const char *const axes[] = {"x", "y", "z", "-x", "-y", "-z"};

static bool is_text(const tml_node *v)
{
    return v->kind == TML_NODE_SCALAR && v->text[0];
}

static bool is_list(const tml_node *v, int least, int most)
{
    if (v->kind != TML_NODE_LIST || v->count < least || v->count > most)
        return false;
    for (int i = 0; i < v->count; i++)
        if (!is_text(v->items[i]))
            return false;
    return true;
}

static bool is_vector(const tml_node *v, bool space)
{
    return is_list(v, space ? 3 : 2, space ? 3 : 2);
}

/* An expression of points. */
static bool is_vector_text(const tml_node *v)
{
    double value;
    return is_text(v) && !tml_decimal_read(v->text, strlen(v->text), &value);
}

static bool is_direction(const tml_node *v, bool space)
{
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        if (tml_node_is(v, axes[i]))
            return true;
    if (v->kind == TML_NODE_SCALAR)
        return v->text[0] && strpbrk(v->text + 1, "+-*/(") && is_vector_text(v);
    return is_vector(v, space) || is_list(v, 2, 2);
}

static bool is_map_of_texts(const tml_node *v)
{
    if (v->kind != TML_NODE_MAP)
        return false;
    for (int i = 0; i < v->count; i++)
        if (!is_text(v->items[i]))
            return false;
    return true;
}

/* {parameter: text}, {parameter: [1, 2, 5]} */
static bool is_variations(const tml_node *v)
{
    if (v->kind != TML_NODE_MAP)
        return false;
    for (int i = 0; i < v->count; i++)
        if (!is_text(v->items[i]) && !is_list(v->items[i], 1, v->items[i]->count))
            return false;
    return v->count > 0;
}

static bool is_speeds(const tml_node *v)
{
    if (v->kind != TML_NODE_MAP)
        return false;
    for (int i = 0; i < v->count; i++)
        if (!is_text(v->items[i]) && v->items[i]->kind != TML_NODE_MAP)
            return false;
    return true;
}

static bool is_stiffness(const tml_node *v)
{
    if (v->kind != TML_NODE_MAP)
        return is_text(v);
    for (int i = 0; i < v->count; i++)
        if (!is_text(v->items[i]) && !is_list(v->items[i], 2, 3))
            return false;
    return v->count > 0;
}

/* A list of numbers, or of lists of numbers: how many is checked together with the numbers, where the message can say
 * more. */
static bool is_matrix(const tml_node *v)
{
    if (v->kind != TML_NODE_LIST)
        return is_stiffness(v);
    for (int i = 0; i < v->count; i++)
        if (!is_text(v->items[i]) && !is_list(v->items[i], 1, v->items[i]->count))
            return false;
    return v->count > 0;
}

/* {translation: ..., rotation: ...}: vectors, in the plane a vector and a number */
static bool is_halves(const tml_node *v, const char *slide, const char *turn, bool space)
{
    if (v->kind != TML_NODE_MAP)
        return false;
    for (int i = 0; i < v->count; i++) {
        const bool vector = tml_node_is(v->keys[i], slide) || (space && tml_node_is(v->keys[i], turn));
        if (vector ? !is_vector(v->items[i], space) : tml_node_is(v->keys[i], turn) && !is_text(v->items[i]))
            return false;
    }
    return v->count > 0;
}

static bool is_corners(const tml_node *v, bool space)
{
    if (v->kind != TML_NODE_LIST)
        return false;
    for (int i = 0; i < v->count; i++)
        if (!is_text(v->items[i]) && !is_vector(v->items[i], space))
            return false;
    return true;
}

/* {name: expression}, {name: {when:, direction:, stop:}}, or a list of such maps */
static bool is_events(const tml_node *v)
{
    bool good = v->kind != TML_NODE_SCALAR;
    for (int i = 0; i < v->count && v->kind == TML_NODE_LIST; i++)
        good = good && v->items[i]->kind == TML_NODE_MAP;
    return good;
}

/* {set: ..., stop: ...}, or a list of such maps */
static bool is_actions(const tml_node *v)
{
    return is_events(v);
}

static bool is_switches(const tml_node *v)
{
    bool good = v->kind == TML_NODE_MAP;
    for (int i = 0; good && i < v->count; i++)
        good = tml_switch_is(v->items[i], true) || tml_switch_is(v->items[i], false);
    return good;
}

/* {at: body.P, value: [x, y]}, or {channel: expression} */
static bool is_impulse(const tml_node *v, bool space)
{
    if (!tml_node_find(v, "at"))
        return is_map_of_texts(v);
    const tml_node *at = tml_node_find(v, "at"), *value = tml_node_find(v, "value");
    return v->count == 2 && is_text(at) && value && is_vector(value, space);
}

static bool is_points(const tml_node *v)
{
    return v->kind == TML_NODE_MAP || is_list(v, 0, v->count) || (v->kind == TML_NODE_SCALAR && !v->text[0]);
}

static const char *misfit_moments(const tml_node *v, bool space)
{
    if (space)
        return is_list(v, 3, 3) || is_list(v, 6, 6) ? NULL : "[Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]";
    return is_text(v) ? NULL : "a number: the model is planar";
}

/* NULL if the value is of the kind of its field, else what it must be. */
static const char *misfit(const tml_field *field, const tml_node *v, bool space)
{
    const char *vector = space ? "a list of 3 numbers, [x, y, z]" : "a list of 2 numbers, [x, y]: the model is planar";
    switch (field->type) {
    case TML_FIELD_NUMBER:
        return is_text(v) ? NULL : "a number";
    case TML_FIELD_VARYING:
        return is_text(v) ? NULL : "a number or an expression";
    case TML_FIELD_EXPRESSIONS:
    case TML_FIELD_NUMBERS:
        return is_text(v) || is_list(v, 1, v->count) ? NULL : "a number or an expression, or a list of them";
    case TML_FIELD_VECTOR:
        return is_vector(v, space) || is_vector_text(v) ? NULL : vector;
    case TML_FIELD_VARYING_VECTOR: /* how many numbers depends on the force: check_components */
        return is_vector(v, space) || is_text(v) || (!space && is_list(v, 1, 3)) ? NULL : vector;
    case TML_FIELD_DIRECTION:
        if (is_direction(v, space))
            return NULL;
        return space ? "x, y, z, a list of 3 numbers or two points [B, P]"
                     : "x, y, a list of 2 numbers or two points [B, P]: the model is planar";
    case TML_FIELD_DIRECTIONS:
        if (v->kind == TML_NODE_LIST && v->count == 2 && is_direction(v->items[0], space) &&
            is_direction(v->items[1], space))
            return NULL;
        return "a list of two directions, each x, y, z, a list of numbers or two points [A, B]";
    case TML_FIELD_STIFFNESS:
    case TML_FIELD_DAMPING:
        return is_stiffness(v) ? NULL : "a number, or {translation: ..., rotation: ...}";
    case TML_FIELD_STIFFNESS_MATRIX:
    case TML_FIELD_DAMPING_MATRIX:
        if (is_matrix(v))
            return NULL;
        return space ? "a number, {translation: ..., rotation: ...}, a list of 6 numbers or a matrix of 6 rows"
                     : "a number, {translation: ..., rotation: ...}, a list of 3 numbers or a matrix of 3 rows";
    case TML_FIELD_DEFLECTION:
        if (is_halves(v, "translation", "rotation", space))
            return NULL;
        return space ? "{translation: [x, y, z], rotation: [x, y, z]}" : "{translation: [x, y], rotation: angle}";
    case TML_FIELD_WRENCH:
        if (is_halves(v, "force", "torque", space))
            return NULL;
        return space ? "{force: [x, y, z], torque: [x, y, z]}" : "{force: [x, y], torque: number}";
    case TML_FIELD_FRICTION:
        return is_text(v) || v->kind == TML_NODE_MAP ? NULL
                                                     : "a coefficient, or a map like {coefficient: 0.15, radius: 8 mm}";
    case TML_FIELD_POINT:
        return is_text(v) ? NULL : "the name of a point";
    case TML_FIELD_CHOICE:
        return is_text(v) ? NULL : "one word";
    case TML_FIELD_BOOL:
        return tml_node_is(v, "true") || tml_node_is(v, "false") ? NULL : "true or false";
    case TML_FIELD_NAMES:
        return is_list(v, 0, v->count) ? NULL : "a list of names";
    case TML_FIELD_CHANNELS:
        return is_map_of_texts(v) ? NULL : "a map from names to numbers";
    case TML_FIELD_EVENTS:
        return is_events(v) ? NULL : "a map from names to expressions, or to {when: ..., direction: ..., do: ...}";
    case TML_FIELD_ACTIONS:
        return is_actions(v) ? NULL : "a map, {set: ..., stop: ...}, or a list of such maps";
    case TML_FIELD_ASSIGNMENTS:
        return is_map_of_texts(v) ? NULL : "a map from names to expressions";
    case TML_FIELD_SWITCHES:
        return is_switches(v) ? NULL : "a map from forces and drivers to on or off";
    case TML_FIELD_IMPULSE:
        if (is_impulse(v, space))
            return NULL;
        return space ? "{at: body.P, value: [x, y, z]}, or a map from channels to expressions"
                     : "{at: body.P, value: [x, y]}, or a map from channels to expressions";
    case TML_FIELD_SPEEDS:
        return is_speeds(v) ? NULL : "a map from joints to speeds, each a number, from..to or {from: ..., to: ...}";
    case TML_FIELD_VARIATIONS:
        return is_variations(v) ? NULL : "a map from parameters to their values, each a text or a list of numbers";
    case TML_FIELD_ANSWERS:
        return is_text(v) || (v->count && (is_list(v, 1, v->count) || is_map_of_texts(v)))
                   ? NULL
                   : "a map from names to expressions, or a list of expressions";
    case TML_FIELD_STABILIZATION:
        return is_text(v) || (v->kind == TML_NODE_MAP && v->count == 1) ? NULL : "one word, or {WORD: {options}}";
    case TML_FIELD_TEXT:
        return v->kind == TML_NODE_SCALAR ? NULL : "a text";
    case TML_FIELD_POINTS:
        return is_points(v) ? NULL : "a map from names to coordinates, or a list of names of drawing points";
    case TML_FIELD_PLACE:
        return is_text(v) || is_vector(v, space) ? NULL : vector;
    case TML_FIELD_INERTIA:
        return v->kind == TML_NODE_MAP ? NULL : misfit_moments(v, space); /* a map: check_inertia */
    case TML_FIELD_MOMENTS:
        return misfit_moments(v, space);
    case TML_FIELD_SHAPES:
        return v->kind == TML_NODE_LIST ? NULL : "a list of shapes, like [{box: [1, 2]}, {disc: 0.2, hole: true}]";
    case TML_FIELD_SURFACES:
        return v->kind == TML_NODE_MAP ? NULL
               : space                 ? "a map from names to surfaces, like {rim: {sphere: 50 mm}}"
                                       : "a map from names to surfaces, like {rim: {disc: 50 mm}}";
    case TML_FIELD_OMEGA:
        return (space ? is_vector(v, true) : is_text(v)) ? NULL : space ? vector : "a number: the model is planar";
    case TML_FIELD_SIZE:
        return is_list(v, space ? 3 : 2, 3) ? NULL : space ? "a list of 3 lengths" : "a list of 2 or 3 lengths";
    case TML_FIELD_RANGE:
        return is_list(v, 3, 3) ? NULL : "a list [from, to, n]";
    case TML_FIELD_CORNERS:
        return is_corners(v, space) ? NULL : "a list of points: names, or coordinates";
    case TML_FIELD_LIMITS:
        return is_list(v, 2, 2) || v->kind == TML_NODE_MAP ? NULL : "[lower, upper], or {COORDINATE: [lower, upper]}";
    case TML_FIELD_CLEARANCE:
        return is_text(v) || v->kind == TML_NODE_MAP ? NULL : "a length, or a map like {gap: 0.2 mm, radius: 10 mm}";
    case TML_FIELD_ORIENTATION:
    case TML_FIELD_FRAME:
    case TML_FIELD_SHAPE:
    case TML_FIELD_LATER:
    case TML_FIELD_ANY:
        break;
    }
    return NULL;
}

/* ---- words ---- */

const char *tml_field_choice(const tml_field *field, int i, size_t *length)
{
    for (const char *s = field->choices ? field->choices : ""; *s; i--) {
        *length = strcspn(s, " ");
        if (i == 0)
            return s;
        s += *length + (s[*length] == ' ');
    }
    const char *name = field->registered ? field->registered(i) : NULL;
    *length = name ? strlen(name) : 0;
    return name;
}

int tml_word_index(const char *words, const char *word)
{
    const tml_field list = {.choices = words};
    const char *choice;
    size_t length;
    for (int i = 0; (choice = tml_field_choice(&list, i, &length)) != NULL; i++)
        if (strlen(word) == length && memcmp(choice, word, length) == 0)
            return i;
    return -1;
}

static bool check_choice(const tml_checker *c, const char *what, const tml_field *field, const tml_node *v)
{
    const char *words[64] = {0}, *choice;
    size_t count = 0, length;
    for (; count < 64 && (choice = tml_field_choice(field, (int)count, &length)) != NULL; count++) {
        words[count] = tml_arena_text(c->arena, choice, length);
        if (tml_node_is(v, words[count]))
            return true;
    }
    const char *known = field->elsewhere ? field->elsewhere(v->text) : NULL;
    const char *suggestion = tml_suggestion(c, known ? known : tml_nearest(v->text, words, count));
    tml_text list = {0};
    for (size_t i = 0; i < count; i++)
        tml_text_add(&list, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", words[i]);
    tml_log_raise(c->log, TML_E_NOT_A_CHOICE, v->place, "%s%s\"%s\" must be %s, not \"%s\"%s", what ? what : "",
                  what ? ": " : "", field->name, list.data ? list.data : "", v->text, suggestion);
    tml_text_free(&list);
    return false;
}

static bool check_events(const tml_checker *c, const char *what, const tml_node *v)
{
    const tml_field_list fields = {tml_event_fields, tml_event_fields_count};
    bool good = true;
    for (int i = 0; i < v->count; i++)
        if (v->kind == TML_NODE_LIST)
            good = check_events(c, what, v->items[i]) && good;
        else if (v->items[i]->kind != TML_NODE_SCALAR || !v->items[i]->text[0])
            good =
                tml_fields_check(
                    c, tml_arena_format(c->arena, "%s%sevent %s", what ? what : "", what ? ": " : "", v->keys[i]->text),
                    v->items[i], &fields, 1, NULL) &&
                good;
    return good;
}

static bool check_actions(const tml_checker *c, const char *what, const tml_node *v)
{
    const tml_field_list fields = {tml_action_fields, tml_action_fields_count};
    bool good = true;
    for (int i = 0; v->kind == TML_NODE_LIST && i < v->count; i++)
        good = check_actions(c, what, v->items[i]) && good;
    return v->kind == TML_NODE_LIST ? good : tml_fields_check(c, what, v, &fields, 1, NULL);
}

static bool check_speeds(const tml_checker *c, const char *what, const tml_node *v)
{
    const tml_field_list fields = {tml_sweep_fields, tml_sweep_fields_count};
    bool good = true;
    for (int i = 0; i < v->count; i++)
        if (v->items[i]->kind == TML_NODE_MAP)
            good = tml_fields_check(c, tml_arena_format(c->arena, "%s: speed of %s", what, v->keys[i]->text),
                                    v->items[i], &fields, 1, NULL) &&
                   good;
    return good;
}

static bool check_stiffness(const tml_checker *c, const char *what, const tml_field *field, const tml_node *v)
{
    const tml_field_list fields = {tml_stiffness_fields, tml_stiffness_fields_count};
    if (v->kind != TML_NODE_MAP)
        return true;
    return tml_fields_check(c, tml_arena_format(c->arena, "%s: %s", what, field->name), v, &fields, 1, NULL);
}

/* A map of these fields, if it is one. */
static bool check_map(const tml_checker *c, const char *what, const tml_field *field, const tml_node *v,
                      tml_field_list fields)
{
    return v->kind != TML_NODE_MAP ||
           tml_fields_check(c, tml_arena_format(c->arena, "%s: %s", what, field->name), v, &fields, 1, NULL);
}

static bool check_wrench(const tml_checker *c, const char *what, const tml_field *field, const tml_node *v)
{
    const tml_field_list fields = {tml_wrench_fields, tml_wrench_fields_count};
    return tml_fields_check(c, tml_arena_format(c->arena, "%s: %s", what, field->name), v, &fields, 1, NULL);
}

static bool check_clearance(const tml_checker *c, const char *what, const tml_field *field, const tml_node *v)
{
    tml_field fields[TML_MAX_CLEARANCE_FIELDS];
    return check_map(c, what, field, v, (tml_field_list){fields, tml_clearance_fields_find(fields)});
}

static bool check_stabilization(const tml_checker *c, const char *what, const tml_field *field, const tml_node *v)
{
    if (!check_choice(c, what, field, v->kind == TML_NODE_SCALAR ? v : v->keys[0]))
        return false;
    if (v->kind == TML_NODE_SCALAR)
        return true;
    if (tml_node_is(v->keys[0], "baumgarte") && tml_node_is(v->items[0], "auto"))
        return true;
    const tml_field_list options = {tml_stabilization_fields, tml_stabilization_fields_count};
    return tml_fields_check(c, tml_arena_format(c->arena, "%s: stabilization", what), v->items[0], &options, 1, NULL);
}

bool tml_field_check(const tml_checker *c, const char *what, const tml_field *field, const tml_node *value)
{
    const char *wanted = misfit(field, value, c->space);
    if (wanted) {
        tml_log_raise(c->log, TML_E_WRONG_TYPE, value->place, "%s%s\"%s\" must be %s%s", what ? what : "",
                      what ? ": " : "", field->name, wanted, tml_node_decimal_comma(value, c->arena));
        return false;
    }
    switch (field->type) {
    case TML_FIELD_LATER:
        tml_log_raise(c->log, TML_E_NOT_YET, value->place, "%s: \"%s\" is not in this version yet", what, field->name);
        return false;
    case TML_FIELD_CHOICE:
        return check_choice(c, what, field, value);
    case TML_FIELD_STABILIZATION:
        return check_stabilization(c, what, field, value);
    case TML_FIELD_EVENTS:
        return check_events(c, what, value);
    case TML_FIELD_ACTIONS:
        return check_actions(c, what, value);
    case TML_FIELD_SPEEDS:
        return check_speeds(c, what, value);
    case TML_FIELD_STIFFNESS:
    case TML_FIELD_DAMPING:
    case TML_FIELD_STIFFNESS_MATRIX:
    case TML_FIELD_DAMPING_MATRIX:
    case TML_FIELD_DEFLECTION:
        return check_stiffness(c, what, field, value);
    case TML_FIELD_WRENCH:
        return check_wrench(c, what, field, value);
    case TML_FIELD_INERTIA:
        return check_map(c, what, field, value, (tml_field_list){tml_inertia_fields, tml_inertia_fields_count});
    case TML_FIELD_FRICTION:
        return check_map(c, what, field, value, (tml_field_list){tml_friction_fields, tml_friction_fields_count});
    case TML_FIELD_CLEARANCE:
        return check_clearance(c, what, field, value);
    default:
        return true;
    }
}

/* ---- the keys of a map ---- */

const tml_node tml_struck_key = {.kind = TML_NODE_SCALAR, .text = ""};

static bool check_required(const tml_checker *c, const char *what, const tml_node *map, const tml_field_list *list,
                           bool told)
{
    bool good = true;
    for (size_t i = 0; i < list->count; i++) {
        const tml_field *f = &list->fields[i];
        if (!tml_field_is_missing(map, f))
            continue;
        if (!map->dropped && !told) /* otherwise it may be what was reported and left out */
            tml_log_raise(c->log, TML_E_MISSING_KEY, map->place, "%s%s\"%s\" is missing: %s", what ? what : "",
                          what ? ": " : "", f->name, f->doc);
        good = false;
    }
    return good;
}

/* The value of a known key. That of a misspelt one may be of another kind: then something else was meant. */
static bool check_key(const tml_checker *c, const char *what, const tml_node *map, int index,
                      const tml_field_list *lists, int list_count)
{
    const tml_node *key = map->keys[index];
    const tml_field *field = tml_field_find_in(lists, list_count, key->text);
    if (!field)
        return false;
    if (strcmp(field->name, key->text) != 0 && tml_node_find(map, field->name)) {
        tml_log_raise(c->log, TML_E_SAME_KEY_TWICE, key->place, "%s: \"%s\" and \"%s\" mean the same; give one", what,
                      key->text, field->name);
        return false;
    }
    const bool other = key->corrected && misfit(field, map->items[index], c->space);
    if (!other && tml_field_check(c, what, field, map->items[index]))
        return true;
    map->keys[index] = &tml_struck_key;
    return false;
}

bool tml_fields_check(const tml_checker *c, const char *what, const tml_node *map, const tml_field_list *lists,
                      int list_count, const char *type_key)
{
    bool good = true;
    if (map->kind != TML_NODE_MAP && !(map->kind == TML_NODE_SCALAR && !map->text[0])) {
        tml_log_raise(c->log, TML_E_NOT_A_MAP, map->place, "%s must be a map, {key: value, ...}", what);
        return false;
    }
    const bool told = tml_unknown_keys_report(c, what, map, lists, list_count, type_key, &good);
    for (int i = 0; i < list_count; i++)
        good = check_required(c, what, map, &lists[i], told) && good;
    for (int i = 0; i < map->count; i++)
        if (tml_key_is_given(map->keys[i], type_key))
            good = check_key(c, what, map, i, lists, list_count) && good;
    return good;
}
