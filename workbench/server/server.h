/* server.h - a server: what all its connections share. */
#pragma once
#include "workbench/server/civetweb.h"
#include "workbench/server/desk.h"
#include "workbench/server/token.h"
#include <stdatomic.h>

typedef struct wb_session wb_session;

typedef struct {
    wb_civetweb web;
    wb_place place;
    const char *page; /* a folder whose files are the page; NULL: those in the program */
    double limit;     /* s: the longest that one request may take */
    char token[WB_TOKEN_LENGTH + 1];
    int port;             /* 0: not known yet */
    atomic_bool closing;  /* nothing new is begun */
    pthread_mutex_t lock; /* of the sessions */
    wb_session *sessions;
    int session_count;
    pthread_mutex_t counting; /* of the jobs */
    pthread_cond_t quiet;     /* one has ended */
    int job_count;
} wb_server;
