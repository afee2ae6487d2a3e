/* binary.h - numbers in bytes, lowest byte first, as .npz and MAT-files hold them. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t tml_read_little(const char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = count - 1; i >= 0; i--)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

typedef enum { TML_UNSIGNED, TML_SIGNED, TML_FLOATING } tml_number_form;

/* A number of 1, 2, 4 or 8 bytes; a floating one of 4 or 8. */
static inline double tml_read_number(const char *bytes, tml_number_form form, int size)
{
    const uint64_t bits = tml_read_little(bytes, size);
    if (form == TML_UNSIGNED)
        return (double)bits;
    if (form == TML_SIGNED) {
        const uint64_t sign = (uint64_t)1 << (8 * size - 1);
        return (double)(int64_t)((bits ^ sign) - sign); /* with the sign in all bits above it */
    }
    double number;
    const uint32_t half = (uint32_t)bits;
    float single;
    memcpy(&single, &half, sizeof single);
    memcpy(&number, &bits, sizeof number);
    return size == 4 ? (double)single : number;
}
