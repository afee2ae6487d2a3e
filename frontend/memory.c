/* memory.c - a stream whose bytes are kept in memory. */
#include "frontend/memory.h"
#include <stdlib.h>

bool fe_memory_open(fe_memory *m)
{
    *m = (fe_memory){0};
    m->to = open_memstream(&m->data, &m->length);
    return m->to != NULL;
}

bool fe_memory_close(fe_memory *m)
{
    bool good = m->to && !ferror(m->to);
    if (m->to)
        good = fclose(m->to) == 0 && good;
    m->to = NULL;
    if (!good)
        fe_memory_free(m);
    return good;
}

void fe_memory_free(fe_memory *m)
{
    if (m->to)
        fclose(m->to);
    free(m->data);
    *m = (fe_memory){0};
}
