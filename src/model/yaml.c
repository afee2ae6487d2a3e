/* yaml.c - YAML text to a tree of nodes, by the events of libfyaml: the only file that knows it. */
#include "base/utf8.h"
#include "model/node_builder.h"
#include <libfyaml.h>
#include <string.h>

typedef struct {
    tml_node_builder builder;
    struct fy_diag *diag;
    struct fy_parser *parser;
    struct fy_event *event; /* the present one */
    int documents;
} reader;

static tml_place place_of(const reader *r, const struct fy_mark *mark)
{
    return mark ? (tml_place){.file = r->builder.file, .line = mark->line + 1, .column = mark->column + 1}
                : r->builder.last;
}

static bool fail(const reader *r, tml_code code, tml_place place, const char *text)
{
    tml_log_raise(r->builder.log, code, place, "%s", text);
    return false;
}

static const char *anchor_of(reader *r, struct fy_event *event)
{
    struct fy_token *token = fy_event_get_anchor_token(event);
    size_t length = 0;
    const char *text = token ? fy_token_get_text(token, &length) : NULL;
    return text ? tml_arena_text(r->builder.arena, text, length) : NULL;
}

/* ---- events ---- */

static bool take_scalar(reader *r, struct fy_event *event)
{
    struct fy_token *token = fy_event_get_token(event);
    const struct fy_mark *start = fy_event_start_mark(event), *end = fy_event_end_mark(event);
    tml_scalar scalar = {.text = "", .place = place_of(r, start), .empty = true, .anchor = anchor_of(r, event)};
    if (token && start && end) {
        scalar.text = fy_token_get_text(token, &scalar.length);
        scalar.empty = false;
        scalar.plain = fy_scalar_token_get_style(token) == FYSS_PLAIN;
        scalar.from = start->input_pos;
        scalar.to = end->input_pos;
    }
    if (!scalar.text)
        return fail(r, TML_E_OUT_OF_MEMORY, scalar.place, "out of memory");
    return tml_node_add_scalar(&r->builder, &scalar);
}

static bool take_alias(reader *r, struct fy_event *event)
{
    struct fy_token *token = fy_event_get_token(event);
    size_t length = 0;
    const char *name = token ? fy_token_get_text(token, &length) : NULL;
    return tml_node_add_alias(&r->builder, name ? name : "", length, place_of(r, fy_event_start_mark(event)));
}

static bool open_node(reader *r, struct fy_event *event, tml_node_kind kind)
{
    return tml_node_open(&r->builder, kind, place_of(r, fy_event_start_mark(event)), anchor_of(r, event));
}

static bool take_event(reader *r, struct fy_event *event)
{
    switch (event->type) {
    case FYET_DOCUMENT_START:
        if (r->documents++ > 0)
            return fail(r, TML_E_SEVERAL_DOCUMENTS, place_of(r, fy_event_start_mark(event)),
                        "a second document begins here; a model file contains one");
        return true;
    case FYET_SCALAR:
        return take_scalar(r, event);
    case FYET_ALIAS:
        return take_alias(r, event);
    case FYET_SEQUENCE_START:
        return open_node(r, event, TML_NODE_LIST);
    case FYET_MAPPING_START:
        return open_node(r, event, TML_NODE_MAP);
    case FYET_SEQUENCE_END:
    case FYET_MAPPING_END:
        return tml_node_close(&r->builder);
    case FYET_NONE:
    case FYET_STREAM_START:
    case FYET_STREAM_END:
    case FYET_DOCUMENT_END:
        break;
    }
    return true;
}

/* ---- diagnostics ---- */

/* Plainer words for messages of libfyaml that a user would not understand. */
static const char *plainer(const char *text)
{
    static const char *const words[][2] = {
        {"invalid multiline plain key",
         "a value continues on the next line, which looks like a key: check the indentation"},
        {"invalid value after mapping", "a key without a value, or a line that is indented wrongly"},
        {"did not find expected node content", "a value is missing here, or begins with a mark that needs quotes"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i][0]) == 0)
            return words[i][1];
    return text;
}

static bool report(const reader *r, struct fy_diag *diag)
{
    void *iterator = NULL;
    const struct fy_diag_error *error;
    bool any = false;
    while ((error = fy_diag_errors_iterate(diag, &iterator))) {
        if (error->type < FYET_ERROR)
            continue;
        any = true;
        tml_log_raise(r->builder.log, TML_E_YAML_SYNTAX,
                      (tml_place){.file = r->builder.file, .line = error->line, .column = error->column}, "%s",
                      plainer(error->msg));
    }
    return any;
}

static bool read_events(reader *r)
{
    bool good = true;
    while (good && (r->event = fy_parser_parse(r->parser))) {
        good = take_event(r, r->event);
        fy_parser_event_free(r->parser, r->event);
        r->event = NULL;
    }
    if (!good)
        return false;
    if (report(r, r->diag))
        return false;
    if (fy_parser_get_stream_error(r->parser))
        return fail(r, TML_E_YAML_SYNTAX, r->builder.last, "this is not YAML");
    if (!r->builder.root || (r->builder.root->kind == TML_NODE_SCALAR && !r->builder.root->text[0]))
        return fail(r, TML_E_EMPTY_FILE, (tml_place){.file = r->builder.file, .line = 1, .column = 1},
                    "the file is empty");
    return true;
}

static void discard(struct fy_diag *diag, void *user, const char *text, size_t length)
{
    (void)diag, (void)user, (void)text, (void)length;
}

static struct fy_diag *make_diag(void)
{
    struct fy_diag_cfg config;
    fy_diag_cfg_default(&config);
    config.fp = NULL;
    config.output_fn = discard;
    config.level = FYET_ERROR;
    config.colorize = false;
    struct fy_diag *diag = fy_diag_create(&config);
    if (diag)
        fy_diag_set_collect_errors(diag, true);
    return diag;
}

/* Releases libfyaml's own memory also if ours runs out. */
static void destroy(void *object)
{
    reader *r = object;
    if (r->parser)
        fy_parser_event_free(r->parser, r->event);
    fy_parser_destroy(r->parser);
    fy_diag_destroy(r->diag);
}

const tml_node *tml_node_parse(tml_arena *arena, const char *text, size_t length, const char *name, tml_log *log)
{
    reader *r = TML_NEW(arena, reader);
    r->builder = (tml_node_builder){.arena = arena, .log = log, .source = text, .names = {.arena = arena}};
    r->builder.file = tml_arena_text(arena, name, strlen(name));
    r->builder.last = (tml_place){.file = r->builder.file, .line = 1, .column = 1};
    if (!tml_utf8_check(text, length, r->builder.file, log))
        return NULL;

    tml_arena *part = tml_arena_part(arena);
    tml_arena_at_end(part, destroy, r);
    r->diag = make_diag();
    const struct fy_parse_cfg config = {
        .flags = FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE | FYPCF_SLOPPY_FLOW_INDENTATION |
                 FYPCF_DISABLE_DEPTH_LIMIT, /* ours is lower */
        .diag = r->diag,
    };
    r->parser = r->diag ? fy_parser_create(&config) : NULL;
    const bool lost = !r->parser;
    const bool good = !lost && fy_parser_set_string(r->parser, text, length) == 0 && read_events(r);
    tml_arena_free(part);
    if (lost)
        tml_arena_give_up(arena);
    return good ? r->builder.root : NULL;
}
