/* parcel.c - a row is: its point (8 bytes), the length of the reason with its 0 (8; 0: none), the answers (8 each), the reason. */
#include "mpi/parcel.h"
#include <stdlib.h>
#include <string.h>

static bool make_room(mpi_parcel *p, size_t bytes)
{
    if (p->length + bytes <= p->capacity)
        return true;
    const size_t capacity = 2 * (p->length + bytes);
    char *grown = realloc(p->bytes, capacity);
    if (grown)
        p->bytes = grown, p->capacity = capacity;
    return grown != NULL;
}

static void put(mpi_parcel *p, const void *bytes, size_t length)
{
    if (length)
        memcpy(p->bytes + p->length, bytes, length);
    p->length += length;
}

bool mpi_parcel_add(mpi_parcel *p, uint64_t point, const double *answers, size_t count, const char *reason)
{
    const uint64_t text = reason ? strlen(reason) + 1 : 0;
    if (!make_room(p, 2 * sizeof point + count * sizeof *answers + text))
        return false;
    put(p, &point, sizeof point);
    put(p, &text, sizeof text);
    put(p, answers, count * sizeof *answers);
    put(p, reason, text);
    return true;
}

bool mpi_parcel_open(const char *bytes, size_t length, size_t count, tml_study_rows *rows)
{
    double *answers = malloc((count + 1) * sizeof *answers);
    bool good = answers != NULL;
    for (size_t at = 0; good && at < length;) {
        uint64_t point, text;
        const size_t head = 2 * sizeof point + count * sizeof *answers;
        if (length - at < head)
            good = false;
        else {
            memcpy(&point, bytes + at, sizeof point);
            memcpy(&text, bytes + at + sizeof point, sizeof text);
            memcpy(answers, bytes + at + 2 * sizeof point, count * sizeof *answers);
            const char *reason = text ? bytes + at + head : NULL;
            good = text <= length - at - head && (!text || reason[text - 1] == 0) &&
                   tml_study_rows_put(rows, point, answers, reason) == TML_OK;
            at += head + text;
        }
    }
    free(answers);
    return good;
}
