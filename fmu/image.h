/* image.h - where this binary begins in memory, and where its slot lies: names of the linker, in the shared objects of Linux and the DLLs of
 * Windows. */
#pragma once

#ifdef _WIN32
#define FMU_SLOT_SECTION ".rdata$slot"
#define FMU_IMAGE        __ImageBase
extern const char FMU_IMAGE[];
#else
#define FMU_SLOT_SECTION ".data.rel.ro"
#define FMU_IMAGE        __ehdr_start
extern const char FMU_IMAGE[] __attribute__((visibility("hidden")));
#endif
