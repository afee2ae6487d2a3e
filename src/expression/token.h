/* token.h - the words, numbers and signs of an expression's text. */
#pragma once
#include "base/status.h"
#include "base/unit.h"

/* Kinds of tokens. */
typedef enum {
    TML_TOKEN_END,
    TML_TOKEN_NUMBER,   /* with its unit */
    TML_TOKEN_NAME,     /* O.angle, sin, and */
    TML_TOKEN_SIGN,     /* + - * / ^ ** < <= > >= == != ( ) , */
    TML_TOKEN_BAD_UNIT, /* a number followed by a word that is not a unit */
    TML_TOKEN_BAD,      /* an invalid character */
} tml_token_kind;

typedef struct {
    tml_token_kind kind;
    int begin, end; /* offsets in the text */
    int unit_begin; /* of a number: offset of its unit (or of the wrong word), = end without one */
    tml_unit unit;  /* of a number with a unit */
} tml_token;

/* The token at or after offset `from`. */
tml_token tml_token_read(const char *text, int from);

/* Place of a character of a text that starts at `place`; columns count characters, not bytes. */
tml_place tml_tree_place(const char *text, tml_place place, int offset);
