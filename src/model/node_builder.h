/* node_builder.h - a tree of nodes from what a parser finds, in order; the parser is yaml.c. */
#pragma once
#include "base/names.h"
#include "model/node.h"

enum { TML_NODE_DEPTH_LIMIT = 100, TML_NODE_ALIASED_LIMIT = 2000000 };

/* A list or map that is open. */
typedef struct {
    tml_node *node;
    size_t base; /* of its content on the stack: items, or keys and values by turns */
    const char *anchor;
    int size, height; /* so far, aliases written out */
    tml_node *tail;   /* the last scalar, while a bracket is open in it; NULL: none */
    size_t from, to;  /* of the tail in the source */
    int open;         /* brackets open in the tail */
    bool skip;        /* the empty value of a piece that was taken for a key comes next */
} tml_node_frame;

typedef struct {
    const tml_node *node;
    int size, height;
} tml_anchored;

typedef struct {
    tml_arena *arena;
    tml_log *log;
    const char *source, *file;
    tml_node_frame frames[TML_NODE_DEPTH_LIMIT];
    int depth;
    const tml_node **stack; /* finished nodes whose list or map is still open */
    size_t count, capacity;
    const tml_node *root;
    tml_place last;  /* where the last scalar began, for what has no place of its own */
    int aliased;     /* nodes that aliases stand for, written out */
    tml_names names; /* of the anchors */
    tml_anchored *anchors;
    int anchor_count, anchor_capacity;
} tml_node_builder;

typedef struct {
    const char *text;
    size_t length;
    bool plain, empty; /* without quotes; without anything */
    tml_place place;
    size_t from, to;    /* in the source */
    const char *anchor; /* NULL: none */
} tml_scalar;

/* Each returns false when the rest is not worth reading; the message was written. */
bool tml_node_add_scalar(tml_node_builder *b, const tml_scalar *scalar);
bool tml_node_add_alias(tml_node_builder *b, const char *name, size_t length, tml_place place);
bool tml_node_open(tml_node_builder *b, tml_node_kind kind, tml_place place, const char *anchor);
bool tml_node_close(tml_node_builder *b);
/* Takes over the keys that a merge key of the map names (merge.c). */
bool tml_node_merge(tml_node_builder *b, tml_node *map);
