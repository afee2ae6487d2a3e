/* document.c - the text of a model file as JSON: the same tree of maps, lists and scalars, for programs that change it and give it back.
 *
 * JSON is YAML: tml_model_parse reads what is written here, with the same meaning. A value left empty is an empty text, as in node.h.
 */
#include "base/guard.h"
#include "base/json_writer.h"
#include "model/node.h"
#include "trammel/model.h"
#include <string.h>

typedef struct {
    const char *text, *name;
    size_t length;
    tml_arena arena;
    tml_json_writer out;
    tml_log *log;
} conversion;

static size_t count_digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Whether a text is a number as JSON writes it: -12.5e-3, not .5, 5. or 0x1F. */
static bool is_number(const char *text)
{
    text += *text == '-';
    const size_t whole = count_digits(text);
    if (whole == 0 || (whole > 1 && *text == '0'))
        return false;
    text += whole;
    if (*text == '.') {
        const size_t digits = count_digits(++text);
        if (digits == 0)
            return false;
        text += digits;
    }
    if (*text == 'e' || *text == 'E') {
        text++;
        text += *text == '+' || *text == '-';
        const size_t digits = count_digits(text);
        if (digits == 0)
            return false;
        text += digits;
    }
    return *text == '\0';
}

static bool is_literal(const tml_node *node)
{
    return !node->quoted && (is_number(node->text) || tml_node_is(node, "true") || tml_node_is(node, "false"));
}

/* As deep as files may be nested. */
static void put_node(tml_json_writer *out, const char *key, const tml_node *node)
{
    if (node->kind == TML_NODE_SCALAR) {
        if (is_literal(node))
            tml_json_raw(out, key, node->text);
        else
            tml_json_text(out, key, node->text);
        return;
    }
    const bool map = node->kind == TML_NODE_MAP;
    tml_json_open(out, key, map ? '{' : '[');
    for (int i = 0; i < node->count; i++)
        put_node(out, map ? node->keys[i]->text : NULL, node->items[i]);
    tml_json_close(out, map ? '}' : ']');
}

static tml_status convert(void *context)
{
    conversion *c = context;
    const tml_node *root = tml_node_parse(&c->arena, c->text, c->length, c->name, c->log);
    if (!root)
        return TML_WRONG;
    put_node(&c->out, NULL, root);
    tml_json_end(&c->out);
    return TML_OK;
}

tml_status tml_model_document(const char *text, size_t length, const char *name, char **json, tml_log *log)
{
    conversion c = {.text = text, .length = length, .name = name, .log = log};
    c.out.arena = &c.arena;
    tml_status status = tml_guarded(&c.arena, NULL, convert, &c);
    *json = status == TML_OK ? tml_text_detach(&c.out.out) : NULL;
    if (status == TML_OK && !*json)
        status = TML_NO_MEMORY;
    tml_text_free(&c.out.out);
    tml_arena_free(&c.arena);
    return status;
}
