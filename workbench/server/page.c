/* page.c - finds files of the page, and unpacks them for those who cannot. */
#define ZLIB_CONST /* zlib reads what it does not write to through const pointers */
#include "workbench/server/page.h"
#include <string.h>
#include <zlib.h>

enum { GZIP = 16 + MAX_WBITS }; /* the form of what inflate is to read */

bool wb_page_unpack(const wb_page_file *file, char *to)
{
    z_stream z = {.next_in = (const Bytef *)file->data,
                  .avail_in = (uInt)file->length,
                  .next_out = (Bytef *)to,
                  .avail_out = (uInt)file->size};
    if (inflateInit2(&z, GZIP) != Z_OK)
        return false;
    const bool good = inflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out == file->size;
    inflateEnd(&z);
    return good;
}

const wb_page_file *wb_page_find(const char *path)
{
    for (int i = 0; i < wb_page_file_count; i++)
        if (strcmp(wb_page_files[i].path, path) == 0)
            return &wb_page_files[i];
    return NULL;
}
