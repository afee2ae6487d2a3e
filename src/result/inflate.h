/* inflate.h - bytes that were deflated, by zlib, which is loaded when it is needed. */
#pragma once
#include "base/text.h"

typedef enum {
    TML_DEFLATE_ZLIB,
    TML_DEFLATE_BARE
} tml_deflate_form; /* with the header of zlib, as in MAT-files; without, as in zips */

/* Adds what the bytes stand for. False: they are damaged, there is more than `most`, no memory (text->failed), or no zlib. */
bool tml_inflate(const char *bytes, size_t length, tml_deflate_form form, size_t most, tml_text *text);
