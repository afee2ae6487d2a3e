/* stack.c - a stack of our own choice for the threads of civetweb.
 *
 * It asks for 100 kB each, of which 20 are its own, and glibc takes what all libraries keep for each thread out of them: 60 kB for
 * OpenBLAS alone, and more in some of its builds. What was left for us was little, and would one day have been less than nothing.
 * So the program, which the loader asks before it asks glibc, has this function, too.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static const size_t MIN_STACK = (size_t)1 << 20; /* bytes */

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    int (*set)(pthread_attr_t *, size_t);
    void *found = dlsym(RTLD_NEXT, "pthread_attr_setstacksize");
    if (!found)
        return ENOSYS;
    memcpy(&set, &found, sizeof found);
    return set(attributes, size > MIN_STACK ? size : MIN_STACK);
}
