/* page.h - the files of the page, packed into the program by tools/pack_page.py. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *path; /* "/index.html" */
    const char *type; /* of its content */
    const char *tag;  /* of its content, with the quotes that HTTP wants */
    bool fixed;       /* its path changes with its content */
    size_t size;      /* unpacked */
    const char *data; /* gzip */
    size_t length;
} wb_page_file;

extern const wb_page_file wb_page_files[]; /* ordered by path */
extern const int wb_page_file_count;
const wb_page_file *wb_page_find(const char *path); /* or NULL */
/* Puts its `size` bytes there. */
bool wb_page_unpack(const wb_page_file *file, char *to);
