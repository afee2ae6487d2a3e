/* server.h - a server: what all its connections share. */
#pragma once
#include "workbench/server/session_state.h"
#include "workbench/server/token.h"
#include <civetweb.h>
#include <stdatomic.h>

typedef struct wb_session wb_session;

typedef struct {
    wb_place place;
    const char *page; /* a folder whose files are the page; NULL: those in the program */
    double limit;     /* s: the longest that one request may take */
    char token[WB_TOKEN_LENGTH + 1];
    const char *fragment;           /* more for the page's address, behind the token; NULL: nothing */
    int port;                       /* 0: not known yet */
    atomic_bool closing;            /* nothing new is begun */
    pthread_mutex_t lock;           /* of the door and the sessions */
    char door[WB_TOKEN_LENGTH + 1]; /* a secret that opens the page once; "": it did */
    double door_closes;             /* s, of wb_now */
    wb_session *sessions;
    int session_count;
    pthread_mutex_t counting; /* of threads of sessions */
    pthread_cond_t quiet;     /* their number has changed */
    int thread_count;
} wb_server;
