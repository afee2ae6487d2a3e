/* format.c - the text of a model file, laid out, with the same meaning.
 *
 * What was laid out is read again and compared with what was given, node by node: a text that would change its meaning is refused.
 */
#include "base/guard.h"
#include "model/layout.h"
#include "model/node.h"
#include "trammel/trammel.h"
#include <string.h>

typedef struct {
    const char *text, *name;
    size_t length;
    tml_arena arena;
    tml_layout layout;
    tml_text out;
    tml_log *log, *quiet; /* quiet: of reading the result */
} formatting;

/* Whether texts are the same but for how many blanks are in a row: an expression over several lines is indented. */
static bool same_text(const tml_node *a, const tml_node *b)
{
    const char *s = a->text, *t = b->text;
    while (*s && *t) {
        const bool blank = *s == ' ' && *t == ' ' && !a->quoted;
        if (*s != *t)
            return false;
        s++, t++;
        while (blank && *s == ' ')
            s++;
        while (blank && *t == ' ')
            t++;
    }
    return *s == *t;
}

/* As deep as files may be nested. */
static bool same_node(const tml_node *a, const tml_node *b)
{
    if (a->kind != b->kind || a->count != b->count || a->quoted != b->quoted || !same_text(a, b))
        return false;
    for (int i = 0; i < a->count; i++)
        if ((a->kind == TML_NODE_MAP && !same_text(a->keys[i], b->keys[i])) || !same_node(a->items[i], b->items[i]))
            return false;
    return true;
}

static tml_status format(void *context)
{
    formatting *f = context;
    const tml_node *before = tml_node_parse(&f->arena, f->text, f->length, f->name, f->log);
    if (!before)
        return TML_WRONG;
    const bool marked = f->length >= 3 && memcmp(f->text, "\xef\xbb\xbf", 3) == 0;
    f->layout.arena = &f->arena;
    f->layout.at = tml_arena_text(&f->arena, f->text + 3 * marked, f->length - 3 * marked);
    f->layout.end = f->layout.at + f->length - 3 * marked;
    tml_layout_read(&f->layout);
    tml_layout_print(&f->layout, &f->out);
    if (f->out.failed)
        tml_arena_give_up(&f->arena);
    f->quiet = tml_log_make();
    const tml_node *after =
        f->quiet && f->out.data ? tml_node_parse(&f->arena, f->out.data, f->out.length, f->name, f->quiet) : NULL;
    if (after && !f->layout.failed && same_node(before, after))
        return TML_OK;
    tml_log_raise(f->log, TML_E_NOT_LAID_OUT, TML_NOWHERE, "%s cannot be laid out without changing its meaning",
                  f->name);
    return TML_WRONG;
}

tml_status tml_model_format(const char *text, size_t length, const char *name, char **formatted, tml_log *log)
{
    formatting f = {.text = text, .length = length, .name = name, .log = log};
    tml_status status = tml_guarded(&f.arena, NULL, format, &f);
    *formatted = status == TML_OK ? tml_text_detach(&f.out) : NULL;
    if (status == TML_OK && !*formatted)
        status = TML_NO_MEMORY;
    tml_log_free(f.quiet);
    tml_text_free(&f.out);
    tml_text_free(&f.layout.out);
    tml_arena_free(&f.arena);
    return status;
}
