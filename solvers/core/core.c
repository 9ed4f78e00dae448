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

/* a'z, term after term. */
static inline double product_of(int64_t size, const double *a, const double *z) {
    if (size == 3) return a[0] * z[0] + a[1] * z[1] + a[2] * z[2];
    double product = a[0] * z[0];
    for (int64_t j = 1; j < size; j++) product += a[j] * z[j];
    return product;
}

/* a <- a + step z */
static inline void move_along(int64_t size, double *a, double step, const double *z) {
    for (int64_t j = 0; j < size; j++) a[j] += step * z[j];
}

/* ---- error-correcting passes ------------------------------------------------------------------
 *
 * Visit the samples z_i (the rows of z) in the order of each pass; where not a'z_i > limit, add a
 * multiple of the sample:
 *
 *     a <- a + rate z_i                                  the perceptron (no squares)
 *     a <- a + rate (target - a'z_i) / ||z_i||^2 z_i     the relaxation rule, squares_i = ||z_i||^2
 *
 * A rate that falls is rate / k, k the number of the correction (schedule = 1) or of the pass
 * (schedule = 2).  order holds the rows of the pass at hand, of the next one and so on; without it
 * each pass goes from the first row to the last.
 *
 * The run ends after a pass that corrected nothing (1), and pauses (0) as soon as that many passes
 * or corrections are made.  Called again with the same progress = {passes made, position in the
 * pass at hand, corrections made, of them before this pass, row corrected last} it goes on.
 *
 * pocket = {errors, criterion, a} keeps the best a on the way (Gallant's pocket algorithm), looked
 * at after each of the first `singly` corrections and after every pass: the fewest errors, not
 * a'z_i > 0, then the smallest criterion, the sum of what is missing to the target (of its squares
 * over 2 ||z_i||^2 for relaxation).
 */
static void keep_better(int64_t n, int64_t size, const double *restrict z,
                        const double *restrict squares, double target, const double *restrict a,
                        double *restrict pocket) {
    int64_t errors = 0;
    for (int64_t i = 0; i < n; i++) {
        errors += !(product_of(size, a, z + i * size) > 0.0);
        if ((double)errors > pocket[0]) return;
    }
    double criterion = 0.0;
    for (int64_t i = 0; i < n; i++) {
        double missing = target - product_of(size, a, z + i * size);
        if (missing > 0.0) criterion += squares ? 0.5 * missing * missing / squares[i] : missing;
    }
    if ((double)errors == pocket[0] && !(criterion < pocket[1])) return;
    pocket[0] = (double)errors, pocket[1] = criterion;
    for (int64_t j = 0; j < size; j++) pocket[2 + j] = a[j];
}

EXPORT int64_t correct(int64_t n, int64_t size, const double *restrict z, const int64_t *order,
                       const double *squares, double limit, double target, double rate,
                       int64_t schedule, int64_t passes, int64_t corrections, int64_t singly,
                       double *restrict a, int64_t *restrict progress, double *restrict pocket) {
    int64_t pass = progress[0], position = progress[1], made = progress[2], before = progress[3];
    int64_t is_clean = 0, last = progress[4];
    for (const int64_t *rows = order; pass < passes && !is_clean; rows = order ? rows + n : order) {
        for (; position < n && made < corrections; position++) {
            int64_t row = rows ? rows[position] : position;
            const double *sample = z + row * size;
            double product = product_of(size, a, sample);
            if (product > limit) continue;
            made++;
            last = row;
            int64_t k = schedule == 1 ? made : schedule == 2 ? pass + 1 : 1;
            double step = rate / (double)k;
            if (squares) step *= (target - product) / squares[row];
            move_along(size, a, step, sample);
            if (pocket && made <= singly) keep_better(n, size, z, squares, target, a, pocket);
        }
        if (position < n) break;
        is_clean = made == before;
        if (pocket && made > singly) keep_better(n, size, z, squares, target, a, pocket);
        pass++, position = 0, before = made;
    }
    progress[0] = pass, progress[1] = position, progress[2] = made, progress[3] = before;
    progress[4] = last;
    return is_clean;
}

/* ---- the Widrow-Hoff rule ---------------------------------------------------------------------
 *
 * Visit the samples and move every product towards 1, at the k-th visit by
 *
 *     a <- a + min(rate / k, cap_i) (1 - a'z_i) z_i
 *
 * The run ends after a pass whose mean square distance of the products from `best` is at most
 * `near` (1), and pauses (0) as soon as that many passes or visits are made.  order as above.
 * progress = {passes made, position in the pass at hand, visits made, of them capped}; distance[0]
 * is the mean square distance after the last pass.
 */
