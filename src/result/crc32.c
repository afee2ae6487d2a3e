/* crc32.c - CRC-32, byte by byte by a table of the remainders of all bytes. */
#include "result/crc32.h"

uint32_t tml_crc32(const char *bytes, size_t length)
{
    uint32_t table[256], crc = 0xFFFFFFFF;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320 : 0);
    }
    for (size_t i = 0; i < length; i++)
        crc = table[(crc ^ (unsigned char)bytes[i]) & 0xFF] ^ crc >> 8;
    return ~crc;
}
