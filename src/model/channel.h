/* channel.h - the table of channels: every named number that results, expressions, plots, the page and the reference know.
 *
 *   crank.vx      name "vx", of a body: unit m/s, quantity velocity, the rate of a measure, value TML_BODY_V + 0
 *
 * Joints and forces add channels of their own by their descriptors: the coordinates of a joint, the channels of a force.
 */
#pragma once
#include "model/force_class.h"

/* What a channel belongs to. The first part of its name is the owner's. */
typedef enum {
    TML_OF_TIME,             /* t */
    TML_OF_BODY,             /* crank.x */
    TML_OF_POINT,            /* crank.A.x */
    TML_OF_COORDINATE,       /* of a joint, beside its value: O.speed, or J.angle1_speed where it has several */
    TML_OF_LIMIT,            /* the same, where the coordinate has limits: O.limit, J.angle1_limit */
    TML_OF_ROD,              /* a joint of two points */
    TML_OF_RELATION,         /* a joint of an expression */
    TML_OF_TEETH,            /* wheels with teeth */
    TML_OF_PATH,             /* a belt or a cable; of several sections tension1, tension2 */
    TML_OF_ROLLING,          /* a joint of two surfaces */
    TML_OF_JOINT,            /* its reaction */
    TML_OF_FRICTION,         /* of a joint that has friction */
    TML_OF_CLEARANCE,        /* of a joint with clearance */
    TML_OF_FORCE,            /* the wrench of a force that reports one */
    TML_OF_CONTACT,          /* of two bodies: where they touch, and the wrench there */
    TML_OF_CONTACT_FRICTION, /* the same, where friction may stick */
    TML_OF_DEFLECTION,       /* of a bushing */
    TML_OF_DRIVER,
    TML_OF_STATE,       /* beside its value, which has the state's name */
    TML_OF_WHOLE,       /* energy.kinetic */
    TML_OF_LOSSES,      /* of the whole, where there are friction, stops or contacts */
    TML_OF_COMPLIANCE,  /* the same, where joints are compliant */
    TML_OF_ACTUATOR,    /* a joint's coordinate, force or driver in `inverse`, `balance` and `steady` */
    TML_OF_LINKAGE,     /* joints of a linkage with one driver, in `kinematics` */
    TML_OF_STEADY,      /* the whole, in `steady` */
    TML_OF_MODE,        /* the whole, in `modes` */
    TML_OF_SHAPE,       /* a body, in `modes` */
    TML_OF_RESPONSE,    /* of an output to an input, in `modes` */
    TML_OF_SENSITIVITY, /* an answer by a parameter, in `sensitivity` */
    TML_OWNER_COUNT,
} tml_channel_owner;

/* What an expression can make of a channel. */
typedef enum {
    TML_NO_CHANNEL,
    TML_DOUBTFUL_CHANNEL, /* it may be one: what it names was reported as wrong */
    TML_POSITION_CHANNEL,
    TML_SPEED_CHANNEL,
    TML_RESULT_CHANNEL, /* nothing: the equations of motion give it */
} tml_channel_sort;

/* The getter of a channel: which of the values of its owner it is. */
enum {
    TML_BODY_X,
    TML_BODY_V = 3,
    TML_BODY_A = 6,
    TML_BODY_W = 9,
    TML_BODY_ALPHA = 12,
    TML_BODY_ANGLE = 15,
    TML_BODY_Q = 16,
    TML_BODY_VALUES = 20,
};
enum { TML_COORDINATE_VALUE, TML_COORDINATE_RATE, TML_COORDINATE_ACCELERATION, TML_COORDINATE_VALUES };
enum { TML_WRENCH_FORCE, TML_WRENCH_TORQUE = 3, TML_WRENCH_VALUES = 6 };
enum { TML_CONTACT_POINT, TML_CONTACT_FORCE = 3, TML_CONTACT_TORQUE = 6, TML_CONTACT_VALUES = 9 };
enum { TML_DRIVER_FORCE, TML_DRIVER_POWER, TML_DRIVER_VALUES };
enum {
    TML_KINETIC,
    TML_POTENTIAL,
    TML_WORK,
    TML_ENERGY_ERROR,
    TML_POSITION_RESIDUAL,
    TML_VELOCITY_RESIDUAL,
    TML_WHOLE_VALUES
};
enum { TML_FRICTION_LOSS, TML_IMPACT_LOSS, TML_LOSS_VALUES };
enum { TML_OPENING, TML_OPENING_ROTATION, TML_COMPLIANCE_VALUES };

