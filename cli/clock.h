/* clock.h - a clock that only rises. */
#pragma once

double cli_clock(void); /* s */
