/* scope.h - what a name means where it stands: first in the use of a part that the text belongs to, then outward to the file.
 *
 *   knee.angle   in leg3   the joint leg3.knee, if there is one; else the joint knee of the file
 *
 * Names of elements may hold dots: of `leg3.knee.angle` the longest beginning that is the name of an element counts.
 */
#pragma once
#include "model/model.h"

/* The nearest use of a part around a text: whose frame its coordinates are in; NULL: that of the file, the ground. */
const tml_use *tml_use_of_part(const tml_use *use);
/* The name without that of the use it stands in: knee of leg3.knee. */
const char *tml_use_local(const tml_use *use, const char *name);

/* The name of an element as a text of a use writes it: without that of the use, or of one around it. */
const char *tml_use_seen(const tml_use *use, const char *name);

/* The value of a name in a table of names, looked up from a use outward; -1: none. */
int tml_scope_find(const tml_names *names, const char *name, const tml_use *use);

/* An element that a text names, alone or with what follows behind a dot. */
typedef struct {
    int index;            /* among all elements (tml_model.names); -1: there is none */
    const char *name;     /* in the text, before the rest */
    size_t length;        /* of it */
    const char *rest;     /* behind it and a dot; NULL: nothing follows */
    const char *point;    /* the point that a port was given; NULL: none */
    const tml_use *given; /* where that is looked up */
    const tml_use *use;   /* where it was found */
} tml_named_element;
tml_named_element tml_scope_element(const tml_model *model, const char *text, const tml_use *use);
/* The point of a body that it names, and where that is looked up, starting from where the text stands; NULL: the body alone. */
const char *tml_named_point(const tml_named_element *e, const tml_use **use);
/* A channel of the body that it names, without the body; of a port that is a point, channels of points are those of that point. */
const char *tml_named_channel(const tml_named_element *e, bool space, tml_arena *arena, const tml_use **use);

/* The full name of a channel as the file itself would write it; the text itself where it names nothing of a use. */
const char *tml_scope_channel(const tml_resolved *r, const char *text, const tml_use *use, tml_arena *arena);

/* A parameter: its index; TML_INDEX: it is the index of a repetition, whose number is given; -1: there is none. */
enum { TML_INDEX = -2 };
int tml_scope_parameter(const tml_model *model, const char *name, const tml_use *use, int *number);
