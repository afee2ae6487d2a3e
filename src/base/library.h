/* library.h - rarely needed libraries, loaded by the first task that needs them, so that others do not wait for
 * loading. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* A function to look up: its name, and the function pointer to set. */
typedef struct {
    const char *name;
    void *address;
} tml_symbol;

/* Looks up functions of a shared library by its full name, such as "libcairo.so.2". It stays open. False if the library
 * or one of the functions is missing. */
bool tml_library_find(const char *library, const tml_symbol *symbols, size_t count);

/* Call before loading a library that uses BLAS or LAPACK: it will use the reference implementations, as we do. */
void tml_library_prefer_plain_blas(void);

/* A member of a struct that points to a declared function of the same name, and the entry that fills it. */
#define TML_LIBRARY_MEMBER(function) __typeof__(function) *function;
#define TML_LIBRARY_SYMBOL(function) {#function, &library->function},
