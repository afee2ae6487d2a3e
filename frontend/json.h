/* json.h - JSON that the front ends write. */
#pragma once
#include <stdio.h>

/* The text as a JSON string of ASCII characters. Where it is no UTF-8, which a file's name need not be, each byte that is not ASCII
 * becomes U+FFFD. */
void fe_put_json(FILE *to, const char *text);
/* The same of its first `length` bytes. */
void fe_put_json_part(FILE *to, const char *text, size_t length);
/* A number from which the same number is read back; null where it is not finite. */
void fe_put_json_number(FILE *to, double number);