typedef enum { TML_PLANE_AND_SPACE, TML_ONLY_PLANE, TML_ONLY_SPACE } tml_channel_where;

typedef struct {
    const char *name;     /* "vx": its last part; of the whole all of it */
    const char *unit;     /* "m/s"; "": none, or one that depends on others */
    const char *quantity; /* "velocity": what shares a panel of a plot, and its axis title */
    const char *doc;      /* what it is, in a few words */
    const char *vector;   /* "v": of a component of a vector with a magnitude, its name without the axis; NULL: none */
    int value;            /* of its owner; where an analysis gives it: its number there */
    tml_channel_sort sort;
    tml_channel_where where;
    tml_channel_along along; /* of coordinates and drivers: those that it belongs to */
    bool is_check;           /* shares a panel with its own quantity only: beside others it is too small to be seen */
    tml_row measure;         /* of a body's or a point's position or velocity: what expressions read */
} tml_channel;

/* A column of results: "crank.x", "m". */
typedef struct {
    const char *name, *unit;
} tml_column;

typedef struct {
    const char *of; /* "body": what they belong to, in a word or a few */
    bool is_whole;  /* names are complete: there is but one owner */
    const tml_channel *list;
    int count;
} tml_channel_list;

extern const tml_channel_list tml_channel_lists[TML_OWNER_COUNT];

/* The values of an owner that are reported, in the order of the table. */
enum { TML_MAX_CHANNELS = 24 };
typedef struct {
    unsigned char count, value[TML_MAX_CHANNELS];
    const tml_channel *channel[TML_MAX_CHANNELS];
} tml_channel_order;
/* Of every owner, along translations and along rotations: made once for a system, so that nothing is looked up in a step. */
typedef struct {
    tml_channel_order of[TML_OWNER_COUNT][2];
} tml_channel_orders;
void tml_channel_orders_find(tml_channel_orders *orders, bool space);

/* Whether the channel is there in the plane or in space, of a rotation or a translation. */
static inline bool tml_channel_exists(const tml_channel *channel, bool space, bool is_rotation)
{
    return channel->where != (space ? TML_ONLY_PLANE : TML_ONLY_SPACE) &&
           channel->along != (is_rotation ? TML_TRANSLATIONS : TML_ROTATIONS);
}

/* How many channels an owner has, whatever coordinates are. */
size_t tml_channel_count(tml_channel_owner of, bool space);
/* The i-th channel of an owner that is there; NULL behind the last. */
const tml_channel *tml_channel_at(tml_channel_owner of, bool space, bool is_rotation, int i);
/* The channel of an owner with this name; NULL: none. */
const tml_channel *tml_channel_of(tml_channel_owner of, const char *name, bool space, bool is_rotation);

/* What a name alone says of a channel, for results that carry nothing else. */
typedef struct {
    const char *unit;     /* "" none, or not known: `speed` is that of an angle or of a displacement */
    const char *quantity; /* "" not known */
    const char *doc;      /* "" not known */
    bool is_check;
    bool is_result; /* no expression can use a channel with such a name */
} tml_channel_meaning;

tml_channel_meaning tml_channel_find_meaning(const char *name);
/* What follows the last point of a name: "fx" of "A.fx". */
const char *tml_channel_last(const char *name);
/* What an expression can make of a channel of a force. */
tml_channel_sort tml_force_channel_sort(const tml_force_channel *channel);
/* The channel of a force along a rotation or a translation by what it tells (TML_CHANNEL_FORCE); NULL: it has none. */
const tml_force_channel *tml_force_channel_find(const tml_force_class *force, int what, bool is_rotation);
static inline bool tml_force_channel_exists(const tml_force_channel *channel, bool is_rotation)
{
    return channel->along != (is_rotation ? TML_TRANSLATIONS : TML_ROTATIONS);
}
