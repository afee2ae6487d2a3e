/* node.h - a model file as a tree of scalars, lists and maps, each with its place. YAML 1.2, and so JSON too.
 *
 * The only file that knows libfyaml is yaml.c. Aliases are resolved; duplicate keys are an error.
 */
#pragma once
#include "base/arena.h"
#include "base/status.h"

typedef enum { TML_NODE_SCALAR, TML_NODE_LIST, TML_NODE_MAP } tml_node_kind;

typedef struct tml_node tml_node;
struct tml_node {
    tml_node_kind kind;
    tml_place place;
    const char *text;       /* of a scalar; "" for an empty (null) one */
    bool quoted;            /* the scalar stood in quotes */
    bool corrected;         /* a misspelt key, with the text of what was meant */
    bool dropped;           /* a key of the map stood twice: the second was left out */
    int count;              /* items of a list, pairs of a map */
    const tml_node **items; /* (count) items, or values of the pairs */
    const tml_node **keys;  /* (count) keys of the pairs, scalars */
};

/* NULL with messages if the text cannot be parsed; duplicate keys are reported too. Depth and size are limited so that
 * no input can exhaust the stack. */
const tml_node *tml_node_parse(tml_arena *arena, const char *text, size_t length, const char *name, tml_log *log);
/* The value of a key of a map (NULL: absent, or not a map). */
const tml_node *tml_node_find(const tml_node *map, const char *key);
bool tml_node_is(const tml_node *node, const char *text); /* a scalar with that text */
/* [0,5, 1] is a list of three: "; numbers have a decimal point: 0.5" for a list of a wrong length with such a comma; else "". */
const char *tml_node_decimal_comma(const tml_node *list, tml_arena *arena);
/* A map (NULL: an empty one) with another value of a key, or one key more. */
tml_node *tml_node_put(tml_arena *arena, const tml_node *map, const char *key, const tml_node *value);
