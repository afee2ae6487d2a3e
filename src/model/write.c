/* write.c - a tree of nodes as YAML text, as one writes a model by hand: what fits on a line stays on one. */
#include "model/write.h"
#include "base/text.h"
#include <string.h>

enum { WIDTH = 118, INDENT = 2 };

bool tml_node_same(const tml_node *a, const tml_node *b)
{
    if (a->kind != b->kind || a->count != b->count || strcmp(a->text, b->text) != 0)
        return false;
    for (int i = 0; i < a->count; i++)
        if ((a->kind == TML_NODE_MAP && strcmp(a->keys[i]->text, b->keys[i]->text) != 0) ||
            !tml_node_same(a->items[i], b->items[i]))
            return false;
    return true;
}

/* ---- scalars ---- */

/* Needs no quotes anywhere: no mark of YAML at its start, none inside that ends it. */
static bool is_plain(const char *s)
{
    const size_t length = strlen(s);
    if (length == 0 || s[length - 1] == ' ' || s[length - 1] == ':' || strchr(" \t?:,[]{}#&*!|>'\"%@`", s[0]))
        return false;
    if (s[0] == '-' && (s[1] == 0 || s[1] == ' '))
        return false;
    if (strncmp(s, "---", 3) == 0 || strncmp(s, "...", 3) == 0)
        return false;
    int open = 0; /* a bracket that stays open would take in what follows: node.c */
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)s[i];
        open += (c == '(') - (c == ')');
        if (c < 0x20 || c >= 0x7f || strchr(",[]{}\"", c))
            return false;
        if ((c == ':' && s[i + 1] == ' ') || (c == '#' && i > 0 && s[i - 1] == ' '))
            return false;
    }
    return open == 0;
}

static void put_scalar(tml_text *out, const char *s)
{
    if (is_plain(s)) {
        tml_text_put(out, s, strlen(s));
        return;
    }
    tml_text_put(out, "\"", 1);
    for (; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            tml_text_add(out, "\\%c", c);
        else if (c == '\n')
            tml_text_put(out, "\\n", 2);
        else if (c < 0x20 || c == 0x7f)
            tml_text_add(out, "\\x%02x", c);
        else
            tml_text_put(out, s, 1);
    }
    tml_text_put(out, "\"", 1);
}

/* ---- on one line ---- */

static void put_flow(tml_text *out, const tml_node *node)
{
    if (node->kind == TML_NODE_SCALAR) {
        put_scalar(out, node->text);
        return;
    }
    const bool map = node->kind == TML_NODE_MAP;
    tml_text_put(out, map ? "{" : "[", 1);
    for (int i = 0; i < node->count; i++) {
        if (i > 0)
            tml_text_put(out, ", ", 2);
        if (map) {
            put_scalar(out, node->keys[i]->text);
            tml_text_put(out, ": ", 2);
        }
        put_flow(out, node->items[i]);
    }
    tml_text_put(out, map ? "}" : "]", 1);
}

/* How long a node is on one line; stops counting when it is too long. */
static size_t flow_length(const tml_node *node, size_t most)
{
    size_t length = node->kind == TML_NODE_SCALAR ? strlen(node->text) + (is_plain(node->text) ? 0 : 2) : 2;
    for (int i = 0; i < node->count && length <= most; i++) {
        if (node->kind == TML_NODE_MAP)
            length += strlen(node->keys[i]->text) + 2;
        length += flow_length(node->items[i], most) + (i > 0 ? 2 : 0);
    }
    return length;
}

/* ---- over several lines ---- */

static void put_block(tml_text *out, const tml_node *node, int depth);

static bool is_list_of_scalars(const tml_node *node)
{
    bool good = node->kind == TML_NODE_LIST;
    for (int i = 0; i < node->count && good; i++)
        good = node->items[i]->kind == TML_NODE_SCALAR;
    return good;
}

/* What follows `key:` or `-`: on the same line if it fits, else below. Sections always have lines of their own. */
static void put_value(tml_text *out, const tml_node *node, int depth, size_t used)
{
    const size_t room = WIDTH > used ? WIDTH - used : 0;
    const bool scalar = node->kind == TML_NODE_SCALAR || node->count == 0;
    if (scalar || ((depth > 1 || is_list_of_scalars(node)) && flow_length(node, room) <= room)) {
        tml_text_put(out, " ", 1);
        put_flow(out, node);
        tml_text_put(out, "\n", 1);
    } else {
        tml_text_put(out, "\n", 1);
        put_block(out, node, depth);
    }
}

static void put_block(tml_text *out, const tml_node *node, int depth)
{
    for (int i = 0; i < node->count; i++) {
        const tml_node *item = node->items[i];
        const size_t line = out->length;
        if (depth == 0 && i > 0 && item->kind != TML_NODE_SCALAR && !is_list_of_scalars(item))
            tml_text_put(out, "\n", 1);
        tml_text_add(out, "%*s", depth * INDENT, "");
        if (node->kind == TML_NODE_LIST)
            tml_text_put(out, "-", 1);
        const bool single = node->kind == TML_NODE_LIST && item->kind == TML_NODE_MAP && item->count == 1;
        if (single) /* - dynamics: {end: 5} */
            tml_text_put(out, " ", 1);
        if (single || node->kind == TML_NODE_MAP) {
            put_scalar(out, (single ? item->keys[0] : node->keys[i])->text);
            tml_text_put(out, ":", 1);
        }
        put_value(out, single ? item->items[0] : item, depth + (single ? 2 : 1), out->length - line);
    }
}

char *tml_node_write(const tml_node *root)
{
    tml_text out = {0};
    if (root->kind == TML_NODE_SCALAR || root->count == 0) {
        put_flow(&out, root);
        tml_text_put(&out, "\n", 1);
    } else {
        put_block(&out, root, 0);
    }
    return tml_text_detach(&out);
}
