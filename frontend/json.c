/* json.c - JSON that the front ends write; strings by jansson. */
#include "frontend/json.h"
#include <jansson.h>
#include <math.h>
#include <string.h>

static const char REPLACEMENT[] = "\xef\xbf\xbd"; /* U+FFFD */

static json_t *replace_bytes(const char *text, size_t length)
{
    char *copy = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&copy, &size);
    for (size_t i = 0; to && i < length; i++)
        if ((unsigned char)text[i] < 0x80)
            fputc(text[i], to);
        else
            fputs(REPLACEMENT, to);
    json_t *string = to && fclose(to) == 0 ? json_stringn(copy, size) : NULL;
    free(copy);
    return string;
}

void fe_put_json_part(FILE *to, const char *text, size_t length)
{
    json_t *string = json_stringn(text, length);
    if (!string)
        string = replace_bytes(text, length);
    if (!string || json_dumpf(string, to, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) != 0)
        fputs("\"\"", to);
    json_decref(string);
}

void fe_put_json(FILE *to, const char *text)
{
    fe_put_json_part(to, text, strlen(text));
}

void fe_put_json_number(FILE *to, double number)
{
    if (isfinite(number))
        fprintf(to, "%.17g", number);
    else
        fputs("null", to);
}
