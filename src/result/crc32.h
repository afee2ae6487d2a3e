/* crc32.h - CRC-32, the check sum of zip: the remainder of the bytes by x^32 + x^26 + … + 1, lowest bit first. */
#pragma once
#include <stddef.h>
#include <stdint.h>

uint32_t tml_crc32(const char *bytes, size_t length);
