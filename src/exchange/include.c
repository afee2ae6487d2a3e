/* include.c - <include file="..."/> replaced by what the root of that file holds, as MJCF has it: each file once. */
#include "exchange/include.h"
#include <stdlib.h>

typedef struct included {
    const char *path;
    const struct included *before;
} included;

typedef struct {
    const tml_import_options *options;
    tml_arena *arena;
    tml_log *log;
    const included *done;
} including;

static bool is_done(const including *g, const char *path)
{
    for (const included *i = g->done; i; i = i->before)
        if (strcmp(i->path, path) == 0)
            return true;
    return false;
}

/* The root of the file; NULL with a message. */
static tml_xml *read_included(including *g, const tml_xml *x)
{
    const char *path = tml_xml_get(x, "file");
    size_t length = 0;
    if (!path || is_done(g, path) || !g->options->include) {
        tml_log_raise(g->log, TML_E_ROBOT_INCLUDE, x->place,
                      !path                 ? "<include> names no file%s"
                      : g->options->include ? "\"%s\" is included more than once"
                                            : "\"%s\" is to be included, and the program that imports does not say how "
                                              "other files are read",
                      path ? path : "");
        return NULL;
    }
    included *own = TML_NEW(g->arena, included);
    *own = (included){path, g->done};
    g->done = own;
    char *text = g->options->include(g->options->context, path, &length);
    if (!text) {
        tml_log_raise(g->log, TML_E_ROBOT_INCLUDE, x->place, "\"%s\", which is to be included, cannot be read", path);
        return NULL;
    }
    tml_arena_at_end(g->arena, free, text);
    return tml_xml_read(text, length, path, g->arena, g->log);
}

/* Puts the children of `root` in the place of `x`, which follows `before` (NULL: it is the first). */
static void put_in_place(tml_xml *of, tml_xml *before, const tml_xml *x, tml_xml *root)
{
    for (tml_xml *c = root->first; c; c = c->next)
        c->parent = of;
    tml_xml *first = root->first ? root->first : x->next;
    if (root->first)
        root->last->next = x->next;
    if (before)
        before->next = first;
    else
        of->first = first;
    if (of->last == x)
        of->last = root->first ? root->last : before;
}

static bool include_in(including *g, tml_xml *of)
{
    for (tml_xml *x = of->first, *before = NULL; x; x = before ? before->next : of->first) {
        if (strcmp(x->name, "include") != 0) {
            if (!include_in(g, x))
                return false;
            before = x;
            continue;
        }
        tml_xml *root = read_included(g, x);
        if (!root)
            return false;
        put_in_place(of, before, x, root); /* what comes from there is looked at next */
    }
    return true;
}

bool tml_xml_include(tml_xml *root, const tml_import_options *options, tml_arena *arena, tml_log *log)
{
    including g = {.options = options, .arena = arena, .log = log};
    return include_in(&g, root);
}
