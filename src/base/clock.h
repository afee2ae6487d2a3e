/* clock.h - time that passes, and CPU time. */
#pragma once

/* A clock that only rises, s. */
double tml_wall_time(void);
/* CPU time of the calling thread, s. */
double tml_cpu_time(void);
