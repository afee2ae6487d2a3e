/* include.h - files that an XML text includes. */
#pragma once
#include "exchange/xml.h"
#include "trammel/exchange.h"

/* Puts the content of included files into the tree. False with a message. */
bool tml_xml_include(tml_xml *root, const tml_import_options *options, tml_arena *arena, tml_log *log);

/* Where files are that a description names. */
typedef struct {
    const char *folder; /* of the description */
    const char *models; /* folders of models, separated by ':'; may be NULL */
    const char *output; /* the file that will be written; NULL: not known */
    bool reads_output;  /* out: an included file is the one that will be written */
} tml_include_folder;

/* The path of a file: from the folder of the description, or of model://NAME and package://NAME in one of the folders of models. For free(); NULL:
 * there is none. */
char *tml_include_find(const tml_include_folder *where, const char *path);
/* tml_import_options.include of such a folder. */
char *tml_include_from_folder(void *context, const char *path, size_t *length);
