/* fmu_linux.c - a payload as a segment of a shared object, which the loader maps behind all others. Its entry in the table of segments is
 * that of the note with the build's identity, which nothing needs at run time, so that no other byte moves:
 *
 *     address = end of the last segment, rounded up to pages
 */
#include "fmu_platform.h"
#include <elf.h>
#include <string.h>

enum { PAGE = 4096 };

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

static bool map(cli_fmu_image *image, uint64_t *address)
{
    Elf64_Phdr *note;
    uint64_t end;
    if (!find_segments(image->bytes, image->at, &note, &end))
        return false;
    *address = (end + PAGE - 1) / PAGE * PAGE;
    *note = (Elf64_Phdr){.p_type = PT_LOAD,
                         .p_flags = PF_R,
                         .p_offset = image->at,
                         .p_vaddr = *address,
                         .p_paddr = *address,
                         .p_filesz = image->length,
                         .p_memsz = image->length,
                         .p_align = PAGE};
    return true;
}

const cli_fmu_platform cli_fmu_linux = {
    .name = "Linux",
    .file = "trammel_fmu.so",
    .folder = {"linux64", "x86_64-linux"},
    .ending = "so",
    .map = map,
};
