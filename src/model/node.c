/* node.c - a tree of nodes, built from what a parser finds.
 *
 * Finished nodes are put on one stack; a list or map that ends takes its own from there. Nothing recurses, so depth
 * costs no stack, and everything is handled once, so time is linear. An alias shares the nodes of its anchor; what it
 * would be written out counts against a limit. What stands in the file is limited by the size of files.
 *
 * Expressions hold commas, and in `{value: atan2(y, x), at: P}` YAML ends a plain scalar at each: pieces are put
 * together again as long as a round bracket is open.
 */
#include "model/node.h"
#include "base/text.h"
#include "model/node_builder.h"
#include <string.h>

enum { FEW_KEYS = 12 };

/* ---- the tree ---- */

const tml_node *tml_node_find(const tml_node *map, const char *key)
{
    if (!map || map->kind != TML_NODE_MAP)
        return NULL;
    for (int i = 0; i < map->count; i++)
        if (tml_same_text(map->keys[i]->text, key))
            return map->items[i];
    return NULL;
}

bool tml_node_is(const tml_node *node, const char *text)
{
    return node && node->kind == TML_NODE_SCALAR && strcmp(node->text, text) == 0;
}

tml_node *tml_node_put(tml_arena *arena, const tml_node *map, const char *key, const tml_node *value)
{
    tml_node *all = TML_NEW(arena, tml_node);
    const int count = map ? map->count : 0;
    int at = 0;
    *all = map ? *map : (tml_node){.kind = TML_NODE_MAP, .text = ""};
    all->keys = TML_NEW_ARRAY(arena, const tml_node *, count + 1);
    all->items = TML_NEW_ARRAY(arena, const tml_node *, count + 1);
    for (int i = 0; i < count; i++) {
        all->keys[i] = map->keys[i];
        all->items[i] = map->items[i];
    }
    while (at < count && strcmp(all->keys[at]->text, key) != 0)
        at++;
    if (at == count) {
        tml_node *name = TML_NEW(arena, tml_node);
        *name = (tml_node){.kind = TML_NODE_SCALAR, .text = key};
        all->keys[all->count++] = name;
    }
    all->items[at] = value;
    return all;
}

/* A node and its text in one piece. */
static tml_node *make_node(tml_node_builder *b, tml_node_kind kind, tml_place place, const char *text, size_t length)
{
    tml_node *node = tml_arena_take(b->arena, sizeof *node + length + 1);
    char *own = (char *)(node + 1);
    memcpy(own, text, length);
    *node = (tml_node){.kind = kind, .place = place, .text = own};
    return node;
}

static bool fail(tml_node_builder *b, tml_code code, tml_place place, const char *text)
{
    tml_log_raise(b->log, code, place, "%s", text);
    return false;
}

/* ---- anchors ---- */

static void keep_anchor(tml_node_builder *b, const char *name, tml_anchored what)
{
    int at = tml_names_find(&b->names, name);
    if (at < 0) {
        if (b->anchor_count == b->anchor_capacity) {
            tml_anchored *old = b->anchors;
            b->anchor_capacity = 2 * b->anchor_capacity + 16;
            b->anchors = TML_NEW_ARRAY(b->arena, tml_anchored, b->anchor_capacity);
            if (b->anchor_count > 0)
                memcpy(b->anchors, old, (size_t)b->anchor_count * sizeof *old);
        }
        at = b->anchor_count++;
        tml_names_add(&b->names, name, at);
    }
    b->anchors[at] = what;
}

/* ---- putting finished nodes where they belong ---- */

static void push(tml_node_builder *b, const tml_node *node)
{
    if (b->count == b->capacity) {
        const tml_node **old = b->stack;
        b->capacity = 2 * b->capacity + 64;
        b->stack = TML_NEW_ARRAY(b->arena, const tml_node *, b->capacity);
        if (b->count > 0)
            memcpy(b->stack, old, b->count * sizeof(const tml_node *));
    }
    b->stack[b->count++] = node;
}

static tml_node_frame *top(tml_node_builder *b)
{
    return b->depth > 0 ? &b->frames[b->depth - 1] : NULL;
}

static bool wants_key(const tml_node_builder *b, const tml_node_frame *f)
{
    return f->node->kind == TML_NODE_MAP && (b->count - f->base) % 2 == 0;
}

static bool add(tml_node_builder *b, const tml_node *node, tml_anchored what, tml_place place)
{
    tml_node_frame *f = top(b);
    if (!f) {
        b->root = node;
        return true;
    }
    if (wants_key(b, f) && node->kind != TML_NODE_SCALAR)
        return fail(b, TML_E_KEY_NOT_A_NAME, place, "a key must be a name, not a list or a map");
    f->size += what.size;
    if (what.height + 1 > f->height)
        f->height = what.height + 1;
    if (b->depth + what.height > TML_NODE_DEPTH_LIMIT)
        return fail(b, TML_E_NESTED_TOO_DEEPLY, place, "nested too deeply: more than 100 levels");
    push(b, node);
    return true;
}

