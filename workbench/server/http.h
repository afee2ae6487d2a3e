/* http.h - what is answered to HTTP: the files of the page, and nothing else. */
#pragma once
#include "workbench/server/server.h"

/* 0: it is a page that wants to speak to the engine, and may try; else the status that was answered. */
int wb_http_answer(wb_server *server, struct mg_connection *connection);
