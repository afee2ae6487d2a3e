/* civetweb.h - the functions of the library civetweb, opened when a server is started and by nothing else. */
#pragma once
#include "base/library.h"
#include <civetweb.h>

#define WB_CIVETWEB_FUNCTIONS(USE)                                                                                     \
    USE(mg_init_library)                                                                                               \
    USE(mg_start)                                                                                                      \
    USE(mg_stop)                                                                                                       \
    USE(mg_exit_library)                                                                                               \
    USE(mg_get_server_ports)                                                                                           \
    USE(mg_set_websocket_handler)                                                                                      \
    USE(mg_get_request_info)                                                                                           \
    USE(mg_get_header)                                                                                                 \
    USE(mg_get_user_context_data)                                                                                      \
    USE(mg_get_user_connection_data)                                                                                   \
    USE(mg_set_user_connection_data)                                                                                   \
    USE(mg_disable_connection_keep_alive)                                                                              \
    USE(mg_write)                                                                                                      \
    USE(mg_websocket_write)

typedef struct {
    WB_CIVETWEB_FUNCTIONS(TML_LIBRARY_MEMBER)
} wb_civetweb;

/* False: the library is not there. */
bool wb_civetweb_find(wb_civetweb *library);
