/* fmu_windows.c - a payload as a section of a DLL: one more at the end of the table of sections, in the room that the head of the file has
 * left, and behind all others in memory:
 *
 *     address = size of the image, which grows by the payload, rounded up to its alignment
 *
 * The layout is that of Microsoft's "PE Format": what is read and written of it stands here.
 */
#include "fmu_platform.h"
#include <string.h>

typedef struct {
    char signature[4]; /* PE, 0, 0 */
    uint16_t machine, section_count;
    uint32_t time, symbols, symbol_count;
    uint16_t optional_size, characteristics;
} file_head;

typedef struct { /* up to the last field that is used */
    uint16_t magic;
    char unused[30];
    uint32_t section_alignment, file_alignment;
    char versions[16];
    uint32_t image_size, heads_size, checksum;
} optional_head;

typedef struct {
    char name[8];
    uint32_t size, address, file_size, file_at, relocations, lines, counts, characteristics;
} section;

enum { HEAD_AT = 0x3c, X86_64 = 0x8664, PE32_PLUS = 0x20b, DATA = 0x40, READABLE = 0x40000000 };

static bool is_zero(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i])
            return false;
    return true;
}

static bool map(cli_fmu_image *image, uint64_t *address)
{
    uint32_t at;
    file_head file;
    optional_head optional;
    char *bytes = image->bytes;
    if (image->at < 4096 || memcmp(bytes, "MZ", 2) != 0)
        return false;
    memcpy(&at, bytes + HEAD_AT, sizeof at);
    if (at > 1024)
        return false;
    memcpy(&file, bytes + at, sizeof file);
    memcpy(&optional, bytes + at + sizeof file, sizeof optional);
    char *entry = bytes + at + sizeof file + file.optional_size + file.section_count * sizeof(section);
    if (memcmp(file.signature, "PE\0", 4) != 0 || file.machine != X86_64 || optional.magic != PE32_PLUS ||
        optional.heads_size > image->at || entry + sizeof(section) > bytes + optional.heads_size ||
        !is_zero(entry, sizeof(section)) || optional.section_alignment == 0)
        return false;
    const uint32_t unit = optional.section_alignment, length = (uint32_t)image->length;
    const section added = {.name = "trammel",
                           .size = length,
                           .address = (optional.image_size + unit - 1) / unit * unit,
                           .file_size = (uint32_t)(image->size - image->at),
                           .file_at = (uint32_t)image->at,
                           .characteristics = DATA | READABLE};
    *address = added.address;
    file.section_count++;
    optional.image_size = added.address + (length + unit - 1) / unit * unit;
    optional.checksum = 0; /* none: only drivers need it */
    memcpy(bytes + at, &file, sizeof file);
    memcpy(bytes + at + sizeof file, &optional, sizeof optional);
    memcpy(entry, &added, sizeof added);
    return true;
}

const cli_fmu_platform cli_fmu_windows = {
    .name = "Windows",
    .file = "trammel_fmu.dll",
    .folder = {"win64", "x86_64-windows"},
    .ending = "dll",
    .map = map,
};
