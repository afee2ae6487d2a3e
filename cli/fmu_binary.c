/* fmu_binary.c - puts a payload into a copy of a platform's binary.
 *
 * The payload is appended to the file and becomes a part that the loader maps (fmu_linux.c, fmu_windows.c). Address and length are written
 * into the slot, where the code looks for them (fmu/payload.c).
 */
#include "fmu_binary.h"
#include "frontend/codes.h"
#include "frontend/memory.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, BLOCK = 512 };

char *cli_fmu_payload_bytes(const fmu_payload *payload, size_t *length)
{
    fe_memory memory;
    if (!fe_memory_open(&memory))
        return NULL;
    fprintf(memory.to, "%s%c%" PRIx64 "%c%" PRIx64 "%c%zu%c", payload->token, 0, fmu_bits(payload->step), 0,
            fmu_bits(payload->internal), 0, payload->count, 0);
    for (size_t i = 0; i < payload->count; i++) {
        const fmu_variable *v = &payload->variables[i];
        fprintf(memory.to, "%c%c%s%c%" PRIx64 "%c%s%c", (char)v->kind, 0, v->name, 0, fmu_bits(v->start), 0, v->unit,
                0);
    }
    fwrite(payload->text, 1, payload->text_length, memory.to);
    putc(0, memory.to);
    if (!fe_memory_close(&memory))
        return NULL;
    *length = memory.length;
    return memory.data;
}

/* ---- where the binaries are ---- */

static FILE *open_beside(const char *program, const char *folder_there, const char *name)
{
    char path[4096 + 128];
    const char *slash = strrchr(program, '/');
    const int folder = slash ? (int)(slash - program) : 0;
    const int n = snprintf(path, sizeof path, "%.*s/%s/%s", folder, program, folder_there, name);
    return n > 0 && (size_t)n < sizeof path ? fopen(path, "rb") : NULL;
}

static FILE *open_binary(const cli_fmu_platform *platform)
{
    char program[4096];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0)
        return NULL;
    program[n] = 0;
    FILE *file = open_beside(program, "fmu", platform->file); /* built */
    return file ? file : open_beside(program, CLI_FMU_INSTALLED, platform->file);
}

static double time_of(const cli_fmu_platform *platform)
{
    FILE *file = open_binary(platform);
    struct stat status;
    const bool found = file && fstat(fileno(file), &status) == 0;
    if (file)
        fclose(file);
    return found ? (double)status.st_mtim.tv_sec + 1e-9 * (double)status.st_mtim.tv_nsec : -1;
}

cli_fmu_there cli_fmu_binary_find(const cli_fmu_platform *platform)
{
    const double own = time_of(platform);
    return own < 0 ? CLI_FMU_ABSENT : own < time_of(&cli_fmu_linux) ? CLI_FMU_OLDER : CLI_FMU_THERE;
}

/* The file, with room for a payload from the next page on. False: it cannot be read. */
static bool read_binary(const cli_fmu_platform *platform, size_t payload, cli_fmu_image *image)
{
    FILE *file = open_binary(platform);
    if (!file)
        return false;
    const long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    bool good = end > 0 && fseek(file, 0, SEEK_SET) == 0;
    if (good) {
        image->at = ((size_t)end + PAGE - 1) / PAGE * PAGE;
        image->length = payload;
        image->size = image->at + (payload + BLOCK - 1) / BLOCK * BLOCK;
        image->bytes = calloc(1, image->size);
        good = image->bytes && fread(image->bytes, 1, (size_t)end, file) == (size_t)end;
    }
    fclose(file);
    return good;
}

/* ---- the payload in it ---- */

static char *find_slot(const cli_fmu_image *image)
{
    static const char mark[16] = FMU_SLOT_MARK;
    for (size_t i = 0; i + sizeof(fmu_slot) <= image->at; i += 8)
        if (memcmp(image->bytes + i, mark, sizeof mark) == 0)
            return image->bytes + i;
    return NULL;
}

char *cli_fmu_binary_make(const cli_fmu_platform *platform, const char *payload, size_t payload_length, size_t *length,
                          tml_log *log)
{
    cli_fmu_image image = {0};
    uint64_t address;
    char *to =
        read_binary(platform, payload_length, &image) && platform->map(&image, &address) ? find_slot(&image) : NULL;
    if (!to) {
        free(image.bytes);
        tml_log_add(log, FE_E_FMU_BINARY, (tml_place){0},
                    "%s, of which FMUs are made, is not beside this program, or broken", platform->file);
        return NULL;
    }
    memcpy(image.bytes + image.at, payload, payload_length);
    const fmu_slot slot = {FMU_SLOT_MARK, address, payload_length};
    memcpy(to, &slot, sizeof slot);
    *length = image.size;
    return image.bytes;
}
