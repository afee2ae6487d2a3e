/* layout_flow.c - {a: 1, b: [2, 3]}: one blank behind commas and colons, none inside of brackets, lines where they were.
 *
 * A line that begins within brackets starts behind the innermost of them. Round brackets are those of expressions: what is in them stays.
 */
#include "model/layout.h"
#include <string.h>

typedef enum { AFTER_NOTHING, AFTER_OPEN, AFTER_SIGN, AFTER_TEXT, AFTER_QUOTED, AFTER_CLOSE } last_piece;

static bool is_mark(char c)
{
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

static int column(const tml_layout *l)
{
    const tml_layout_line *line = &l->lines[l->count - 1];
    return line->indent + (int)(l->out.length - line->begin);
}

static void put_blank(tml_layout *l, bool wanted)
{
    if (wanted && l->out.length > l->lines[l->count - 1].begin)
        tml_layout_put(l, " ", 1);
}

/* A text that is neither quoted nor in brackets ends at a mark, a colon with a blank behind it, a comment, or with its line. */
static void read_plain(tml_layout *l)
{
    const char *begin = l->at;
    int open = 0;
    for (; l->at < l->end && *l->at != '\n'; l->at++) {
        const char c = *l->at, next = tml_layout_peek(l, 1);
        if (c == '#' && l->at > begin && tml_layout_is_blank(l->at[-1]))
            break;
        open += (c == '(') - (c == ')');
        if (open > 0)
            continue;
        if (is_mark(c) || (c == ':' && (tml_layout_is_blank(next) || next == '\n' || is_mark(next))))
            break;
    }
    const char *end = l->at;
    while (end > begin && tml_layout_is_blank(end[-1]))
        end--;
    tml_layout_put(l, begin, (size_t)(end - begin));
}

static void open_bracket(tml_layout *l)
{
    tml_layout_put(l, l->at++, 1);
    l->failed = l->failed || l->open == TML_LAYOUT_DEPTH;
    if (!l->failed)
        l->brackets[l->open++] = column(l);
}

/* The next line, past empty ones. */
static void break_line(tml_layout *l)
{
    tml_layout_end_line(l);
    while (l->at < l->end && (*l->at == '\n' || tml_layout_is_blank(*l->at)))
        l->at++;
    tml_layout_start_line(l, l->brackets[l->open - 1]);
}

static last_piece read_piece(tml_layout *l, last_piece last, bool blank)
{
    const char c = *l->at, next = tml_layout_peek(l, 1);
    if (c == ']' || c == '}') {
        l->open--;
        tml_layout_put(l, l->at++, 1);
        return AFTER_CLOSE;
    }
    const bool colon = c == ':' && (tml_layout_is_blank(next) || next == '\n' || is_mark(next) || last == AFTER_QUOTED);
    if (c == ',' || colon) {
        tml_layout_put(l, l->at++, 1);
        return AFTER_SIGN;
    }
    put_blank(l, last == AFTER_SIGN || (blank && last >= AFTER_TEXT));
    if (c == '{' || c == '[') {
        open_bracket(l);
        return AFTER_OPEN;
    }
    if (c == '"' || c == '\'') {
        tml_layout_read_quoted(l);
        return AFTER_QUOTED;
    }
    read_plain(l);
    return AFTER_TEXT;
}

void tml_layout_read_flow(tml_layout *l)
{
    last_piece last = AFTER_NOTHING;
    do {
        const char *before = l->at;
        tml_layout_skip_blanks(l);
        const bool blank = l->at > before;
        if (l->at < l->end && *l->at == '#' && (blank || last == AFTER_NOTHING))
            tml_layout_read_comment(l);
        if (l->at >= l->end)
            return;
        if (*l->at == '\n') {
            break_line(l);
            last = last == AFTER_TEXT || last == AFTER_QUOTED ? AFTER_TEXT : AFTER_NOTHING;
        } else
            last = read_piece(l, last, blank);
    } while (l->open > 0 && !l->failed);
}
