/* source.c - files into memory, and decimal numbers out of text. */
#include "model/check.h"
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_LIMIT = 64 << 20 };

/* Reads all of a file whose size need not be known beforehand (a pipe); NULL when it fails or is too large. */
static char *read_all(FILE *file, size_t *length)
{
    size_t capacity = 65536, count = 0;
    char *data = tml_allocate(capacity);
    while (data) {
        count += fread(data + count, 1, capacity - count, file);
        if (count < capacity)
            break;
        char *larger = capacity <= FILE_LIMIT ? tml_allocate(2 * capacity) : NULL;
        if (larger)
            memcpy(larger, data, count);
        tml_release(data);
        data = larger;
        capacity *= 2;
    }
    *length = count;
    return data;
}

char *tml_source_read(const char *path, size_t *length, tml_place place, const char *what, tml_log *log)
{
    const char *reason = NULL;
    struct stat status;
    char *data = NULL;
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        reason = errno == ENOENT ? "there is no such file" : strerror(errno);
    else if (fstat(fileno(file), &status) != 0)
        reason = strerror(errno);
    else if (S_ISDIR(status.st_mode))
        reason = "this is a folder, not a file";
    else if (status.st_size > FILE_LIMIT)
        reason = "the file is larger than 64 MB";
    else if (!(data = read_all(file, length)))
        reason = "it does not fit into memory, or is larger than 64 MB";
    else if (ferror(file))
        reason = "the file could not be read to its end";
    if (file)
        fclose(file);
    if (!reason)
        return data;
    if (data)
        tml_release(data);
    tml_log_raise(log, TML_E_CANNOT_READ, place, "%s \"%s\": %s", what, path, reason);
    return NULL;
}

char *tml_file_read_model(const char *path, size_t *length, tml_log *log)
{
    char *data = tml_source_read(path, length, TML_NOWHERE, "model", log);
    char *text = data ? malloc(*length + 1) : NULL;
    if (text) {
        memcpy(text, data, *length);
        text[*length] = 0;
    } else if (data)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    tml_release(data);
    return text;
}

/* ---- numbers ---- */

/* The characters of a decimal number: sign, digits with a point, exponent. False when that is not all of the text. */
static bool is_decimal(const char *s, size_t length)
{
    size_t i = 0, digits = 0;
    if (i < length && (s[i] == '-' || s[i] == '+'))
        i++;
    for (; i < length && s[i] >= '0' && s[i] <= '9'; i++)
        digits++;
    if (i < length && s[i] == '.')
        for (i++; i < length && s[i] >= '0' && s[i] <= '9'; i++)
            digits++;
    if (digits == 0)
        return false;
    if (i < length && (s[i] == 'e' || s[i] == 'E')) {
        i++;
        if (i < length && (s[i] == '-' || s[i] == '+'))
            i++;
        const size_t first = i;
        while (i < length && s[i] >= '0' && s[i] <= '9')
            i++;
        if (i == first)
            return false;
    }
    return i == length;
}

/* Up to 15 digits and powers of ten up to 22 are exact in double, so their product or quotient is rounded only once. */
static bool read_short(const char *s, size_t length, double *value)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *end = s + length;
    const bool negative = *s == '-';
    long long digits = 0;
    int count = 0, power = 0;
    bool point = false;
    for (s += *s == '-' || *s == '+'; s < end && *s != 'e' && *s != 'E'; s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        if (++count > 15)
            return false;
        digits = 10 * digits + (*s - '0');
        power -= point;
    }
    if (s < end) {
        if (end - s > 4)
            return false;
        power += atoi(s + 1);
    }
    if (power < -22 || power > 22)
        return false;
    const double size = power < 0 ? (double)digits / tens[-power] : (double)digits * tens[power];
    *value = negative ? -size : size;
    return true;
}

bool tml_decimal_read(const char *text, size_t length, double *value)
{
    char copy[128];
    if (length == 0 || length >= sizeof copy - 8 || !is_decimal(text, length))
        return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    if (read_short(copy, length, value))
        return true;
    const char *mark = localeconv()->decimal_point; /* strtod reads the locale's */
    char *point = strchr(copy, '.');
    const size_t extra = strlen(mark);
    if (point && extra > 0 && extra < 8) {
        memmove(point + extra, point + 1, strlen(point + 1) + 1);
        memcpy(point, mark, extra);
    }
    *value = strtod(copy, NULL);
    return *value - *value == 0; /* finite */
}
