/* folder.h - the model files of one folder: listed, read and replaced by name, and nothing outside of it.
 *
 * A name has no slash and no leading dot and ends in .yaml, .yml or .json; links are not followed. A file is written beside its
 * place and then renamed, and only where its content is still the one its writer has seen.
 */
#pragma once
#include "workbench/server/answer.h"
#include <stdbool.h>

enum { WB_MAX_FILE = 16 << 20, WB_STAMP_SIZE = 65, WB_MARK_SIZE = 96 };

/* The SHA-256 of a content, in hexadecimal digits. */
void wb_stamp(const char *bytes, size_t length, char stamp[WB_STAMP_SIZE]);
bool wb_file_name_is_good(const char *name);
/* [{"name": …, "modified": …}, …], ordered by name. */
void wb_folder_list(const char *folder, wb_answer *answer);
/* {"name": …, "text": …, "stamp": …} */
void wb_folder_open(const char *folder, const char *name, wb_answer *answer);
/* A picture beside the models, PNG, JPEG, WebP or SVG: {"type": "image/png", "data": …}, in base64. */
void wb_folder_picture(const char *folder, const char *name, wb_answer *answer);
/* A file of triangles in the folder or below it, STL, OBJ or Collada: {"data": ...}, in base64. */
void wb_folder_mesh(const char *folder, const char *path, wb_answer *answer);
/* Whether a file has changed since it had this mark (NULL: none): {"mark": …}, with its "stamp" if it has, or {"mark": null} where there is none. */
void wb_folder_look(const char *folder, const char *name, const char *mark, wb_answer *answer);
/* {"stamp": …}; `stamp` is that of the content to be replaced, NULL: there is to be none. */
void wb_folder_save(const char *folder, const char *name, const char *text, size_t length, const char *stamp,
                    wb_answer *answer);
