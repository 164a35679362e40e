/* sha256.h - SHA-256 (FIPS 180-4), to name an input by its content. */
#ifndef CG_CLI_SHA256_H
#define CG_CLI_SHA256_H
#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t h[8]; uint64_t size; unsigned char block[64]; } Sha256;

void sha256_init(Sha256 *s);
void sha256_add(Sha256 *s, const void *data, size_t n);
/* hex: 64 digits and a zero. s cannot be used any more. */
void sha256_finish(Sha256 *s, char hex[65]);
#endif
