/* peer.c - whose program is at the other end of a connection on this machine, as the kernel's table of connections tells.
 *
 * A line of it: "number: address:port address:port state tx:rx timer:when retransmits uid …", addresses and ports in hexadecimal, the
 * near end first: here that of the other program. Where there is no such table, nobody is known to be another.
 */
#include "workbench/server/peer.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <unistd.h>

bool wb_peer_is_another(int port, int own)
{
    char line[256];
    const unsigned here = htonl(INADDR_LOOPBACK); /* as the kernel prints it */
    bool other = false;
    FILE *table = fopen("/proc/net/tcp", "re");
    while (table && fgets(line, sizeof line, table)) {
        unsigned from, from_port, to, to_port, uid;
        if (sscanf(line, "%*d: %8x:%4x %8x:%4x %*2x %*x:%*x %*x:%*x %*x %u", &from, &from_port, &to, &to_port, &uid) ==
                5 &&
            from == here && to == here && from_port == (unsigned)port && to_port == (unsigned)own)
            other = uid != (unsigned)getuid();
    }
    if (table)
        fclose(table);
    return other;
}
