/* The loops of the solvers that visit one sample or one pair at a time: Python takes a hundred
 * times as long for them.
 *
 * Each stands in reference.py once more, as a lecture writes it, and equals it visit for visit.
 * Nothing is allocated here and nothing known of Python or of a C library.  Arrays are contiguous
 * and belong to the caller.  Sums are taken in the order in which they are written, with + - * /
 * alone, so that every compiler gives the same numbers.
 *
 * A loop is a function here, a signature and a function in __init__.py, and one in reference.py.
 * After a change: python packaging/build_core.py
 */
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
/* What Windows expects of a library that brings no C library along. */
int _fltused = 1;
int DllMainCRTStartup(void *library, unsigned reason, void *reserved) {
    (void)library, (void)reason, (void)reserved;
    return 1;
}
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* Compilers call these two of their own accord. */
void *memset(void *to, int value, size_t count) {
    unsigned char *bytes = to;
    for (size_t k = 0; k < count; k++) bytes[k] = (unsigned char)value;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t k = 0; k < count; k++) target[k] = source[k];
    return to;
}

/* The digest of this file, as it was when it was compiled. */
EXPORT const char *source_digest(void) {
    return SOURCE_DIGEST;
}

/* ---- error-correcting passes ------------------------------------------------------------------
 *
 * Visit the samples z_i (the rows of z) in the order of each pass; where not a'z_i > limit, add a
 * multiple of the sample:
 *
 *     a <- a + rate z_i                                  the perceptron (no squares)
 *     a <- a + rate (target - a'z_i) / ||z_i||^2 z_i     the relaxation rule, squares_i = ||z_i||^2
 *
 * A rate that falls is rate / k with k the number of the correction (falling = 1) or of the pass
 * (falling = 2).  order holds the rows of the pass at hand, of the next one and so on; without it
 * each pass goes from the first row to the last.
 *
 * The run ends after a pass that corrected nothing (1), and pauses (0) as soon as that many passes
 * or corrections are made.  Called again with the same progress = {passes made, position in the
 * pass at hand, corrections made, of them before this pass} it goes on.
 */
EXPORT int64_t correct(int64_t n, int64_t size, const double *restrict z, const int64_t *order,
                       const double *squares, double limit, double target, double rate,
                       int64_t falling, int64_t passes, int64_t corrections, double *restrict a,
                       int64_t *restrict progress) {
    int64_t pass = progress[0], position = progress[1], made = progress[2], before = progress[3];
    int64_t is_clean = 0;
    for (const int64_t *rows = order; pass < passes && !is_clean; rows = order ? rows + n : order) {
        for (; position < n && made < corrections; position++) {
            int64_t row = rows ? rows[position] : position;
            const double *sample = z + row * size;
            double product = a[0] * sample[0];
            for (int64_t j = 1; j < size; j++) product += a[j] * sample[j];
            if (product > limit) continue;
            made++;
            int64_t k = falling == 1 ? made : falling == 2 ? pass + 1 : 1;
            double step = rate / (double)k;
            if (squares) step *= (target - product) / squares[row];
            for (int64_t j = 0; j < size; j++) a[j] += step * sample[j];
        }
        if (position < n) break;
        is_clean = made == before;
        pass++, position = 0, before = made;
    }
    progress[0] = pass, progress[1] = position, progress[2] = made, progress[3] = before;
    return is_clean;
}

/* ---- LZW, as GIF packs its pixels --------------------------------------------------------------
 *
 * Welch 1984, GIF89a appendix F: bytes become codes of 9 to 12 bits, the low bit first.  A code is
 * the longest run that is in the table; run and next byte enter the table.  When all 4096 codes
 * are taken, a code says so and the table is emptied.
 *
 * table is an open hash of SLOTS places for (run << 8 | byte) << 12 | code; out has room for 2 n
 * bytes and a few more.  Returns how many are written.
 */
enum { CLEAR = 256, END = 257, CODES = 4096, SLOTS = 8192 };

typedef struct {
    uint8_t *bytes;
    int64_t count, bits, held; /* the bits that do not fill a byte yet, and their number */
} Writer;

static void put(Writer *writer, int64_t code, int64_t size) {
    writer->bits |= code << writer->held;
    writer->held += size;
    for (; writer->held >= 8; writer->held -= 8, writer->bits >>= 8)
        writer->bytes[writer->count++] = (uint8_t)writer->bits;
}

EXPORT int64_t lzw(int64_t n, const uint8_t *restrict data, int64_t *restrict table,
                   uint8_t *restrict out) {
    Writer writer = {out, 0, 0, 0};
    int64_t size = 9, next = END + 1, run = data[0];
    for (int64_t slot = 0; slot < SLOTS; slot++) table[slot] = -1;
    put(&writer, CLEAR, size);
    for (int64_t k = 1; k < n; k++) {
        int64_t key = run << 8 | data[k];
        uint32_t slot = (uint32_t)key * 2654435761u >> 19;
        while (table[slot] >= 0 && table[slot] >> 12 != key) slot = (slot + 1) % SLOTS;
        if (table[slot] >= 0) {
            run = table[slot] & (CODES - 1);
            continue;
        }
        put(&writer, run, size);
        run = data[k];
        if (next < CODES) {
            table[slot] = key << 12 | next;
            size += next == 1 << size;
            next++;
        } else {
            for (slot = 0; slot < SLOTS; slot++) table[slot] = -1;
            put(&writer, CLEAR, size);
            size = 9, next = END + 1;
        }
    }
    put(&writer, run, size);
    /* After the last run the reader has one more entry in its table. */
    size += next == 1 << size && size < 12;
    put(&writer, END, size);
    if (writer.held > 0) out[writer.count++] = (uint8_t)writer.bits;
    return writer.count;
}
