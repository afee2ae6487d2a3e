/* inflate.c - zlib's inflate, piece by piece into a text that grows: what a damaged file says of its size is not believed. */
#define ZLIB_CONST /* what is read is not changed */
#include "result/inflate.h"
#ifdef TML_LEAN /* in an FMU: nothing is read there (cmake/Fmu.cmake) */
bool tml_inflate(const char *bytes, size_t length, tml_deflate_form form, size_t most, tml_text *text)
{
    (void)bytes, (void)length, (void)form, (void)most, (void)text;
    return false;
}
#else
#include "base/library.h"
#include <stdint.h>
#include <zlib.h>

enum { PIECE = 1 << 16 };

#define ZLIB_FUNCTIONS(X) X(inflateInit2_) X(inflate) X(inflateEnd)

typedef struct {
    ZLIB_FUNCTIONS(TML_LIBRARY_MEMBER)
} zlib;

static bool find_functions(zlib *library)
{
    const tml_symbol symbols[] = {ZLIB_FUNCTIONS(TML_LIBRARY_SYMBOL)};
    return tml_library_find("libz.so.1", symbols, sizeof symbols / sizeof *symbols);
}

bool tml_inflate(const char *bytes, size_t length, tml_deflate_form form, size_t most, tml_text *text)
{
    zlib z;
    z_stream stream = {.next_in = (const Bytef *)bytes, .avail_in = (uInt)length};
    if (length > UINT32_MAX || !find_functions(&z) ||
        z.inflateInit2_(&stream, form == TML_DEFLATE_BARE ? -MAX_WBITS : MAX_WBITS, ZLIB_VERSION, sizeof stream) !=
            Z_OK)
        return false;
    char piece[PIECE];
    int state = Z_OK;
    while (state == Z_OK && !text->failed && text->length <= most) {
        stream.next_out = (Bytef *)piece;
        stream.avail_out = PIECE;
        state = z.inflate(&stream, Z_NO_FLUSH);
        if ((state == Z_OK || state == Z_STREAM_END) && stream.avail_out < PIECE)
            tml_text_put(text, piece, PIECE - stream.avail_out);
    }
    z.inflateEnd(&stream);
    return state == Z_STREAM_END && !text->failed && text->length <= most;
}
#endif
