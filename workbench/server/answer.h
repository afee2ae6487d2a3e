/* answer.h - what is answered: a result in JSON, with or without tables behind it, or an error; and its form on the wire.
 *
 *   {"id": 7, "result": …}    {"id": 7, "error": {"code": …, "message": …}}
 *   with tables, binary: length of a head (u32, little-endian), the head as JSON, blanks up to a multiple of 8, and the columns of
 *   all tables as float64
 */
#pragma once
#include "frontend/memory.h"
#include "trammel/trammel.h"

#define WB_MAX_REPLY ((size_t)512 << 20) /* bytes */

typedef struct {
    fe_memory result;     /* JSON, written to result.to */
    tml_results *results; /* NULL: none; else all tables of these follow */
    const char *code;     /* of an error; NULL: there is none */
    char message[1024];   /* of the error */
} wb_answer;

/* False: no memory; nothing can be written to it. */
bool wb_answer_open(wb_answer *answer);
void wb_answer_free(wb_answer *answer);
/* Makes it an error: busy, changed, exists, … */
void wb_refuse(wb_answer *answer, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* "name": "ok" and so on, to be put inside an object. */
const char *wb_status_word(tml_status status);
/* [{"severity": …, "text": …, "line": …, "column": …}, …]; places in other files than `file` are told in the text. */
void wb_put_messages(FILE *to, const tml_log *log, const char *file);
/* A text that is JSON already; null where it is NULL. */
void wb_put_raw(FILE *to, const char *json);
/* Bytes as base64, without quotes. */
void wb_put_base64(FILE *to, const char *bytes, size_t length);
/* A run: {"status": …, "messages": …, "seconds": …, "tables": [{"kind": …}, …], "scenes": {"2": …}}, the tables without their
 * columns; those are wb_column_bytes bytes, float64, table by table. A table's `scene` names the one that it is drawn with, after
 * `set`; without it, that of the model. `results`, and with it `model`, may be NULL. */
void wb_put_run(FILE *to, tml_status status, const tml_log *log, const char *file, double seconds,
                const tml_model *model, const tml_results *results);
size_t wb_column_bytes(const tml_results *results);
void wb_copy_columns(char *to, const tml_results *results);
/* {"status": …, "messages": …, "certificate": …}; `verification` may be NULL. */
void wb_put_verification(FILE *to, tml_status status, const tml_log *log, const char *file,
                         const tml_verification *verification);
/* What is drawn of the model, in one of its analyses or (-1) before them, as JSON that the caller frees; NULL: it cannot be told. What
 * the engine has to say of it is dropped. */
char *wb_scene(const tml_model *model, long analysis);

/* A whole message. */
typedef struct {
    char *data; /* freed by the caller */
    size_t length;
    bool binary;
} wb_packet;

/* What is too large becomes an error. False: no memory. */
bool wb_answer_pack(wb_answer *answer, double id, wb_packet *packet);
