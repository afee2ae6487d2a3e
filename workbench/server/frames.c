/* frames.c - the frames that a page sends over its WebSocket (RFC 6455, 5.2), read from the socket.
 *
 *   byte 0: last frame of a message, 3 reserved bits, kind    byte 1: masked, length of the data or 126, 127: it follows in 2, 8 bytes
 *   then the mask (4 bytes), and the data, each byte exclusive-or that of the mask
 *
 * civetweb unmasks frames, but does not tell whether they were masked; a server must close the connection when one was not (5.1).
 */
#include "workbench/server/frames.h"
#include "workbench/server/session.h"
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    MAX_SOCKETS = 4096,
    MAX_PASSED = 64 << 20 /* bytes */,
    PAUSE = 250 /* ms: how soon a reader sees that the server ends */
};

typedef struct {
    const wb_server *server;
    struct mg_connection *connection;
    int socket;
} reader;

/* ---- the socket ---- */

static bool has_ports(int socket, int near, int far)
{
    struct sockaddr_in own = {0}, other = {0};
    socklen_t size = sizeof own, other_size = sizeof other;
    return getsockname(socket, (struct sockaddr *)&own, &size) == 0 &&
           getpeername(socket, (struct sockaddr *)&other, &other_size) == 0 && own.sin_family == AF_INET &&
           ntohs(own.sin_port) == near && ntohs(other.sin_port) == far;
}

/* All connections come to 127.0.0.1 from there: the two ports tell which it is. -1: none is. */
static int find_socket(const wb_server *server, const struct mg_connection *connection)
{
    const int far = mg_get_request_info(connection)->remote_port;
    for (int socket = 3; socket < MAX_SOCKETS; socket++)
        if (has_ports(socket, server->port, far))
            return socket;
    return -1;
}

/* ---- bytes ---- */

/* False: the connection is closed, or is to be. */
static bool wait_for_bytes(const reader *r)
{
    struct pollfd wanted = {.fd = r->socket, .events = POLLIN};
    int ready = 0;
    while (ready == 0 || (ready < 0 && errno == EINTR)) {
        if (atomic_load(&r->server->closing) || !wb_session_goes_on(r->connection))
            return false;
        ready = poll(&wanted, 1, PAUSE);
    }
    return ready > 0;
}

static bool read_bytes(const reader *r, unsigned char *to, size_t length)
{
    while (length > 0) {
        const ssize_t count = wait_for_bytes(r) ? recv(r->socket, to, length, 0) : 0;
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            return false;
        to += count;
        length -= (size_t)count;
    }
    return true;
}

/* ---- frames ---- */

static bool read_length(const reader *r, unsigned first, uint64_t *length)
{
    unsigned char bytes[8] = {0};
    const size_t count = first == 127 ? 8 : first == 126 ? 2 : 0;
    *length = count ? 0 : first;
    if (!read_bytes(r, bytes, count))
        return false;
    for (size_t i = 0; i < count; i++)
        *length = *length << 8 | bytes[i];
    return true;
}

/* Passes the data of a frame on; false: the conversation is over. */
static bool read_data(const reader *r, int bits, size_t length)
{
    unsigned char mask[4], *data = malloc(length + 1);
    bool goes_on = data && read_bytes(r, mask, sizeof mask) && read_bytes(r, data, length);
    for (size_t i = 0; goes_on && i < length; i++)
        data[i] ^= mask[i % 4];
    goes_on = goes_on && wb_session_hear(r->connection, bits, (const char *)data, length);
    free(data);
    return goes_on;
}

/* Reads what is too large, as far as it is worth waiting for: who closes before that, is not heard to say why. */
static void pass_over(const reader *r, uint64_t length)
{
    unsigned char part[4096];
    uint64_t left = length < MAX_PASSED ? length : MAX_PASSED;
    while (left > 0) {
        const size_t count = left < sizeof part ? (size_t)left : sizeof part;
        if (!read_bytes(r, part, count))
            return;
        left -= count;
    }
}

static bool read_frame(const reader *r)
{
    unsigned char head[2];
    uint64_t length;
    if (!read_bytes(r, head, sizeof head))
        return false;
    if (!(head[1] & 0x80)) {
        wb_session_refuse(r->connection, WB_CLOSE_WRONG);
        return false;
    }
    if (!read_length(r, head[1] & 0x7fu, &length))
        return false;
    if (length > WB_MAX_MESSAGE) {
        pass_over(r, length + 4);
        wb_session_refuse(r->connection, WB_CLOSE_LARGE);
        return false;
    }
    return read_data(r, head[0], (size_t)length);
}

void wb_frames_read(wb_server *server, struct mg_connection *connection)
{
    const reader r = {server, connection, find_socket(server, connection)};
    if (r.socket < 0)
        return;
    while (read_frame(&r))
        continue;
    mg_disable_connection_keep_alive(connection);
}
