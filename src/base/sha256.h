/* sha256.h - the SHA-256 of bytes (FIPS 180-4), as 64 hexadecimal digits. */
#pragma once
#include <stddef.h>

enum { TML_SHA256_DIGITS = 64 };

void tml_sha256(const char *bytes, size_t length, char digits[TML_SHA256_DIGITS + 1]);
