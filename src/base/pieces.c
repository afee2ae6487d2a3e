/* pieces.c - a list of places in memory, copied in its order. */
#include "base/pieces.h"

void tml_pieces_add(tml_pieces *p, void *at, size_t bytes)
{
    if (!at || bytes == 0)
        return;
    TML_GROW(p->arena, p->list, p->count, p->capacity);
    p->list[p->count].at = at;
    p->list[p->count].bytes = bytes;
    p->count++;
    p->bytes += bytes;
}

void tml_pieces_copy_out(const tml_pieces *p, char *bytes)
{
    for (int i = 0; i < p->count; bytes += p->list[i++].bytes)
        memcpy(bytes, p->list[i].at, p->list[i].bytes);
}

void tml_pieces_copy_in(const tml_pieces *p, const char *bytes)
{
    for (int i = 0; i < p->count; bytes += p->list[i++].bytes)
        memcpy(p->list[i].at, bytes, p->list[i].bytes);
}

unsigned long long tml_bytes_mark(const void *bytes, size_t length, unsigned long long begin)
{
    const unsigned char *at = bytes;
    unsigned long long mark = begin ^ 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        mark = (mark ^ at[i]) * 0x100000001b3u;
    return mark;
}