EXPORT int64_t lms(int64_t n, int64_t size, const double *restrict z, const int64_t *order,
                   const double *restrict caps, const double *restrict best, double rate,
                   double near, int64_t passes, int64_t visits, double *restrict a,
                   int64_t *restrict progress, double *restrict distance) {
    int64_t pass = progress[0], position = progress[1], made = progress[2], capped = progress[3];
    int64_t is_near = 0;
    for (const int64_t *rows = order; pass < passes && !is_near; rows = order ? rows + n : order) {
        for (; position < n && made < visits; position++) {
            int64_t row = rows ? rows[position] : position;
            const double *sample = z + row * size;
            double step = rate / (double)++made;
            if (step > caps[row]) step = caps[row], capped++;
            move_along(size, a, step * (1.0 - product_of(size, a, sample)), sample);
        }
        if (position < n) break;
        double sum = 0.0;
        for (int64_t i = 0; i < n; i++) {
            double off = product_of(size, a, z + i * size) - best[i];
            sum += off * off;
        }
        distance[0] = sum / (double)n;
        is_near = !(distance[0] > near);
        pass++, position = 0;
    }
    progress[0] = pass, progress[1] = position, progress[2] = made, progress[3] = capped;
    return is_near;
}

/* ---- the linear machine -----------------------------------------------------------------------
 *
 * The perceptron for many classes: where the score of the own class y, a_y'z_i, does not exceed
 * the largest score of the other classes, that of l, by more than the margin,
 *
 *     a_y <- a_y + rate z_i        a_l <- a_l - rate z_i
 *
 * a holds the weights of class 0, of class 1 and so on.  Order, schedule, end and pauses are
 * those of correct; progress[5] is the rival in the last correction.
 */
EXPORT int64_t correct_many(int64_t n, int64_t size, int64_t classes, const double *restrict z,
                            const int64_t *restrict labels, const int64_t *order, double margin,
                            double rate, int64_t schedule, int64_t passes, int64_t corrections,
                            double *restrict a, int64_t *restrict progress) {
    int64_t pass = progress[0], position = progress[1], made = progress[2], before = progress[3];
    int64_t is_clean = 0, last = progress[4], last_rival = progress[5];
    for (const int64_t *rows = order; pass < passes && !is_clean; rows = order ? rows + n : order) {
        for (; position < n && made < corrections; position++) {
            int64_t row = rows ? rows[position] : position;
            const double *sample = z + row * size;
            int64_t own = labels[row], rival = -1;
            double largest = 0.0;
            for (int64_t k = 0; k < classes; k++) {
                if (k == own) continue;
                double score = product_of(size, a + k * size, sample);
                if (rival < 0 || score > largest) rival = k, largest = score;
            }
            if (product_of(size, a + own * size, sample) - largest > margin) continue;
            made++;
            last = row, last_rival = rival;
            int64_t k = schedule == 1 ? made : schedule == 2 ? pass + 1 : 1;
            move_along(size, a + own * size, rate / (double)k, sample);
            move_along(size, a + rival * size, -rate / (double)k, sample);
        }
        if (position < n) break;
        is_clean = made == before;
        pass++, position = 0, before = made;
    }
    progress[0] = pass, progress[1] = position, progress[2] = made, progress[3] = before;
    progress[4] = last, progress[5] = last_rival;
    return is_clean;
}

/* ---- cells of a table ---------------------------------------------------------------------------
 *
 * Rows of plain cells: between two separators a number or, in a coded column, any text of one of at
 * most 255 contents.  A number is a sign, digits with a mark among them and perhaps an exponent: an
 * integer m of up to 19 digits times a power of ten.
 *
 *     m 10^k  with m < 2^53 and |k| <= 22 is one rounding of exact numbers, so the nearest double;
 *
 * else m = high + low is multiplied or divided in two doubles (Dekker 1971), whose error is below
 * 2^-102 of the result: the nearest double again where that error cannot change the rounding.
 *
 * places[column] is the row of numbers (of size rows) where a column goes, or -1 - p for the row p
 * of codes, whose 255 contents have their begin and end in the text in spans.  marked counts the
 * cells with a mark.  progress = {position in the text, row, column}.
 *
 * Returns 1 at the end of the text, -1 where no such cell or row stands, and 0 behind a number that
 * is not rounded here: progress goes on with its begin, its place and its row.
 */
enum { NAMES = 255, TEN = 10, EXACT = 22 };

static double power_of_ten(int64_t exponent) {
    double power = 1.0;
    while (exponent-- > 0) power *= TEN; /* exact up to 10^22 */
    return power;
}

/* x y - product without rounding, product = x y rounded. */
static double rest_of_product(double x, double y, double product) {
    double upper_x = 134217729.0 * x, upper_y = 134217729.0 * y;
    upper_x -= upper_x - x, upper_y -= upper_y - y;
    double lower_x = x - upper_x, lower_y = y - upper_y;
    return ((upper_x * upper_y - product) + upper_x * lower_y + lower_x * upper_y)
           + lower_x * lower_y;
}

