/* layout.c - the blocks of a file, line by line: each level is indented by two blanks, whatever it was. */
#include "model/layout.h"
#include <string.h>

/* ---- lines ---- */

tml_layout_line *tml_layout_start_line(tml_layout *l, int indent)
{
    if (l->count == l->capacity) {
        tml_layout_line *old = l->lines;
        l->capacity = 2 * l->capacity + 64;
        l->lines = TML_NEW_ARRAY(l->arena, tml_layout_line, l->capacity);
        if (l->count > 0)
            memcpy(l->lines, old, (size_t)l->count * sizeof *old);
    }
    l->lines[l->count] = (tml_layout_line){.indent = indent, .begin = l->out.length, .end = l->out.length};
    return &l->lines[l->count++];
}

void tml_layout_put(tml_layout *l, const char *text, size_t length)
{
    tml_text_put(&l->out, text, length);
    if (l->out.failed)
        tml_arena_give_up(l->arena);
}

void tml_layout_end_line(tml_layout *l)
{
    tml_layout_line *line = &l->lines[l->count - 1];
    line->end = l->out.length;
    while (line->end > line->begin && tml_layout_is_blank(l->out.data[line->end - 1]))
        line->end--;
}

void tml_layout_skip_blanks(tml_layout *l)
{
    while (l->at < l->end && tml_layout_is_blank(*l->at))
        l->at++;
}

static size_t rest_of_line(const tml_layout *l)
{
    const char *stop = memchr(l->at, '\n', (size_t)(l->end - l->at));
    size_t length = (size_t)((stop ? stop : l->end) - l->at);
    while (length > 0 && tml_layout_is_blank(l->at[length - 1]))
        length--;
    return length;
}

static void skip_line(tml_layout *l)
{
    const char *stop = l->at < l->end ? memchr(l->at, '\n', (size_t)(l->end - l->at)) : NULL;
    l->at = stop ? stop + 1 : l->end;
}

bool tml_layout_read_comment(tml_layout *l)
{
    if (tml_layout_peek(l, 0) != '#')
        return false;
    tml_layout_line *line = &l->lines[l->count - 1];
    line->comment = l->at;
    line->comment_length = rest_of_line(l);
    while (l->at < l->end && *l->at != '\n')
        l->at++;
    return true;
}

/* A line of a text over several lines, with all that is in it. */
static void copy_line(tml_layout *l, int indent)
{
    tml_layout_start_line(l, indent);
    tml_layout_put(l, l->at, rest_of_line(l));
    tml_layout_end_line(l);
    skip_line(l);
}

void tml_layout_read_quoted(tml_layout *l)
{
    const char quote = *l->at, *begin = l->at++;
    while (l->at < l->end && *l->at != quote)
        l->at += *l->at == '\\' && quote == '"' && l->at + 1 < l->end ? 2 : 1;
    l->at += l->at < l->end;
    if (tml_layout_peek(l, 0) == quote && quote == '\'' && l->at < l->end) { /* '' is a quote inside */
        tml_layout_put(l, begin, (size_t)(l->at - begin));
        tml_layout_read_quoted(l);
        return;
    }
    tml_layout_put(l, begin, (size_t)(l->at - begin));
}

/* ---- levels ---- */

static void push_level(tml_layout *l, int from, int to, bool list)
{
    l->failed = l->failed || l->depth == TML_LAYOUT_DEPTH;
    if (!l->failed)
        l->levels[l->depth++] = (tml_layout_level){from, to, list};
}

/* The indentation of what stands at a column: as others of its level, or two more than the level around it. */
static int indent_of(tml_layout *l, int from, bool item)
{
    const tml_layout_level *top = NULL;
    while (l->depth > 0) {
        top = &l->levels[l->depth - 1];
        if (top->from < from || (top->from == from && (!top->list || item)))
            break;
        l->depth--;
        top = NULL;
    }
    if (!top || top->from < from || (item && !top->list))
        push_level(l, from, top ? top->to + 2 : 0, item);
    return l->depth > 0 ? l->levels[l->depth - 1].to : 0;
}

/* A comment on a line of its own belongs to a level that is open, else to what follows it: -1. */
static int indent_of_comment(const tml_layout *l, int from)
{
    for (int i = l->depth - 1; i >= 0; i--)
        if (l->levels[i].from == from)
            return l->levels[i].to;
    return -1;
}

/* ---- what a line holds ---- */

/* Length of the key at `at` without its colon; 0: there is none. */
static size_t key_length(const tml_layout *l)
{
    const size_t length = rest_of_line(l);
    const char *s = l->at;
    size_t i = 0;
    if (length == 0 || strchr("{[#|>", s[0]))
        return 0;
    if (s[0] == '"' || s[0] == '\'') {
        for (i = 1; i < length && s[i] != s[0]; i++)
            i += s[i] == '\\' && s[0] == '"';
        for (i++; i < length && tml_layout_is_blank(s[i]);)
            i++;
        return i < length && s[i] == ':' && (i + 1 == length || tml_layout_is_blank(s[i + 1])) ? i : 0;
    }
    for (; i < length; i++) {
        if (s[i] == '#' && i > 0 && tml_layout_is_blank(s[i - 1]))
            return 0;
        if (s[i] == ':' && (i + 1 == length || tml_layout_is_blank(s[i + 1])))
            return i;
    }
    return 0;
}

static bool is_item(const tml_layout *l)
{
    const char next = tml_layout_peek(l, 1);
    return tml_layout_peek(l, 0) == '-' && (tml_layout_is_blank(next) || next == '\n');
}

