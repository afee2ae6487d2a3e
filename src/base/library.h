/* library.h - libraries that few tasks need: opened by the first task that does, so that no other waits for them to load. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* A function to be found: its name, and the pointer to a function where its address is put. */
typedef struct {
    const char *name;
    void *address;
} tml_symbol;

/* Finds functions of a shared library by its full name, such as "libcairo.so.2". It stays open. False when the library or one
 * of the functions is not there. */
bool tml_library_find(const char *library, const tml_symbol *symbols, size_t count);

/* To be called before a library is found that computes with BLAS or LAPACK: it is to compute with the plain ones, as we do. */
void tml_library_prefer_plain_blas(void);

/* A member of a struct that points to a declared function of the same name, and the entry that fills it. */
#define TML_LIBRARY_MEMBER(function) __typeof__(function) *function;
#define TML_LIBRARY_SYMBOL(function) {#function, &library->function},
