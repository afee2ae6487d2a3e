/* token.h - the secret that a page shows to be received: 256 random bits, kept between runs so that an open page finds back. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { WB_TOKEN_LENGTH = 43 }; /* 32 bytes as base64url */

/* A new one. False: there is no randomness to be had. */
bool wb_token_make(char token[WB_TOKEN_LENGTH + 1]);
/* The token of this user; where none can be kept, one for this run. False: as above. */
bool wb_token_get(char token[WB_TOKEN_LENGTH + 1]);
/* In a time that does not tell how much of it is right. */
bool wb_token_is(const char *token, const char *given, size_t length);