/* m 10^exponent; returns whether it is the nearest double. */
static int64_t scale(uint64_t m, int64_t exponent, double *restrict value) {
    int64_t size = exponent < 0 ? -exponent : exponent;
    double high = (double)m;
    if (size == 0 && m <= 1ull << 53) return *value = high, 1;
    if (m == 0) return *value = 0.0, 1;
    if (size > EXACT) return 0;
    double power = power_of_ten(size), first = exponent < 0 ? high / power : high * power, second;
    if (m <= 1ull << 53) return *value = first, 1;
    double low = (double)(int64_t)(m - (uint64_t)high);
    if (exponent < 0) {
        double product = first * power;
        second = ((high - product) - rest_of_product(first, power, product) + low) / power;
    } else {
        second = rest_of_product(high, power, first) + low * power;
    }
    double error = first * 7.8886090522101181e-31; /* 2^-100 */
    *value = first + second;
    return first + (second - error) == first + (second + error);
}

static int64_t is_digit(uint8_t byte) {
    return byte >= '0' && byte <= '9';
}

/* Reads one number from text[at] on; returns where it ends, or -1 where none stands. */
static int64_t read_number(const uint8_t *restrict text, int64_t at, int64_t size, int64_t mark,
                           double *restrict value, int64_t *restrict has_mark,
                           int64_t *restrict is_rounded) {
    int64_t sign = 1, digits = 0, decimals = 0, exponent = 0, significant = 0;
    uint64_t m = 0;
    if (at < size && (text[at] == '-' || text[at] == '+')) sign = text[at++] == '-' ? -1 : 1;
    for (*has_mark = 0; at < size; at++) {
        if (is_digit(text[at])) {
            m = significant < 19 ? TEN * m + (uint64_t)(text[at] - '0') : m;
            significant += significant > 0 || text[at] != '0';
            digits++, decimals += *has_mark;
        } else if (text[at] == mark && !*has_mark) {
            *has_mark = 1;
        } else {
            break;
        }
    }
    if (digits == 0) return -1;
    if (at < size && (text[at] == 'e' || text[at] == 'E')) {
        int64_t down = 1, count = 0;
        at++;
        if (at < size && (text[at] == '-' || text[at] == '+')) down = text[at++] == '-' ? -1 : 1;
        for (; at < size && is_digit(text[at]); at++, count++)
            exponent = TEN * exponent + (text[at] - '0');
        if (count < 1 || count > 3) return -1;
        exponent *= down;
    }
    *is_rounded = significant <= 19 && scale(m, exponent - decimals, value);
    *value *= (double)sign;
    return at;
}

/* The code of the content of text[begin..end] in its column; -1 where there are too many. */
static int64_t code_of(const uint8_t *restrict text, int64_t begin, int64_t end,
                       int64_t *restrict spans) {
    for (int64_t code = 0; code < NAMES; code++) {
        int64_t *span = spans + 2 * code, k = 0;
        if (span[1] == 0) return span[0] = begin, span[1] = end, code;
        if (span[1] - span[0] != end - begin) continue;
        while (k < end - begin && text[span[0] + k] == text[begin + k]) k++;
        if (k == end - begin) return code;
    }
    return -1;
}

EXPORT int64_t cells(int64_t size, const uint8_t *restrict text, int64_t separator, int64_t mark,
                     int64_t columns, const int64_t *restrict places, int64_t rows,
                     double *restrict numbers, uint8_t *restrict codes, int64_t *restrict spans,
                     int64_t *restrict marked, int64_t *restrict progress) {
    int64_t at = progress[0], row = progress[1], column = progress[2];
    while (at < size) {
        int64_t place = places[column], begin = at, is_rounded = 1;
        if (row >= rows) return -1;
        progress[3] = begin, progress[4] = place, progress[5] = row;
        if (place >= 0) {
            int64_t has_mark;
            at = read_number(text, at, size, mark, numbers + place * rows + row, &has_mark,
                             &is_rounded);
            if (at < 0) return -1;
            marked[place] += has_mark;
        } else {
            while (at < size && text[at] != separator && text[at] >= ' ' && text[at] <= '~') at++;
            int64_t code = at > begin ? code_of(text, begin, at, spans + 2 * NAMES * (-1 - place))
                                      : -1;
            if (code < 0) return -1;
            codes[(-1 - place) * rows + row] = (uint8_t)code;
        }
        if (++column < columns) {
            if (at >= size || text[at++] != separator) return -1;
        } else {
            if (at + 1 < size && text[at] == '\r') at++;
            if (at < size && text[at++] != '\n') return -1;
            column = 0, row++;
        }
        progress[0] = at, progress[1] = row, progress[2] = column;
        if (!is_rounded) return 0;
    }
    return column == 0 ? 1 : -1;
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
