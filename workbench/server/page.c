/* page.c - finds files of the page, and unpacks them for those who cannot: RFC 1951, decoded by counting the codes of each length.
 *
 * Codes of one length are consecutive numbers, shorter ones first: so a code is known by its length and its place among those of
 * that length, and a table of counts and a list of symbols ordered by code decode it bit by bit.
 */
#include "workbench/server/page.h"
#include <stdint.h>
#include <string.h>

enum { MAX_BITS = 15, LITERALS = 288, DISTANCES = 30, GZIP_HEAD = 10, GZIP_TAIL = 8 };

typedef struct {
    const unsigned char *in;
    size_t in_length, next;
    uint32_t bits; /* read, not used yet */
    int bit_count;
    char *out;
    size_t out_length, done;
    bool failed;
} inflating;

typedef struct {
    short count[MAX_BITS + 1]; /* codes of each length */
    short symbols[LITERALS];   /* ordered by code */
} codes;

static int take_bits(inflating *s, int count)
{
    while (s->bit_count < count) {
        if (s->next == s->in_length) {
            s->failed = true;
            return 0;
        }
        s->bits |= (uint32_t)s->in[s->next++] << s->bit_count;
        s->bit_count += 8;
    }
    const int value = (int)(s->bits & ((1U << count) - 1));
    s->bits >>= count;
    s->bit_count -= count;
    return value;
}

static void put_byte(inflating *s, char byte)
{
    if (s->done == s->out_length)
        s->failed = true;
    else
        s->out[s->done++] = byte;
}

static void make_codes(codes *c, const short *lengths, int count)
{
    short first[MAX_BITS + 2] = {0};
    memset(c->count, 0, sizeof c->count);
    for (int i = 0; i < count; i++)
        c->count[lengths[i]]++;
    c->count[0] = 0;
    for (int i = 1; i <= MAX_BITS; i++)
        first[i + 1] = (short)(first[i] + c->count[i]);
    for (int i = 0; i < count; i++)
        if (lengths[i])
            c->symbols[first[lengths[i]]++] = (short)i;
}

static int take_symbol(inflating *s, const codes *c)
{
    int code = 0, first = 0, index = 0;
    for (int length = 1; length <= MAX_BITS && !s->failed; length++) {
        code |= take_bits(s, 1);
        if (code - first < c->count[length])
            return c->symbols[index + code - first];
        index += c->count[length];
        first = (first + c->count[length]) << 1;
        code <<= 1;
    }
    s->failed = true;
    return 0;
}

static void copy_back(inflating *s, int length, int distance)
{
    if ((size_t)distance > s->done)
        s->failed = true;
    for (int i = 0; i < length && !s->failed; i++)
        put_byte(s, s->out[s->done - (size_t)distance]);
}

static void take_block(inflating *s, const codes *literals, const codes *distances)
{
    static const short bases[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                  31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const short extras[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const short far_bases[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                      33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                      1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (!s->failed) {
        const int symbol = take_symbol(s, literals);
        if (symbol == 256)
            return;
        if (symbol < 256)
            put_byte(s, (char)symbol);
        else if (symbol > 285)
            s->failed = true;
        else {
            const int length = bases[symbol - 257] + take_bits(s, extras[symbol - 257]);
            const int far_symbol = take_symbol(s, distances);
            if (far_symbol >= DISTANCES)
                s->failed = true;
            else
                copy_back(s, length, far_bases[far_symbol] + take_bits(s, far_symbol < 4 ? 0 : far_symbol / 2 - 1));
        }
    }
}

static void take_fixed_block(inflating *s)
{
    codes literals, distances;
    short lengths[LITERALS];
    for (int i = 0; i < LITERALS; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_codes(&literals, lengths, LITERALS);
    for (int i = 0; i < DISTANCES; i++)
        lengths[i] = 5;
    make_codes(&distances, lengths, DISTANCES);
    take_block(s, &literals, &distances);
}

/* Lengths of codes, themselves in a code: 16 repeats the last, 17 and 18 are runs of zeros. */
static void take_lengths(inflating *s, const codes *c, short *lengths, int count)
{
    for (int i = 0; i < count && !s->failed;) {
        const int symbol = take_symbol(s, c);
        if (symbol < 16) {
            lengths[i++] = (short)symbol;
            continue;
        }
        int times = symbol == 16 ? 3 + take_bits(s, 2) : symbol == 17 ? 3 + take_bits(s, 3) : 11 + take_bits(s, 7);
        const short value = symbol == 16 && i > 0 ? lengths[i - 1] : 0;
        if ((symbol == 16 && i == 0) || i + times > count)
            s->failed = true;
        for (; times > 0 && !s->failed; times--)
            lengths[i++] = value;
    }
}

static void take_own_block(inflating *s)
{
    static const unsigned char order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    codes first, literals, distances;
    short lengths[LITERALS + 32] = {0};
    const int literal_count = take_bits(s, 5) + 257, distance_count = take_bits(s, 5) + 1, count = take_bits(s, 4) + 4;
    for (int i = 0; i < count; i++)
        lengths[order[i]] = (short)take_bits(s, 3);
    make_codes(&first, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    if (literal_count > 286 || distance_count > DISTANCES)
        s->failed = true;
    else
        take_lengths(s, &first, lengths, literal_count + distance_count);
    if (s->failed)
        return;
    make_codes(&literals, lengths, literal_count);
    make_codes(&distances, lengths + literal_count, distance_count);
    take_block(s, &literals, &distances);
}

static void take_plain_block(inflating *s)
{
    s->bits = 0;
    s->bit_count = 0;
    const int length = take_bits(s, 16);
    take_bits(s, 16); /* its complement */
    for (int i = 0; i < length && !s->failed; i++)
        put_byte(s, (char)take_bits(s, 8));
}

bool wb_page_unpack(const wb_page_file *file, char *to)
{
    inflating s = {.in = (const unsigned char *)file->data + GZIP_HEAD,
                   .in_length = file->length - GZIP_HEAD - GZIP_TAIL,
                   .out = to,
                   .out_length = file->size};
    bool last = false;
    while (!last && !s.failed) {
        last = take_bits(&s, 1);
        switch (take_bits(&s, 2)) {
        case 0:
            take_plain_block(&s);
            break;
        case 1:
            take_fixed_block(&s);
            break;
        case 2:
            take_own_block(&s);
            break;
        default:
            s.failed = true;
        }
    }
    return !s.failed && s.done == s.out_length;
}

const wb_page_file *wb_page_find(const char *path)
{
    for (int i = 0; i < wb_page_file_count; i++)
        if (strcmp(wb_page_files[i].path, path) == 0)
            return &wb_page_files[i];
    return NULL;
}
