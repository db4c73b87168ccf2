/* Grundy values of single heaps in the octal game 0.16, computed from all options: a move takes 1
   and leaves nothing, or takes 2 and leaves one or two heaps. */
#include <stdint.h>
#include <string.h>

/* Store the values of heaps of 0 to count - 1 sticks. They must be less than 256. */
void heap_values(uint8_t *values, int64_t count) {
    for (int64_t heap = 0; heap < count; heap++) {
        uint8_t is_option[257];
        memset(is_option, 0, sizeof is_option);
        if (heap == 1) is_option[0] = 1;
        int64_t rest = heap - 2;
        if (rest > 0) is_option[values[rest]] = 1;
        for (int64_t part = 1; part <= rest / 2; part++)
            is_option[values[part] ^ values[rest - part]] = 1;
        int value = 0;
        while (is_option[value]) value++;
        values[heap] = value;
    }
}
