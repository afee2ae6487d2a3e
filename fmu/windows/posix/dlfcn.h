/* dlfcn.h - opening libraries by name: an FMU on Windows finds none, and works as where they are not installed. */
#pragma once

enum { RTLD_LAZY, RTLD_NOW, RTLD_LOCAL = 0 };

static inline void *dlopen(const char *name, int mode)
{
    (void)name, (void)mode;
    return (void *)0;
}

static inline void *dlsym(void *library, const char *name)
{
    (void)library, (void)name;
    return (void *)0;
}
