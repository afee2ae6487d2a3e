/* fmu_binary.c - puts a payload into a copy of trammel_fmu.so.
 *
 * The payload is appended to the file and becomes a segment that the loader maps behind all others. Its entry in the table of segments is
 * that of the note with the build's identity, which nothing needs at run time, so that no other byte moves:
 *
 *     offset = size of the file, address = end of the last segment, both rounded up to pages
 *
 * Address and length are written into the slot, where the code looks for them (fmu/payload.c).
 */
#include "fmu_binary.h"
#include "frontend/codes.h"
#include "frontend/memory.h"
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096 };

char *cli_fmu_payload_bytes(const fmu_payload *payload, size_t *length)
{
    fe_memory memory;
    if (!fe_memory_open(&memory))
        return NULL;
    fprintf(memory.to, "%s%c%.17g%c%zu%c", payload->token, 0, payload->step, 0, payload->count, 0);
    for (size_t i = 0; i < payload->count; i++) {
        const fmu_variable *v = &payload->variables[i];
        fprintf(memory.to, "%c%c%s%c%.17g%c%s%c", (char)v->kind, 0, v->name, 0, v->start, 0, v->unit, 0);
    }
    fwrite(payload->text, 1, payload->text_length, memory.to);
    putc(0, memory.to);
    if (!fe_memory_close(&memory))
        return NULL;
    *length = memory.length;
    return memory.data;
}

/* ---- where trammel_fmu.so is ---- */

static FILE *open_beside(const char *program, const char *relative)
{
    char path[4096 + 64];
    const char *slash = strrchr(program, '/');
    const int folder = slash ? (int)(slash - program) : 0;
    const int n = snprintf(path, sizeof path, "%.*s/%s", folder, program, relative);
    return n > 0 && (size_t)n < sizeof path ? fopen(path, "rb") : NULL;
}

static FILE *open_binary(void)
{
    char program[4096];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0)
        return NULL;
    program[n] = 0;
    FILE *file = open_beside(program, "fmu/trammel_fmu.so"); /* built */
    return file ? file : open_beside(program, CLI_FMU_INSTALLED);
}

/* The file, with room for `more` bytes from the next page on; NULL: it cannot be read. */
static char *read_binary(size_t more, size_t *size, size_t *at)
{
    FILE *file = open_binary();
    char *bytes = NULL;
    if (!file)
        return NULL;
    const long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (end > 0 && fseek(file, 0, SEEK_SET) == 0) {
        *at = ((size_t)end + PAGE - 1) / PAGE * PAGE;
        *size = *at + more;
        bytes = calloc(1, *size);
        if (bytes && fread(bytes, 1, (size_t)end, file) != (size_t)end) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

/* ---- the segment ---- */

/* The last of the segments that are mapped ends here; *note: the one that may go. False: this is no such file. */
static bool find_segments(char *bytes, size_t size, Elf64_Phdr **note, uint64_t *end)
{
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)bytes;
    *note = NULL;
    *end = 0;
    if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_phoff + head->e_phnum * sizeof(Elf64_Phdr) > size)
        return false;
    Elf64_Phdr *segments = (Elf64_Phdr *)(bytes + head->e_phoff);
    for (int i = 0; i < head->e_phnum; i++) {
        if (segments[i].p_type == PT_LOAD && *note)
            return false; /* those that are mapped stand in the order of their addresses */
        if (segments[i].p_type == PT_LOAD && segments[i].p_vaddr + segments[i].p_memsz > *end)
            *end = segments[i].p_vaddr + segments[i].p_memsz;
        if (segments[i].p_type == PT_NOTE)
            *note = &segments[i];
    }
    return *note != NULL && *end > 0;
}

static char *find_slot(char *bytes, size_t size)
{
    static const char mark[16] = FMU_SLOT_MARK;
    for (size_t i = 0; i + sizeof(fmu_slot) <= size; i += 8)
        if (memcmp(bytes + i, mark, sizeof mark) == 0)
            return bytes + i;
    return NULL;
}

char *cli_fmu_binary_make(const char *payload, size_t payload_length, size_t *length, tml_log *log)
{
    size_t at = 0;
    char *bytes = read_binary(payload_length, length, &at);
    Elf64_Phdr *note;
    uint64_t end;
    char *to = bytes && find_segments(bytes, at, &note, &end) ? find_slot(bytes, at) : NULL;
    if (!to) {
        free(bytes);
        tml_log_add(log, FE_E_FMU_BINARY, (tml_place){0},
                    "trammel_fmu.so, of which FMUs are made, is not beside this program, or broken");
        return NULL;
    }
    const uint64_t address = (end + PAGE - 1) / PAGE * PAGE;
    *note = (Elf64_Phdr){.p_type = PT_LOAD,
                         .p_flags = PF_R,
                         .p_offset = at,
                         .p_vaddr = address,
                         .p_paddr = address,
                         .p_filesz = payload_length,
                         .p_memsz = payload_length,
                         .p_align = PAGE};
    memcpy(bytes + at, payload, payload_length);
    const fmu_slot slot = {FMU_SLOT_MARK, address, payload_length};
    memcpy(to, &slot, sizeof slot);
    return bytes;
}
