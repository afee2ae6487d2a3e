/* answer.h - what is answered: a result in JSON, with or without tables behind it, or an error; and its form on the wire.
 *
 *   {"id": 7, "result": …}    {"id": 7, "error": {"code": …, "message": …}}
 *   with tables, binary: length of a head (u32, little-endian), the head as JSON, blanks up to a multiple of 8, and the columns of
 *   all tables as float64
 */
#pragma once
#include "base/text.h"
#include "trammel/trammel.h"

#define WB_REPLY_MOST ((size_t)512 << 20) /* bytes */

typedef struct {
    tml_text result;      /* JSON */
    tml_results *results; /* NULL: none; else all tables of these follow */
    const char *code;     /* of an error; NULL: there is none */
    tml_text message;     /* of the error */
} wb_answer;

/* Makes it an error: busy, changed, exists, … */
void wb_refuse(wb_answer *answer, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* "name": "ok" and so on, to be put inside an object. */
const char *wb_status_word(tml_status status);
/* [{"severity": …, "text": …, "line": …, "column": …}, …]; places in other files than `file` are told in the text. */
void wb_put_messages(tml_text *to, const tml_log *log, const char *file);
/* A number, or null. */
void wb_put_number(tml_text *to, double number);
/* The tables without their columns: [{"kind": …}, …]. */
void wb_put_tables(tml_text *to, const tml_results *results);

/* The whole message; what is too large becomes an error. False: no memory. */
bool wb_answer_pack(wb_answer *answer, double id, tml_text *out, bool *binary);
void wb_answer_free(wb_answer *answer);