/* ---- scalars and their pieces ---- */

static int brackets(const char *text, size_t length)
{
    int open = 0;
    for (size_t i = 0; i < length; i++)
        open += (text[i] == '(') - (text[i] == ')');
    return open;
}

/* The tail is complete: its text is the source from its first to its last piece. */
static void end_tail(tml_node_builder *b, tml_node_frame *f)
{
    if (f->tail && f->to > f->from) {
        char *text = tml_arena_text(b->arena, b->source + f->from, f->to - f->from);
        for (char *c = text; *c; c++)
            if (*c == '\n' || *c == '\r' || *c == '\t')
                *c = ' ';
        f->tail->text = text;
    }
    f->tail = NULL;
}

/* True: the scalar is a further piece of the one before it. */
static bool continue_tail(tml_node_builder *b, const tml_scalar *piece)
{
    tml_node_frame *f = top(b);
    if (!f || !f->tail || (f->node->kind == TML_NODE_MAP && !wants_key(b, f)))
        return false;
    f->to = piece->to;
    f->open += brackets(piece->text, piece->length);
    f->skip = f->node->kind == TML_NODE_MAP;
    if (f->open <= 0)
        end_tail(b, f);
    return true;
}

static void start_tail(tml_node_builder *b, tml_node *node, const tml_scalar *scalar)
{
    tml_node_frame *f = top(b);
    const int open = brackets(scalar->text, scalar->length);
    f->tail = open > 0 ? node : NULL;
    f->from = scalar->from;
    f->to = scalar->to;
    f->open = open;
}

/* Whether an escape such as \e has put a control character into a text: then a terminal would obey it. Lines and tabs may be in values. */
static bool has_control(const tml_scalar *scalar, bool key)
{
    for (size_t i = 0; i < scalar->length; i++) {
        const unsigned char c = (unsigned char)scalar->text[i];
        const unsigned char next = i + 1 < scalar->length ? (unsigned char)scalar->text[i + 1] : 0;
        if ((c < 0x20 && (key || (c != '\n' && c != '\t'))) || c == 0x7f)
            return true;
        if (c == 0xC2 && next >= 0x80 && next < 0xA0) /* U+0080 to U+009F */
            return true;
    }
    return false;
}

bool tml_node_add_scalar(tml_node_builder *b, const tml_scalar *scalar)
{
    tml_node_frame *f = top(b);
    if (f && f->skip) {
        f->skip = false;
        return scalar->length == 0 ||
               fail(b, TML_E_BRACKET_OPEN, scalar->place, "a bracket `(` is not closed before this value");
    }
    if (scalar->plain && continue_tail(b, scalar))
        return true;
    if (has_control(scalar, f && wants_key(b, f)))
        return fail(b, TML_E_CONTROL_CHARACTER, scalar->place, "a text contains a control character");
    if (f)
        end_tail(b, f);
    tml_node *node = make_node(b, TML_NODE_SCALAR, scalar->place, scalar->text, scalar->length);
    node->quoted = !scalar->plain && !scalar->empty;
    const tml_anchored what = {node, 1, 0};
    if (scalar->anchor)
        keep_anchor(b, scalar->anchor, what);
    if (f && scalar->plain && !wants_key(b, f))
        start_tail(b, node, scalar);
    if (!scalar->empty)
        b->last = scalar->place;
    return add(b, node, what, scalar->place);
}

bool tml_node_add_alias(tml_node_builder *b, const char *name, size_t length, tml_place place)
{
    const int at = tml_names_find_n(&b->names, name, length);
    if (at < 0) {
        tml_log_raise(b->log, TML_E_NO_ANCHOR, place, "no anchor \"&%.*s\" before this alias", (int)length, name);
        return false;
    }
    if (top(b))
        end_tail(b, top(b));
    b->aliased += b->anchors[at].size;
    if (b->aliased > TML_NODE_ALIASED_LIMIT)
        return fail(b, TML_E_MODEL_TOO_LARGE, place, "the model is too large: more than two million values");
    return add(b, b->anchors[at].node, b->anchors[at], place);
}

/* ---- lists and maps ---- */

bool tml_node_open(tml_node_builder *b, tml_node_kind kind, tml_place place, const char *anchor)
{
    tml_node_frame *f = top(b);
    if (f && f->skip)
        return fail(b, TML_E_BRACKET_OPEN, place, "a bracket `(` is not closed before this value");
    if (f)
        end_tail(b, f);
    if (b->depth == TML_NODE_DEPTH_LIMIT)
        return fail(b, TML_E_NESTED_TOO_DEEPLY, place, "nested too deeply: more than 100 levels");
    b->frames[b->depth++] =
        (tml_node_frame){.node = make_node(b, kind, place, "", 0), .base = b->count, .anchor = anchor, .size = 1};
    return true;
}

