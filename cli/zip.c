/* zip.c - a zip file in memory: one entry after another (header, name, deflated bytes), a directory that lists them, and where that
 * begins. Times are the first that zip knows: the same entries give the same bytes. */
#include "zip.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    NEEDS = 20,            /* version 2.0 of zip */
    MADE_BY = 3 << 8 | 20, /* Unix: permissions are below */
    UTF8 = 1 << 11,
    DEFLATED = 8,
    FIRST_DAY = 0x21 /* 1 January 1980 */
};
static const uint32_t PERMISSIONS = 0100755u << 16;

static void put_little(FILE *to, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        putc((int)(number >> 8 * i & 0xFF), to);
}

/* What entry and directory say alike. */
static void put_facts(FILE *to, const char *name, uint32_t crc, size_t packed, size_t length)
{
    put_little(to, NEEDS, 2);
    put_little(to, UTF8, 2);
    put_little(to, DEFLATED, 2);
    put_little(to, 0, 2);
    put_little(to, FIRST_DAY, 2);
    put_little(to, crc, 4);
    put_little(to, packed, 4);
    put_little(to, length, 4);
    put_little(to, strlen(name), 2);
    put_little(to, 0, 2); /* nothing besides */
}

/* Deflated without the frame of zlib, which the caller frees; NULL: no memory. */
static char *deflate_bytes(const char *bytes, size_t length, size_t *packed)
{
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const size_t room = deflateBound(&stream, length);
    char *to = malloc(room);
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)length;
    stream.next_out = (Bytef *)to;
    stream.avail_out = (uInt)room;
    const bool done = to && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *packed = stream.total_out;
    deflateEnd(&stream);
    if (done)
        return to;
    free(to);
    return NULL;
}

bool cli_zip_open(cli_zip *zip)
{
    *zip = (cli_zip){0};
    zip->good = fe_memory_open(&zip->files) && fe_memory_open(&zip->directory);
    return zip->good;
}

void cli_zip_add(cli_zip *zip, const char *name, const char *bytes, size_t length)
{
    size_t packed = 0;
    char *data = zip->good ? deflate_bytes(bytes, length, &packed) : NULL;
    zip->good = data != NULL;
    if (!data)
        return;
    FILE *to = zip->files.to, *list = zip->directory.to;
    const uint32_t crc = (uint32_t)crc32(0, (const Bytef *)bytes, (uInt)length);
    const long at = ftell(to);
    put_little(to, 0x04034b50, 4);
    put_facts(to, name, crc, packed, length);
    fputs(name, to);
    fwrite(data, 1, packed, to);
    put_little(list, 0x02014b50, 4);
    put_little(list, MADE_BY, 2);
    put_facts(list, name, crc, packed, length);
    put_little(list, 0, 6); /* no comment, first disk, binary */
    put_little(list, PERMISSIONS, 4);
    put_little(list, (uint64_t)at, 4);
    fputs(name, list);
    zip->count++;
    free(data);
}

bool cli_zip_close(cli_zip *zip)
{
    if (!zip->good || !fe_memory_close(&zip->directory))
        return false;
    FILE *to = zip->files.to;
    const long at = ftell(to);
    fwrite(zip->directory.data, 1, zip->directory.length, to);
    put_little(to, 0x06054b50, 4);
    put_little(to, 0, 4);
    put_little(to, zip->count, 2);
    put_little(to, zip->count, 2);
    put_little(to, zip->directory.length, 4);
    put_little(to, (uint64_t)at, 4);
    put_little(to, 0, 2);
    return fe_memory_close(&zip->files);
}

void cli_zip_free(cli_zip *zip)
{
    fe_memory_free(&zip->files);
    fe_memory_free(&zip->directory);
}
