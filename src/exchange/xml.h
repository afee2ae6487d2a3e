/* xml.h - an XML text as a tree of elements, each with its place. */
#pragma once
#include "base/arena.h"
#include "base/status.h"

typedef struct tml_xml {
    const char *name;
    tml_place place;
    const char *const *attributes; /* name, value, name, value, ..., NULL */
    const char *text;              /* between its tags, blanks at the ends left out; "" */
    struct tml_xml *parent, *next, *first, *last;
    bool used; /* what reads it has asked for it */
} tml_xml;

/* The root. NULL with a message: it is no XML. */
tml_xml *tml_xml_read(const char *text, size_t length, const char *name, tml_arena *arena, tml_log *log);

/* The first child of this name, the next of the same name; NULL: none. They count as used. */
tml_xml *tml_xml_child(tml_xml *of, const char *name);
tml_xml *tml_xml_next(tml_xml *after);
/* An element and all in it count as used; NULL: none. */
void tml_xml_use(tml_xml *x);
/* The value of an attribute; NULL: it has none. */
const char *tml_xml_get(const tml_xml *of, const char *attribute);
/* Reads so many numbers from text; how many there were, -1: something else stands there. */
int tml_xml_numbers(const char *text, double *numbers, int most);
