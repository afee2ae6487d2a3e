/* unistd.h - and sysconf: an FMU computes in the thread of its importer, and memory has pages of 4 KiB. */
#pragma once
#include_next <unistd.h>

enum { _SC_NPROCESSORS_ONLN, _SC_PAGESIZE };

static inline long sysconf(int name)
{
    return name == _SC_PAGESIZE ? 4096 : 1;
}
