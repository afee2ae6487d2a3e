/* option_text.c - blanks, numbers and units. */
#include "optimize/option_text.h"
#include <stdlib.h>
#include <string.h>

const char *tml_trimmed(tml_arena *arena, const char *text, size_t length)
{
    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    return tml_arena_text(arena, text, length);
}

bool tml_quantity_read(const char *text, double *value, tml_unit *unit)
{
    char *end;
    tml_unit found = {0};
    *value = strtod(text, &end);
    if (end == text)
        return false;
    end += strspn(end, " ");
    if (*end) {
        if (tml_unit_read(end, strlen(end), &found) != strlen(end))
            return false;
        *value = tml_unit_value(found, *value);
    }
    if (unit)
        *unit = found;
    return true;
}