/* The first `count` keys are searched for a name; many of them by a table. */
static int find_key(const tml_node *map, int count, const tml_names *seen, const char *name)
{
    if (map->count > FEW_KEYS)
        return tml_names_find(seen, name);
    for (int i = 0; i < count; i++)
        if (strcmp(map->keys[i]->text, name) == 0)
            return i;
    return -1;
}

/* Whether a scalar continues the number before it, with a comma and no blank between them: the 5 of 0,5. */
static bool follows_comma(const tml_node *before, const tml_node *after)
{
    if (before->kind != TML_NODE_SCALAR || after->kind != TML_NODE_SCALAR || before->quoted || after->quoted ||
        !before->text[0] || after->place.line != before->place.line)
        return false;
    const size_t length = strlen(before->text);
    return tml_is_digit(before->text[length - 1]) && tml_is_digit(after->text[0]) &&
           after->place.column == before->place.column + (int)length + 1;
}

const char *tml_node_decimal_comma(const tml_node *list, tml_arena *arena)
{
    for (int i = 0; list->kind == TML_NODE_LIST && i + 1 < list->count; i++)
        if (follows_comma(list->items[i], list->items[i + 1]))
            return tml_arena_format(arena, "; numbers have a decimal point: %s.%s", list->items[i]->text,
                                    list->items[i + 1]->text);
    return "";
}

/* {angle: 0,5}: YAML reads a key 5 without a value behind the value 0. The key's index; 0: there is none. */
static bool is_decimal_comma(const tml_node *map, int key)
{
    const tml_node *after = map->keys[key], *empty = map->items[key], *before = key > 0 ? map->items[key - 1] : NULL;
    if (!before || before->kind != TML_NODE_SCALAR || before->quoted || after->quoted || !before->text[0] ||
        empty->kind != TML_NODE_SCALAR || empty->text[0] || after->place.line != before->place.line)
        return false;
    const char *last = before->text + strlen(before->text) - 1;
    return *last >= '0' && *last <= '9' && after->text[0] >= '0' && after->text[0] <= '9';
}

static void drop_decimal_commas(tml_node_builder *b, tml_node *map)
{
    int kept = 0;
    for (int i = 0; i < map->count; i++) {
        if (is_decimal_comma(map, i)) {
            tml_log_raise(b->log, TML_E_EXPRESSION_SYNTAX, map->items[i - 1]->place,
                          "a comma ends a value; numbers have a decimal point: %s.%s", map->items[i - 1]->text,
                          map->keys[i]->text);
            map->dropped = true;
            continue;
        }
        map->keys[kept] = map->keys[i];
        map->items[kept++] = map->items[i];
    }
    map->count = kept;
}

/* A duplicate key is reported, and the second left out. */
static void drop_duplicates(tml_node_builder *b, tml_node *map)
{
    tml_names seen = {.arena = b->arena};
    int kept = 0;
    for (int i = 0; i < map->count; i++) {
        const tml_node *key = map->keys[i];
        const int first = find_key(map, kept, &seen, key->text);
        if (first >= 0) {
            tml_log_raise(b->log, TML_E_DUPLICATE_KEY, key->place,
                          "key \"%s\" occurs twice in this map; first at line %d", key->text,
                          map->keys[first]->place.line);
            map->dropped = true;
            continue;
        }
        if (map->count > FEW_KEYS)
            tml_names_add(&seen, key->text, kept);
        map->keys[kept] = key;
        map->items[kept++] = map->items[i];
    }
    map->count = kept;
}

bool tml_node_close(tml_node_builder *b)
{
    tml_node_frame f = *top(b);
    end_tail(b, &f);
    const size_t n = b->count - f.base;
    const tml_node *const *content = n > 0 ? b->stack + f.base : NULL;
    const bool map = f.node->kind == TML_NODE_MAP;
    f.node->count = (int)(map ? n / 2 : n);
    f.node->items = TML_NEW_ARRAY(b->arena, const tml_node *, f.node->count);
    if (map)
        f.node->keys = TML_NEW_ARRAY(b->arena, const tml_node *, f.node->count);
    for (int i = 0; i < f.node->count; i++) {
        if (map)
            f.node->keys[i] = content[2 * i];
        f.node->items[i] = content[map ? 2 * i + 1 : i];
    }
    if (map) {
        drop_decimal_commas(b, f.node);
        drop_duplicates(b, f.node);
        if (!tml_node_merge(b, f.node))
            return false;
    }
    b->count = f.base;
    b->depth--;
    const tml_anchored what = {f.node, f.size, f.height};
    if (f.anchor)
        keep_anchor(b, f.anchor, what);
    return add(b, f.node, what, f.node->place);
}
