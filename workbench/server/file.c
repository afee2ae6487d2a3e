/* file.c - files for the server: read whole, and known by their endings. */
#include "workbench/server/file.h"
#include "frontend/memory.h"
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int wb_file_read(int file, size_t most, char **data, size_t *length)
{
    char bytes[16384];
    fe_memory all;
    ssize_t count = 1;
    int error = fe_memory_open(&all) ? 0 : ENOMEM;
    for (size_t read_bytes = 0; !error && count != 0; read_bytes += count > 0 ? (size_t)count : 0) {
        count = read(file, bytes, sizeof bytes);
        if (count < 0 && errno != EINTR)
            error = errno;
        else if (count > 0 && fwrite(bytes, 1, (size_t)count, all.to) < (size_t)count)
            error = ENOMEM;
        else if (count > 0 && read_bytes + (size_t)count > most)
            error = EFBIG;
    }
    if (!fe_memory_close(&all) && !error)
        error = ENOMEM;
    if (error)
        fe_memory_free(&all);
    *data = all.data;
    *length = all.length;
    return error;
}

bool wb_file_ends(const char *name, const char *ending)
{
    const size_t length = strlen(name), part = strlen(ending);
    return length > part && name[length - part - 1] != '/' && strcasecmp(name + length - part, ending) == 0;
}
