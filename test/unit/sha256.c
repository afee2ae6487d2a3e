/* sha256.c - SHA-256 against the examples of FIPS 180-4 and of NIST's test vectors. */
#include "base/sha256.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void expect(const char *text, size_t length, const char *digits)
{
    char found[TML_SHA256_DIGITS + 1];
    tml_sha256(text, length, found);
    cr_expect_str_eq(found, digits);
}

Test(sha256, examples_of_the_standard)
{
    expect("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
           "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

Test(sha256, a_million_letters)
{
    enum { MILLION = 1000000 };
    char *text = malloc(MILLION);
    cr_assert_not_null(text);
    memset(text, 'a', MILLION);
    expect(text, MILLION, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(text);
}