/* A text up to a comment or the end of its line. */
static void read_plain(tml_layout *l)
{
    const char *begin = l->at;
    while (l->at < l->end && *l->at != '\n' && !(*l->at == '#' && l->at > begin && tml_layout_is_blank(l->at[-1])))
        l->at++;
    tml_layout_put(l, begin, (size_t)(l->at - begin));
}

/* The lines below `key: |`, with what they are indented by beyond the first. */
static void read_block_text(tml_layout *l, int around, int indent)
{
    int first = -1;
    while (l->at < l->end) {
        int blanks = 0;
        while (tml_layout_peek(l, blanks) == ' ')
            blanks++;
        const bool empty = tml_layout_peek(l, blanks) == '\n' || tml_layout_peek(l, blanks) == '\r';
        if (!empty && blanks <= around)
            return;
        first = first < 0 && !empty ? blanks : first;
        l->at += first >= 0 && blanks > first ? first : blanks;
        const char *stop = memchr(l->at, '\n', (size_t)(l->end - l->at));
        const size_t length = (size_t)((stop ? stop : l->end) - l->at);
        tml_layout_start_line(l, empty ? 0 : indent);
        tml_layout_put(l, l->at, empty ? 0 : length - (length > 0 && l->at[length - 1] == '\r'));
        l->lines[l->count - 1].end = l->out.length; /* blanks at its end are part of the text */
        skip_line(l);
    }
}

/* &anchor and !tag before a value. */
static void read_properties(tml_layout *l)
{
    while (tml_layout_peek(l, 0) == '&' || tml_layout_peek(l, 0) == '!') {
        while (l->at < l->end && *l->at != '\n' && !tml_layout_is_blank(*l->at))
            tml_layout_put(l, l->at++, 1);
        tml_layout_skip_blanks(l);
        if (tml_layout_peek(l, 0) != '\n')
            tml_layout_put(l, " ", 1);
    }
}

/* What stands behind a key or a dash; `around` is the column of the block it belongs to. */
static void read_value(tml_layout *l, int around, int indent)
{
    read_properties(l);
    const char c = tml_layout_peek(l, 0);
    if (c == '{' || c == '[') {
        const int line = l->count - 1;
        const size_t begin = l->out.length - l->lines[line].begin;
        tml_layout_read_flow(l);
        if (l->count - 1 == line)
            l->lines[line].value = begin;
    } else if (c == '"' || c == '\'')
        tml_layout_read_quoted(l);
    else if (c != '#')
        read_plain(l);
    tml_layout_skip_blanks(l);
    tml_layout_read_comment(l);
    tml_layout_end_line(l);
    skip_line(l);
    if (c == '|' || c == '>')
        read_block_text(l, around, indent);
}

/* A line of a block: items, a key, a value. */
static void read_content(tml_layout *l, int from)
{
    const char *begin = l->at - from;
    int around = from, indent = indent_of(l, from, is_item(l));
    bool items = false;
    tml_layout_start_line(l, indent);
    while (is_item(l)) {
        items = true;
        l->at++;
        tml_layout_skip_blanks(l);
        tml_layout_put(l, "- ", 2);
        indent += 2;
        if (tml_layout_peek(l, 0) != '\n' && (is_item(l) || key_length(l) > 0)) {
            around = (int)(l->at - begin);
            push_level(l, around, indent, is_item(l));
        }
    }
    const size_t key = key_length(l);
    size_t length = key;
    while (length > 0 && tml_layout_is_blank(l->at[length - 1]))
        length--;
    tml_layout_put(l, l->at, length);
    if (key > 0) {
        tml_layout_put(l, ": ", 2);
        l->at += key + 1;
        tml_layout_skip_blanks(l);
    }
    const int line = l->count - 1;
    read_value(l, around, indent + 2);
    if (items || key == 0)
        l->lines[line].value = 0;
}

static void read_comment_line(tml_layout *l, int from)
{
    tml_layout_start_line(l, indent_of_comment(l, from));
    tml_layout_read_comment(l);
    skip_line(l);
}

void tml_layout_read(tml_layout *l)
{
    int waiting = -1; /* the first comment without an indentation */
    while (l->at < l->end && !l->failed) {
        const char *begin = l->at;
        tml_layout_skip_blanks(l);
        const int from = (int)(l->at - begin);
        const char c = tml_layout_peek(l, 0);
        if (c == '\n') {
            const tml_layout_line *last = l->count > 0 ? &l->lines[l->count - 1] : NULL;
            if (last && (last->end > last->begin || last->comment))
                tml_layout_start_line(l, 0);
            skip_line(l);
        } else if (c == '#') {
            read_comment_line(l, from);
            if (waiting < 0 && l->lines[l->count - 1].indent < 0)
                waiting = l->count - 1;
        } else if (from == 0 && (strncmp(l->at, "---", 3) == 0 || strncmp(l->at, "...", 3) == 0 || c == '%')) {
            l->depth = 0;
            copy_line(l, 0);
        } else {
            const int line = l->count;
            read_content(l, from);
            for (int i = waiting; i >= 0 && i < line; i++)
                if (l->lines[i].indent < 0)
                    l->lines[i].indent = l->lines[line].indent;
            waiting = -1;
        }
    }
    for (int i = waiting; i >= 0 && i < l->count; i++)
        if (l->lines[i].indent < 0)
            l->lines[i].indent = 0;
}
