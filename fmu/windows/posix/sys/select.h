/* select.h - waiting for a terminal; see termios.h. */
#pragma once

typedef int fd_set;
#define FD_ZERO(set)        ((void)(*(set) = 0))
#define FD_SET(file, set)   ((void)(*(set) = (file)))
#define FD_ISSET(file, set) ((void)(file), (void)(set), 0)

#define select(count, read, write, except, timeout) ((void)(count), (void)(timeout), -1)
