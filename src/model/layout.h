/* layout.h - a model file laid out: indentation, blanks and alignment by rule, all else as it was written.
 *
 * Blocks are indented by two blanks a level. In {..} and [..] there is one blank behind a comma and a colon, and none inside of the
 * brackets. Values {..} and [..] of neighbouring lines are aligned, and so are comments behind them. There is at most one empty line in a
 * row. Texts, expressions in brackets, quotes and line ends stay.
 */
#pragma once
#include "base/arena.h"
#include "base/text.h"

/* A line of the result. */
typedef struct {
    int indent;
    size_t begin, end;   /* of its text in `out` */
    size_t value;        /* of `key: {..}`: where the value begins, from `begin`; 0: it is not to be aligned */
    const char *comment; /* in the source, from # on; NULL: none */
    size_t comment_length;
} tml_layout_line;

typedef struct {
    int from, to; /* indentation as written, and of the result */
    bool list;    /* of items `- ` */
} tml_layout_level;

enum { TML_LAYOUT_DEPTH = 128 };
typedef struct {
    tml_arena *arena;
    const char *at, *end; /* what is left of the source */
    tml_text out;
    tml_layout_line *lines; /* (count) the last one is being written */
    int count, capacity;
    tml_layout_level levels[TML_LAYOUT_DEPTH];
    int depth;
    int brackets[TML_LAYOUT_DEPTH]; /* columns behind the brackets that are open */
    int open;
    bool failed; /* nested too deeply */
} tml_layout;

/* The source as lines. */
void tml_layout_read(tml_layout *l);
/* {..} or [..], over as many lines as it takes. */
void tml_layout_read_flow(tml_layout *l);
/* The lines as text, aligned. */
void tml_layout_print(const tml_layout *l, tml_text *text);

/* ---- pieces ---- */

tml_layout_line *tml_layout_start_line(tml_layout *l, int indent);
/* No blanks at the end of the line. */
void tml_layout_end_line(tml_layout *l);
void tml_layout_put(tml_layout *l, const char *text, size_t length);
void tml_layout_skip_blanks(tml_layout *l);
/* A comment becomes that of the line; false: there is none. */
bool tml_layout_read_comment(tml_layout *l);
/* 'text' or "text", as it is. */
void tml_layout_read_quoted(tml_layout *l);
static inline bool tml_layout_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}
/* The character at an offset from `at`; a line end behind the last one. */
static inline char tml_layout_peek(const tml_layout *l, int offset)
{
    return l->at + offset < l->end ? l->at[offset] : '\n';
}
