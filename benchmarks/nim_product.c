/* Nim products of numbers with 2^n bits, stored as 64-bit words, least significant first: a
   straightforward Karatsuba multiplication over the tower of fields. */
#include <stdint.h>
#include <string.h>

typedef uint64_t word;
static uint16_t logs[65536], powers[2 * 65535];

static word plain(word a, word b, int digits) {
    if (digits == 1) return a & b;
    int half = digits / 2;
    word mask = ((word)1 << half) - 1, low = plain(a & mask, b & mask, half);
    word high = plain(a >> half, b >> half, half);
    word cross = plain((a ^ a >> half) & mask, (b ^ b >> half) & mask, half);
    return (cross ^ low) << half ^ low ^ plain(high, (word)1 << (half - 1), half);
}

void prepare(void) {
    word power = 1;
    for (int i = 0; i < 65535; i++, power = plain(power, 258, 16)) {
        powers[i] = powers[i + 65535] = power;
        logs[power] = i;
    }
}

static word times(word a, word b, int digits) {
    if (digits == 16) return a && b ? powers[logs[a] + logs[b]] : 0;
    int half = digits / 2;
    word mask = ((word)1 << half) - 1, low = times(a & mask, b & mask, half);
    word high = times(a >> half, b >> half, half);
    word cross = times((a ^ a >> half) & mask, (b ^ b >> half) & mask, half);
    return (cross ^ low) << half ^ low ^ times(high, (word)1 << (half - 1), half);
}

/* Multiply a in place by F/2, where F/2 is the top bit of `words` words. */
static void times_half(word *a, int words) {
    if (words == 1) { *a = times(*a, (word)1 << 63, 64); return; }
    int half = words / 2;
    word *high = a + half;
    for (int i = 0; i < half; i++) { word low = a[i]; a[i] = high[i]; high[i] ^= low; }
    times_half(a, half);
    times_half(a, half);
    times_half(high, half);
}

void product(const word *a, const word *b, word *out, int words) {
    if (words == 1) { *out = times(*a, *b, 64); return; }
    int half = words / 2;
    word x[half], y[half], cross[half], high[half];
    for (int i = 0; i < half; i++) { x[i] = a[i] ^ a[half + i]; y[i] = b[i] ^ b[half + i]; }
    product(a, b, out, half);
    product(a + half, b + half, high, half);
    product(x, y, cross, half);
    times_half(high, half);
    for (int i = 0; i < half; i++) { out[half + i] = cross[i] ^ out[i]; out[i] ^= high[i]; }
}
