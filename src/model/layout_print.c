/* layout_print.c - lines as text: values in brackets and comments of neighbouring lines begin at one column. */
#include "model/layout.h"

enum { FARTHEST_VALUE = 24, FARTHEST_COMMENT = 100 };

static size_t width_of(const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

static bool aligns_value(const tml_layout_line *line)
{
    return line->value > 0 && line->indent > 0;
}

/* Lines from i on that go together: their values, at one indentation. */
static int group_of_values(const tml_layout *l, int i)
{
    int end = i;
    while (end < l->count && aligns_value(&l->lines[end]) && l->lines[end].indent == l->lines[i].indent)
        end++;
    return end;
}

/* Blanks before the value of each line. */
static void align_values(const tml_layout *l, int *pads)
{
    for (int i = 0, end; i<l->count; i = end> i ? end : i + 1) {
        size_t widest = 0;
        end = group_of_values(l, i);
        for (int k = i; k < end; k++) {
            const size_t width = width_of(l->out.data + l->lines[k].begin, l->lines[k].value);
            widest = width > widest ? width : widest;
        }
        for (int k = i; k < end && widest <= FARTHEST_VALUE; k++)
            pads[k] = (int)(widest - width_of(l->out.data + l->lines[k].begin, l->lines[k].value));
    }
}

static bool has_both(const tml_layout_line *line)
{
    return line->comment && line->end > line->begin;
}

static int width_of_line(const tml_layout *l, int i, const int *pads)
{
    const tml_layout_line *line = &l->lines[i];
    return line->indent + pads[i] + (int)width_of(l->out.data + line->begin, line->end - line->begin);
}

/* The column of the comment behind each line. */
static void align_comments(const tml_layout *l, const int *pads, int *columns)
{
    for (int i = 0, end; i < l->count; i = end) {
        int farthest = 0;
        for (end = i; end < l->count && has_both(&l->lines[end]); end++) {
            const int width = width_of_line(l, end, pads);
            farthest = width > farthest ? width : farthest;
        }
        for (int k = i; k < end; k++)
            columns[k] = (farthest <= FARTHEST_COMMENT ? farthest : width_of_line(l, k, pads)) + 2;
        end += end == i;
    }
}

static void put_blanks(tml_text *text, int count)
{
    for (int i = 0; i < count; i++)
        tml_text_put(text, " ", 1);
}

static void print_line(const tml_layout *l, int i, int pad, int column, tml_text *text)
{
    const tml_layout_line *line = &l->lines[i];
    const char *begin = l->out.data + line->begin;
    const size_t length = line->end - line->begin;
    if (length > 0 || line->comment)
        put_blanks(text, line->indent);
    if (length > 0) {
        tml_text_put(text, begin, pad > 0 ? line->value : length);
        put_blanks(text, pad);
        if (pad > 0)
            tml_text_put(text, begin + line->value, length - line->value);
    }
    if (has_both(line))
        put_blanks(text, column - line->indent - pad - (int)width_of(begin, length));
    if (line->comment)
        tml_text_put(text, line->comment, line->comment_length);
    tml_text_put(text, "\n", 1);
}

void tml_layout_print(const tml_layout *l, tml_text *text)
{
    int *pads = TML_NEW_ARRAY(l->arena, int, l->count), *columns = TML_NEW_ARRAY(l->arena, int, l->count);
    int count = l->count;
    while (count > 0 && l->lines[count - 1].end == l->lines[count - 1].begin && !l->lines[count - 1].comment)
        count--; /* no empty lines at the end */
    align_values(l, pads);
    align_comments(l, pads, columns);
    for (int i = 0; i < count; i++)
        print_line(l, i, pads[i], columns[i], text);
}
