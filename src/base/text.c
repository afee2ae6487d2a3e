/* text.c - a growing string, doubling its capacity; after a failure it is not changed any more. */
#include "base/text.h"
#include "base/arena.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ensures room for `more` characters and the final 0. */
static bool make_room(tml_text *text, size_t more)
{
    if (text->failed || more >= PTRDIFF_MAX - text->length)
        return !(text->failed = true);
    size_t need = text->length + more + 1;
    if (need <= text->capacity)
        return true;
    size_t capacity = text->capacity ? 2 * text->capacity : 256;
    if (capacity < need)
        capacity = need;
    char *data = tml_allocate(capacity);
    if (!data)
        return !(text->failed = true);
    if (text->data)
        memcpy(data, text->data, text->length + 1);
    tml_release(text->data);
    text->data = data;
    text->capacity = capacity;
    return true;
}

void tml_text_put(tml_text *text, const char *bytes, size_t length)
{
    if (!make_room(text, length))
        return;
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = 0;
}

void tml_text_add(tml_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text->failed = true;
        return;
    }
    if (!make_room(text, (size_t)length))
        return;
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

char *tml_text_format(const char *format, va_list arguments, size_t extra)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : tml_allocate((size_t)length + 1 + extra);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

void tml_text_free(tml_text *text)
{
    tml_release(text->data);
    *text = (tml_text){0};
}

char *tml_text_detach(tml_text *text)
{
    char *copy = text->failed || !text->data ? NULL : malloc(text->length + 1);
    if (copy)
        memcpy(copy, text->data, text->length + 1);
    tml_text_free(text);
    return copy;
}
