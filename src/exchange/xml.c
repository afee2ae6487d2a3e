/* xml.c - XML read by Expat. Document types, and with them entities of their own, are refused: nothing is fetched or expanded. */
#include "exchange/xml.h"
#include "base/text.h"
#include <expat.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { MAX_DEPTH = 200 };

typedef struct {
    XML_Parser parser;
    tml_arena *arena;
    const char *file;
    tml_xml *root, *at;
    tml_text text; /* of the element that is open */
    int depth;
    const char *wrong; /* what is refused; NULL: nothing */
} reading;

static void refuse(reading *r, const char *why)
{
    r->wrong = why;
    XML_StopParser(r->parser, XML_FALSE);
}

static const char *const *copy_attributes(reading *r, const char **given)
{
    size_t count = 0;
    while (given[count])
        count++;
    const char **own = TML_NEW_ARRAY(r->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        own[i] = tml_arena_text(r->arena, given[i], strlen(given[i]));
    return own;
}

static void begin_element(void *context, const char *name, const char **attributes)
{
    reading *r = context;
    tml_xml *x = TML_NEW(r->arena, tml_xml);
    *x = (tml_xml){.name = tml_arena_text(r->arena, name, strlen(name)), .parent = r->at, .text = ""};
    x->place = (tml_place){.file = r->file,
                           .line = (int)XML_GetCurrentLineNumber(r->parser),
                           .column = (int)XML_GetCurrentColumnNumber(r->parser) + 1};
    x->attributes = copy_attributes(r, attributes);
    if (!r->at)
        r->root = x;
    else if (r->at->last)
        r->at->last->next = x, r->at->last = x;
    else
        r->at->first = r->at->last = x;
    r->at = x;
    r->text.length = 0;
    if (++r->depth > MAX_DEPTH)
        refuse(r, "elements lie in each other too deep");
}

static void end_element(void *context, const char *name)
{
    reading *r = context;
    (void)name;
    const char *from = r->text.data ? r->text.data : "";
    size_t length = r->text.length;
    while (length && strchr(" \t\r\n", *from))
        from++, length--;
    while (length && strchr(" \t\r\n", from[length - 1]))
        length--;
    r->at->text = tml_arena_text(r->arena, from, length);
    r->text.length = 0;
    r->at = r->at->parent;
    r->depth--;
}

static void take_text(void *context, const char *text, int length)
{
    reading *r = context;
    tml_text_put(&r->text, text, (size_t)length);
}

static void begin_document_type(void *context, const char *name, const char *system, const char *public, int internal)
{
    (void)name, (void)system, (void)public;
    if (internal)
        refuse(context, "a document type with declarations of its own is not read");
}

static void end_parser(void *parser)
{
    XML_ParserFree(parser);
}

static void end_text(void *text)
{
    tml_text_free(text);
}

tml_xml *tml_xml_read(const char *text, size_t length, const char *name, tml_arena *arena, tml_log *log)
{
    reading *r = TML_NEW(arena, reading);
    *r = (reading){.parser = XML_ParserCreate(NULL), .arena = arena};
    r->file = tml_arena_text(arena, name, strlen(name));
    if (!r->parser)
        tml_arena_give_up(arena);
    tml_arena_at_end(arena, end_parser, r->parser);
    tml_arena_at_end(arena, end_text, &r->text);
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r->parser, take_text);
    XML_SetStartDoctypeDeclHandler(r->parser, begin_document_type);
    enum XML_Status status = length > INT_MAX ? XML_STATUS_ERROR : XML_Parse(r->parser, text, (int)length, 1);
    if (r->text.failed || XML_GetErrorCode(r->parser) == XML_ERROR_NO_MEMORY)
        tml_arena_give_up(arena);
    if (status == XML_STATUS_OK && !r->wrong)
        return r->root;
    const tml_place place = {.file = r->file,
                             .line = (int)XML_GetCurrentLineNumber(r->parser),
                             .column = (int)XML_GetCurrentColumnNumber(r->parser) + 1};
    tml_log_raise(log, TML_E_NOT_XML, place, "this is no XML that can be read: %s",
                  r->wrong ? r->wrong : XML_ErrorString(XML_GetErrorCode(r->parser)));
    return NULL;
}

static tml_xml *of_name(tml_xml *x, const char *name)
{
    while (x && strcmp(x->name, name) != 0)
        x = x->next;
    if (x)
        x->used = true;
    return x;
}

tml_xml *tml_xml_child(tml_xml *of, const char *name)
{
    return of ? of_name(of->first, name) : NULL;
}

tml_xml *tml_xml_next(tml_xml *after)
{
    return of_name(after->next, after->name);
}

void tml_xml_use(tml_xml *x)
{
    if (!x)
        return;
    x->used = true;
    for (tml_xml *c = x->first; c; c = c->next)
        tml_xml_use(c);
}

const char *tml_xml_get(const tml_xml *of, const char *attribute)
{
    for (const char *const *a = of ? of->attributes : NULL; a && a[0]; a += 2)
        if (strcmp(a[0], attribute) == 0)
            return a[1];
    return NULL;
}

int tml_xml_numbers(const char *text, double *numbers, int most)
{
    int count = 0;
    for (char *end; *(text += strspn(text, " \t\r\n,")); text = end, count++) {
        const double number = strtod(text, &end); /* with a decimal point: tml_plain_enter */
        if (end == text || count == most || !isfinite(number))
            return -1;
        numbers[count] = number;
    }
    return count;
}
