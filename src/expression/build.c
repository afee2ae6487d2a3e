/* build.c - emits operations on a tape; constant subexpressions are folded and not emitted. */
#include "expression/build.h"
#include <stdint.h>
#include <string.h>

enum { SEARCH_RANGE = 64 }; /* how far back common subexpressions are searched */

tml_value tml_build_constant(double number, tml_kind kind)
{
    return (tml_value){.constant = true, .number = number, .kind = kind};
}

/* Bitwise: 0 and -0 are different constants. */
static bool same_instruction(const tml_instruction *a, const tml_instruction *b)
{
    uint64_t bits_a, bits_b;
    memcpy(&bits_a, &a->value, sizeof bits_a);
    memcpy(&bits_b, &b->value, sizeof bits_b);
    return a->op == b->op && a->a == b->a && a->b == b->b && a->c == b->c && bits_a == bits_b;
}

static void make_room(tml_builder *b)
{
    if (b->count < b->capacity)
        return;
    int capacity = b->capacity ? 2 * b->capacity : 16;
    tml_instruction *tape = TML_NEW_ARRAY(b->arena, tml_instruction, capacity);
    if (b->count)
        memcpy(tape, b->tape, (size_t)b->count * sizeof *tape);
    b->tape = tape;
    b->capacity = capacity;
}

/* Emits an operation, or finds an equal one on the tape. */
static int emit(tml_builder *b, tml_instruction instruction)
{
    for (int i = b->count - 1; i >= 0 && i >= b->count - SEARCH_RANGE; i--)
        if (same_instruction(&b->tape[i], &instruction))
            return i;
    make_room(b);
    b->tape[b->count] = instruction;
    return b->count++;
}

static int slot_of(tml_builder *b, tml_value v)
{
    return v.constant ? emit(b, (tml_instruction){.op = TML_OP_CONSTANT, .value = v.number}) : v.slot;
}

tml_value tml_build_input(tml_builder *b, int input, tml_kind kind)
{
    return (tml_value){.slot = emit(b, (tml_instruction){.op = TML_OP_INPUT, .a = input}), .kind = kind};
}

tml_value tml_build(tml_builder *b, tml_instruction instruction, const tml_value *operands)
{
    int *const slots[3] = {&instruction.a, &instruction.b, &instruction.c};
    int count = tml_op_arity(instruction.op);
    double numbers[3] = {0, 0, 0};
    tml_value result = {.constant = true};
    for (int i = 0; i < count; i++) {
        result.constant = result.constant && operands[i].constant;
        result.bad = result.bad || operands[i].bad;
        result.fault = result.fault ? result.fault : operands[i].fault;
        numbers[i] = operands[i].number;
        *slots[i] = i;
    }
    if (result.bad)
        return (tml_value){.bad = true};
    if (result.constant) {
        result.number = tml_instruction_value(&instruction, numbers, NULL);
        return result;
    }
    for (int i = 0; i < count; i++)
        *slots[i] = slot_of(b, operands[i]);
    result.slot = emit(b, instruction);
    return result;
}

tml_value tml_build_op(tml_builder *b, tml_op op, tml_value x, tml_value y)
{
    return tml_build(b, (tml_instruction){.op = op}, (tml_value[]){x, y});
}

tml_value tml_build_power(tml_builder *b, tml_value x, double n)
{
    if (n == 2)
        return tml_build_op(b, TML_OP_MULTIPLY, x, x);
    if (n == 1)
        return x;
    return tml_build(b, (tml_instruction){.op = TML_OP_POWER, .value = n}, &x);
}

/* ramp((x - x0) / (x1 - x0)) */
tml_value tml_build_ramp(tml_builder *b, tml_value x, tml_value x0, tml_value x1)
{
    tml_value offset = tml_build_op(b, TML_OP_SUBTRACT, x, x0), width = tml_build_op(b, TML_OP_SUBTRACT, x1, x0);
    tml_value u = tml_build_op(b, TML_OP_DIVIDE, offset, width);
    return tml_build(b, (tml_instruction){.op = TML_OP_RAMP}, &u);
}

void tml_build_mark_needed(const tml_instruction *tape, int slot, int *needed)
{
    needed[slot] = 1;
    for (int i = slot; i >= 0; i--) {
        const int operands[3] = {tape[i].a, tape[i].b, tape[i].c};
        for (int j = 0; needed[i] && j < tml_op_arity(tape[i].op); j++)
            needed[operands[j]] = 1;
    }
}

const tml_expression *tml_build_finish(tml_builder *b, tml_value v)
{
    int slot = slot_of(b, v), count = 0;
    int *needed = TML_NEW_ARRAY(b->arena, int, slot + 1);
    int *number = TML_NEW_ARRAY(b->arena, int, slot + 1); /* the new number of each operation */
    tml_build_mark_needed(b->tape, slot, needed);
    for (int i = 0; i <= slot; i++)
        count += needed[i];
    tml_instruction *tape = TML_NEW_ARRAY(b->arena, tml_instruction, count);
    for (int i = 0, n = 0; i <= slot; i++) {
        tml_instruction k = b->tape[i];
        int *const operands[3] = {&k.a, &k.b, &k.c};
        if (!needed[i])
            continue;
        for (int j = 0; j < tml_op_arity(k.op); j++)
            *operands[j] = number[*operands[j]];
        number[i] = n;
        tape[n++] = k;
    }
    tml_expression *e = TML_NEW(b->arena, tml_expression);
    *e = (tml_expression){.tape = tape, .count = (size_t)count, .typed = v.kind.typed, .dimension = v.kind.dimension};
    return e;
}
