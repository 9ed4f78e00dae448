/* The loops of the solvers that visit one sample or one pair at a time: Python takes a hundred
 * times as long for them.
 *
 * Each stands in reference.py once more, as a lecture writes it, and makes the same visits (lms and
 * walk but for rounding, which may decide a tie).
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
 *
 * votes = {visits, sum} has the sum of the a's after each of that many visits, those since the last
 * correction not counted yet: an a that survived c visits counts c times (Freund and Schapire).
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

/* votes[1...] <- votes[1...] + c a, where a survived the last c of so many visits. */
static inline void count_votes(int64_t size, int64_t visits, const double *restrict a,
                               double *restrict votes) {
    move_along(size, votes + 1, (double)visits - votes[0], a);
    votes[0] = (double)visits;
}

static inline int64_t correct_in(int64_t n, int64_t size, const double *restrict z,
                                 const int64_t *order, const double *squares, double limit,
                                 double target, double rate, int64_t schedule, int64_t passes,
                                 int64_t corrections, int64_t singly, double *restrict a,
                                 int64_t *restrict progress, double *restrict pocket,
                                 double *restrict votes) {
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
            if (votes) count_votes(size, pass * n + position, a, votes);
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

/* In the plane a stays in registers, which takes a fifth of the time off. */
EXPORT int64_t correct(int64_t n, int64_t size, const double *restrict z, const int64_t *order,
                       const double *squares, double limit, double target, double rate,
                       int64_t schedule, int64_t passes, int64_t corrections, int64_t singly,
                       double *restrict a, int64_t *restrict progress, double *restrict pocket,
                       double *restrict votes) {
    if (size != 3)
        return correct_in(n, size, z, order, squares, limit, target, rate, schedule, passes,
                          corrections, singly, a, progress, pocket, votes);
    double plane[3] = {a[0], a[1], a[2]};
    int64_t is_clean = correct_in(n, 3, z, order, squares, limit, target, rate, schedule, passes,
                                  corrections, singly, plane, progress, pocket, votes);
    for (int64_t j = 0; j < 3; j++) a[j] = plane[j];
    return is_clean;
}

/* The batch perceptron: in each pass the sum of all samples with not a'z_i > limit at once,
 *
 *     a <- a + rate sum of z_i        with rate / k in the k-th pass where the rate falls
 *
 * The run ends where there is none (1), or with a step that is not longer than the threshold or no
 * longer changes a (2), and pauses (0) as soon as that many passes are made.  progress, pocket and
 * votes are those of correct, a pass being n visits of the a after it; sums has room for the sum.
 */
EXPORT int64_t correct_together(int64_t n, int64_t size, const double *restrict z, double limit,
                                double target, double rate, int64_t falls, double threshold,
                                int64_t passes, double *restrict a, int64_t *restrict progress,
                                double *restrict pocket, double *restrict votes,
                                double *restrict sums) {
    while (progress[0] < passes) {
        int64_t wrong = 0;
        for (int64_t j = 0; j < size; j++) sums[j] = 0.0;
        for (int64_t i = 0; i < n; i++) {
            if (product_of(size, a, z + i * size) > limit) continue;
            wrong++;
            move_along(size, sums, 1.0, z + i * size);
        }
        if (!wrong) return 1;
        if (votes) count_votes(size, progress[0] * n, a, votes);
        double step = falls ? rate / (double)(progress[0] + 1) : rate, squares = 0.0;
        int64_t is_changed = 0;
        for (int64_t j = 0; j < size; j++) {
            double before = a[j];
            a[j] += step * sums[j];
            is_changed |= a[j] != before;
            squares += step * sums[j] * (step * sums[j]);
        }
        progress[0]++, progress[2] += wrong;
        if (pocket) keep_better(n, size, z, 0, target, a, pocket);
        if (!is_changed || squares <= threshold * threshold) return 2;
    }
    return 0;
}

/* ---- the Widrow-Hoff rule ---------------------------------------------------------------------
 *
 * Visit the samples and move every product towards 1, at the k-th visit by
 *
 *     a <- a + step e z_i,    e = 1 - a'z_i,    step = min(rate / k, cap_i)
 *
 * The run ends after a pass whose mean square distance of the products from `best` is at most
 * `near` (1), and pauses (0) as soon as that many passes are made.  order as above.
 * progress = {passes made, position in the pass at hand, visits made, of them capped}.
 *
 * A visit would wait for the whole one before it; what the next sample z misses is known earlier,
 *
 *     1 - (a + step e z_i)'z = (1 - step (z_i'z) e) - a'z,
 *
 * with z_i'z and a'z at hand before e is: twice as fast, equal but for rounding.
 */
EXPORT int64_t lms(int64_t n, int64_t size, const double *restrict z, const int64_t *order,
                   const double *restrict caps, const double *restrict best, double rate,
                   double near, int64_t passes, double *restrict a, int64_t *restrict progress) {
    int64_t pass = progress[0], position = progress[1], made = progress[2], capped = progress[3];
    int64_t is_near = 0;
    for (const int64_t *rows = order; pass < passes && !is_near; rows = order ? rows + n : order) {
        int64_t row = position == n ? 0 : rows ? rows[position] : position; /* n: a pass is over */
        double missing = 1.0 - product_of(size, a, z + row * size);
        for (; position < n; position++) {
            const double *sample = z + row * size;
            double step = rate / (double)++made;
            if (step > caps[row]) step = caps[row], capped++;
            if (position + 1 < n) row = rows ? rows[position + 1] : position + 1;
            const double *next = z + row * size;
            double ahead = 1.0 - step * product_of(size, sample, next) * missing;
            ahead -= product_of(size, a, next);
            for (int64_t j = 0; j < size; j++) a[j] += step * sample[j] * missing;
            missing = ahead;
        }
        double sum = 0.0, limit = near * (double)n;
        for (int64_t i = 0; i < n && !(sum > limit); i++) {
            double off = product_of(size, a, z + i * size) - best[i];
            sum += off * off;
        }
        is_near = sum <= limit;
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

/* ---- the walk ---------------------------------------------------------------------------------
 *
 * The minimum of a quadratic and a sum of maxima of affine functions,
 *
 *     F(theta) = 1/2 theta'P theta + c sum_i v_i max_k a_ik,
 *     a_ik     = delta_ik + <theta_k - theta_y, u_i>,    y = label_i,    theta_{K-1} = 0,
 *
 * theta = (theta_0 .. theta_{K-2}), each with r coordinates, the last of them an offset.  With
 * K = 2, all labels 0 and u_i = z_i the alternatives are 0 and 1 - <theta, z_i>: the soft margin.
 * With more classes it is the loss of Crammer and Singer.
 *
 * Each point counts by one alternative.  A tie (i, k) holds another one, k, at the same value; of
 * the weight v_i its multiplier lambda belongs to k.  S is the pull of all points,
 * sum_i v_i (u_i at y, -u_i at the alternative that counts).  A round is
 *
 * 1. Newton's step d on the ties,
 *
 *        (P + E)/c d - sum_q dlambda_q pull_q = S + sum_q lambda_q pull_q - P theta/c
 *        <pull_q, d>                          = what tie q is off,
 *
 *    over c, so that the ties come first where it is large.  The inertia E is that of offsets which
 *    no tie binds to the last one, without it the system would be singular; the step is then all
 *    but that of these offsets alone, to their best value;
 * 2. the kinks that a full step passes: points where another alternative becomes the largest;
 * 3. without any: the whole step.  A multiplier below 0, or lambdas of more than v_i in a point,
 *    end a tie; else it is the optimum, once everything was summed anew;
 * 4. else the exact minimum along the step.  The points passed change sides; the kink that stops
 *    the step becomes a tie.
 *
 * A walk BEGINS at theta, or RESTARTS at the minimum for its ties and the alternatives that count;
 * called again after some rounds it GOES_ON, or RESUMES with new points and all sums anew.
 */
enum { STAGE, ROUNDS, TIES, STILL_STEPS, IS_FRESH, IS_CERTAIN, IS_BOUND, POINT, EVENT };
enum { BEGINS, GOES_ON, RESTARTS, RESUMES }; /* STAGE */
enum { NO_EVENT, STOP, JOIN, LEAVE };    /* EVENT, in the last round, of POINT */
enum { OPTIMUM, UNFINISHED, SINGULAR, STUCK };

#define INERTIA 1e-7        /* of the offsets, times c n or the size of P, which is 1 */
#define MOST_STILL_STEPS 40       /* steps of length zero */
#define NO_LENGTH 1e-13     /* a shorter step counts as zero */
#define OUT_OF_BOX 1e-11    /* a multiplier this little out of its range is rounding */
#define LOST_DIGITS 1e-3    /* scores rounded by this part of a margin tell nothing any more */
#define FLAT 1e-12          /* a slope that is this part of the first one is zero */
#define ALIKE 1e-9          /* of multipliers that differ by this part the first one counts */
#define BUCKETS 64
#define TOGETHER 64         /* points looked at together */
#define MOST_CLASSES 128
#define EPSILON 2.220446049250313e-16

typedef struct {
    int64_t n, r, K, size;
    const double *u, *weights, *deltas, *P, *folded;
    const uint8_t *labels;
    double c, reach, *theta, *pull, *values, *multipliers;
    uint8_t *counts;
    int64_t *ties, *info;
    double *speeds, *matrix, *right;
    uint8_t *is_tied;
    double inertia[MOST_CLASSES]; /* of the offset of each class */
} Walk;

typedef struct {
    double time, bend;
    int64_t point;
    int32_t from, to;
} Kink;

static double size_of(double x) { return x < 0.0 ? -x : x; }

static double weight(const Walk *w, int64_t i) { return w->weights ? w->weights[i] : 1.0; }

static double delta(const Walk *w, int64_t i, int64_t k) {
    return w->deltas ? w->deltas[k * w->n + i] : (double)(k != w->labels[i]);
}

/* Add amount times u_i to the part of alternative k, every stride-th number of sum. */
static void add(const Walk *w, double *sum, int64_t stride, int64_t i, int64_t k, double amount) {
    if (k == w->K - 1) return;
    for (int64_t j = 0; j < w->r; j++)
        sum[(k * w->r + j) * stride] += amount * w->u[j * w->n + i];
}

/* Point i counts by alternative k from now on. */
static void turn(Walk *w, int64_t i, int64_t k) {
    add(w, w->pull, 1, i, w->counts[i], weight(w, i));
    add(w, w->pull, 1, i, k, -weight(w, i));
    w->counts[i] = (uint8_t)k;
}

/* rows (K-1, n) = theta_k'u_i; those of the last alternative are 0. */
static void multiply(const Walk *w, const double *theta, double *restrict rows) {
    const int64_t n = w->n, r = w->r;
    for (int64_t k = 0; k < w->K - 1; k++, theta += r, rows += n) {
        const double *restrict u = w->u;
        if (r == 3) {
            double a = theta[0], b = theta[1], c = theta[2];
            for (int64_t i = 0; i < n; i++) rows[i] = a * u[i] + b * u[n + i] + c * u[2 * n + i];
            continue;
        }
        for (int64_t i = 0; i < n; i++) rows[i] = theta[0] * u[i];
        for (int64_t j = 1; j < r; j++)
            for (int64_t i = 0; i < n; i++) rows[i] += theta[j] * u[j * n + i];
    }
}

/* How far from its kink a point counts as lying on it: the rounding of a score. */
static double tolerance(const Walk *w, const double *step) {
    double length = 0.0, wide = w->reach > 1.0 ? w->reach : 1.0;
    for (int64_t p = 0; p < w->size; p++) length += size_of(w->theta[p] + (step ? step[p] : 0.0));
    double rounding = 32.0 * EPSILON * (length * wide + 1.0);
    return rounding <= 1e-12 ? 1e-12 : rounding; /* what is no number stays none */
}

/* a'b, in four sums that do not wait for each other */
static double product(int64_t n, const double *a, const double *b) {
    double sums[4] = {0.0};
    int64_t whole = n & ~(int64_t)3;
    for (int64_t i = 0; i < whole; i += 4)
        for (int64_t q = 0; q < 4; q++) sums[q] += a[i + q] * b[i + q];
    for (int64_t i = whole; i < n; i++) sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* Values and pull from scratch; a point that is clearly on another side than it counts changes. */
static void sum_anew(Walk *w, int64_t may_change) {
    const int64_t n = w->n, K = w->K;
    multiply(w, w->theta, w->values);
    for (int64_t i = 0; i < n; i++) w->values[(K - 1) * n + i] = 0.0;
    for (int64_t k = 0; k < K; k++)
        for (int64_t i = 0; i < n; i++) w->values[k * n + i] += delta(w, i, k);
    double near = tolerance(w, 0);
    for (int64_t i = 0; may_change && i < n; i++) {
        if (w->is_tied[i]) continue;
        double most = w->values[w->counts[i] * n + i] + near;
        for (int64_t k = 0; k < K; k++)
            if (w->values[k * n + i] > most) most = w->values[k * n + i], w->counts[i] = (uint8_t)k;
    }
    double *part = w->speeds; /* of the weight of each point that pulls at class k */
    for (int64_t k = 0; k < K - 1; k++) {
        for (int64_t i = 0; i < n; i++)
            part[i] = (w->labels[i] == k ? 1.0 : 0.0) - (w->counts[i] == k ? 1.0 : 0.0);
        for (int64_t i = 0; w->weights && i < n; i++) part[i] *= w->weights[i];
        for (int64_t p = k * w->r; p < (k + 1) * w->r; p++)
            w->pull[p] = w->folded[p] + product(n, part, w->u + (p - k * w->r) * n);
    }
    w->info[IS_FRESH] = 1;
}

/* Gaussian elimination with partial pivoting; 0 where a pivot vanishes. */
static int64_t eliminate(int64_t m, double *A, double *right) {
    for (int64_t k = 0; k < m; k++) {
        int64_t pivot = k;
        for (int64_t i = k + 1; i < m; i++)
            if (size_of(A[i * m + k]) > size_of(A[pivot * m + k])) pivot = i;
        if (!(size_of(A[pivot * m + k]) > 0.0)) return 0;
        if (pivot != k) {
            double kept = right[k];
            right[k] = right[pivot], right[pivot] = kept;
            for (int64_t j = k; j < m; j++)
                kept = A[k * m + j], A[k * m + j] = A[pivot * m + j], A[pivot * m + j] = kept;
        }
        for (int64_t i = k + 1; i < m; i++) {
            double factor = A[i * m + k] / A[k * m + k];
            if (factor == 0.0) continue;
            for (int64_t j = k + 1; j < m; j++) A[i * m + j] -= factor * A[k * m + j];
            right[i] -= factor * right[k];
        }
    }
    for (int64_t k = m - 1; k >= 0; k--) {
        for (int64_t j = k + 1; j < m; j++) right[k] -= A[k * m + j] * right[j];
        right[k] /= A[k * m + k];
    }
    return 1;
}

/* Give inertia to the offsets that no tie binds to that of the last class, which is 0. */
static void bind_offsets(Walk *w) {
    int64_t part[MOST_CLASSES], last = w->K - 1;
    double force = w->c * (double)w->n;
    for (int64_t k = 0; k <= last; k++) part[k] = k;
    for (int64_t q = 0; q < w->info[TIES]; q++) {
        int64_t one = part[w->ties[2 * q + 1]], other = part[w->counts[w->ties[2 * q]]];
        for (int64_t k = 0; k <= last; k++)
            if (part[k] == one) part[k] = other;
    }
    w->info[IS_BOUND] = 1;
    for (int64_t k = 0; k <= last; k++) {
        w->inertia[k] = part[k] == part[last] ? 0.0 : INERTIA * (force < 1.0 ? force : 1.0);
        if (w->inertia[k] > 0.0) w->info[IS_BOUND] = 0;
    }
}

/* 1. The step and the changes of lambda, in right; 0 where the ties depend on each other. */
static int64_t newton(Walk *w) {
    const int64_t size = w->size, count = w->info[TIES], m = size + count, last = w->r - 1;
    double *A = w->matrix, *right = w->right;
    bind_offsets(w);
    for (int64_t p = 0; p < m * m; p++) A[p] = 0.0;
    for (int64_t p = 0; p < size; p++) right[p] = w->pull[p];
    for (int64_t q = 0; q < count; q++) {
        int64_t i = w->ties[2 * q], k = w->ties[2 * q + 1], base = w->counts[i];
        add(w, right, 1, i, base, w->multipliers[q]);
        add(w, right, 1, i, k, -w->multipliers[q]);
        double *row = A + (size + q) * m, *column = A + size + q;
        add(w, row, 1, i, base, 1.0), add(w, row, 1, i, k, -1.0);
        add(w, column, m, i, base, -1.0), add(w, column, m, i, k, 1.0);
        /* offsets first: for a small c they are all but the target, and what is left is exact */
        double off = delta(w, i, k) - delta(w, i, base);
        for (int64_t j = last; j >= 0; j--) {
            double above = k < w->K - 1 ? w->theta[k * w->r + j] : 0.0;
            above -= base < w->K - 1 ? w->theta[base * w->r + j] : 0.0;
            off += above * w->u[j * w->n + i];
        }
        right[size + q] = off;
    }
    for (int64_t p = 0; p < size; p++) {
        double gradient = 0.0;
        for (int64_t q = 0; q < size; q++) {
            A[p * m + q] = w->P[p * size + q] / w->c;
            gradient += w->P[p * size + q] * w->theta[q];
        }
        if (p % w->r == last) A[p * m + p] += w->inertia[p / w->r] / w->c;
        right[p] -= gradient / w->c;
    }
    return eliminate(m, A, right);
}

/* Take a part of the step; values are left to the caller. */
static void advance(Walk *w, double length) {
    for (int64_t p = 0; p < w->size; p++) w->theta[p] += length * w->right[p];
    for (int64_t q = 0; q < w->info[TIES]; q++)
        w->multipliers[q] += length * w->right[w->size + q];
}

static int64_t is_held(const Walk *w, int64_t i, int64_t k) {
    for (int64_t q = 0; q < w->info[TIES]; q++)
        if (w->ties[2 * q] == i && w->ties[2 * q + 1] == k) return 1;
    return 0;
}

/* 2. The kinks of point i, along the upper envelope of its alternatives, appended to kinks. */
static int64_t kinks_of(Walk *w, int64_t i, double near, Kink *kinks, int64_t count) {
    int64_t at = w->counts[i];
    double now = 0.0;
    for (int64_t hop = 0; hop < w->K; hop++) {
        double value = w->values[at * w->n + i], speed = w->speeds[at * w->n + i];
        double first = 2.0, bend = 0.0;
        int64_t next = -1;
        for (int64_t k = 0; k < w->K; k++) {
            double rise = w->speeds[k * w->n + i] - speed;
            double above = w->values[k * w->n + i] - value;
            if (k == at || !(above + rise > near)) continue;
            if (hop == 0 && w->is_tied[i] && is_held(w, i, k)) continue;
            if (!(rise > 0.25 * near)) { /* rounding, it does not really move */
                w->info[IS_CERTAIN] = 0;
                continue;
            }
            double time = -above / rise;
            if (!(time > now)) time = now;
            if (time < first || (time == first && rise > bend)) first = time, next = k, bend = rise;
        }
        if (next < 0 || !(first < 1.0)) break;
        kinks[count++] = (Kink){first, weight(w, i) * bend, i, (int32_t)at, (int32_t)next};
        now = first, at = next;
    }
    return count;
}

/* All kinks that a full step passes; of most points a look at its end says that there is none. */
static int64_t find_kinks(Walk *w, double near, Kink *kinks) {
    const int64_t n = w->n;
    int64_t count = 0;
    w->info[IS_CERTAIN] = 1;
    for (int64_t first = 0; first < n; first += TOGETHER) {
        const int64_t size = first + TOGETHER < n ? TOGETHER : n - first;
        const double *value = w->values + first, *speed = w->speeds + first;
        double most[TOGETHER];
        for (int64_t i = 0; i < size; i++) most[i] = value[i] + speed[i];
        for (int64_t k = 1; k < w->K; k++)
            for (int64_t i = 0; i < size; i++) {
                double end = value[k * n + i] + speed[k * n + i];
                most[i] = end > most[i] ? end : most[i];
            }
        for (int64_t i = 0; i < size; i++) {
            const int64_t at = w->counts[first + i] * n + i;
            if (most[i] - near > value[at] + speed[at])
                count = kinks_of(w, first + i, near, kinks, count);
        }
    }
    return count;
}

/* How far multiplier q is out of its range.  Below 0 its tie has to end; where those of its point
 * take more than its weight, the heaviest one is to count from now on: *out is that tie. */
static double excess(const Walk *w, int64_t q, int64_t *out, int64_t *is_base) {
    const int64_t i = w->ties[2 * q];
    double rest = weight(w, i), lack = -w->multipliers[q];
    int64_t heaviest = q;
    for (int64_t p = 0; p < w->info[TIES]; p++) {
        if (w->ties[2 * p] != i) continue;
        rest -= w->multipliers[p];
        if (w->multipliers[p] > w->multipliers[heaviest]) heaviest = p;
    }
    *is_base = -rest > lack;
    *out = *is_base ? heaviest : q;
    return *is_base ? -rest : lack;
}

/* 3. End the tie whose multiplier is furthest out of its range; whether there is one. */
static int64_t release(Walk *w) {
    const int64_t count = w->info[TIES];
    double largest = 0.0, most = 0.0, worst = 0.0, rounding = OUT_OF_BOX;
    int64_t out, is_base;
    for (int64_t q = 0; q < count; q++) {
        double far = excess(w, q, &out, &is_base);
        if (far > worst) worst = far;
        if (size_of(w->multipliers[q]) > largest) largest = size_of(w->multipliers[q]);
    }
    if (largest < 0.1) { /* a large c: the multipliers themselves set the scale of their rounding */
        for (int64_t p = 0; p < w->size; p++)
            if (size_of(w->pull[p]) > most) most = size_of(w->pull[p]);
        rounding = OUT_OF_BOX * largest + 64.0 * EPSILON * most;
    }
    if (!(worst > rounding)) return 0;
    for (int64_t q = 0; excess(w, q, &out, &is_base) < (1.0 - ALIKE) * worst;) q++;
    int64_t i = w->ties[2 * out];
    if (is_base) turn(w, i, w->ties[2 * out + 1]), w->info[IS_FRESH] = 0;
    w->is_tied[i]--;
    for (int64_t q = out; q + 1 < count; q++) {
        w->ties[2 * q] = w->ties[2 * q + 2], w->ties[2 * q + 1] = w->ties[2 * q + 3];
        w->multipliers[q] = w->multipliers[q + 1];
    }
    w->info[TIES]--;
    w->info[POINT] = i, w->info[EVENT] = LEAVE;
    return 1;
}

/* Heap sort by time. */
static void sort(Kink *kinks, int64_t count) {
    int64_t start = count / 2, end = count;
    while (end > 1) {
        Kink kept;
        if (start > 0) start--;
        else kept = kinks[--end], kinks[end] = kinks[0], kinks[0] = kept;
        for (int64_t root = start, child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && kinks[child].time < kinks[child + 1].time) child++;
            if (!(kinks[root].time < kinks[child].time)) break;
            kept = kinks[root], kinks[root] = kinks[child], kinks[child] = kept;
        }
    }
}

static int64_t bucket_of(const Kink *kink) {
    int64_t bucket = (int64_t)(kink->time * BUCKETS);
    return bucket < BUCKETS ? bucket : BUCKETS - 1;
}

/* Bring the kinks of one bucket into order, behind those before it, before those after it. */
static void sort_bucket(Kink *kinks, int64_t count, int64_t bucket, int64_t *first, int64_t *end) {
    int64_t low = 0, high = count;
    for (int64_t q = 0; q < high;) {
        int64_t at = bucket_of(kinks + q);
        Kink kept = kinks[q];
        if (at < bucket) kinks[q++] = kinks[low], kinks[low++] = kept;
        else if (at > bucket) kinks[q] = kinks[--high], kinks[high] = kept;
        else q++;
    }
    sort(kinks + low, high - low);
    *first = low, *end = high;
}

/* 4. The minimum along the step d: at length t the slope of F is
 *
 *     (t - 1) d'P d - d'E d + c (the bends of the kinks before t),
 *
 * which never falls.  Buckets first, so that only the kinks of one bucket are sorted.  Returns the
 * length; kinks[0 .. passed) lie before it, and kinks[passed] stops it where stops is 1. */
static double search(const Walk *w, Kink *kinks, int64_t count, int64_t *passed, int64_t *stops) {
    const double *d = w->right;
    double curve = 0.0, slope = 0.0, bends = 0.0, sums[BUCKETS] = {0.0};
    for (int64_t p = 0; p < w->size; p++) {
        double product = 0.0;
        for (int64_t q = 0; q < w->size; q++) product += w->P[p * w->size + q] * d[q];
        curve += product * d[p];
        if (p % w->r == w->r - 1) slope -= w->inertia[p / w->r] * d[p] * d[p];
    }
    slope -= curve;
    const double flat = FLAT * slope;
    for (int64_t q = 0; q < count; q++) sums[bucket_of(kinks + q)] += kinks[q].bend;
    int64_t bucket = 0, end;
    while (bucket < BUCKETS - 1) {
        double after = bends + sums[bucket];
        if (!(slope + w->c * after + (double)(bucket + 1) / BUCKETS * curve < flat)) break;
        bends = after, bucket++;
    }
    sort_bucket(kinks, count, bucket, passed, &end);
    double from = (double)bucket / BUCKETS, until = 1.0;
    for (*stops = 0; *passed < end; from = kinks[(*passed)++].time) {
        double after = bends + kinks[*passed].bend;
        until = kinks[*passed].time;
        if (slope + w->c * bends + until * curve >= flat) break;
        if (slope + w->c * after + until * curve >= flat) {
            *stops = 1;
            return until;
        }
        bends = after, until = 1.0;
    }
    double length = curve > 0.0 ? -(slope + w->c * bends) / curve : until;
    return length < from ? from : length > until ? until : length;
}

/* A point that is passed leaves all its ties behind, and counts by the steepest of its alternatives
 * so far: the kinks come in any order. */
static void pass(Walk *w, const Kink *kink) {
    int64_t i = kink->point, kept = 0;
    for (int64_t q = 0; w->is_tied[i] && q < w->info[TIES]; q++) {
        if (w->ties[2 * q] == i) continue;
        w->ties[2 * kept] = w->ties[2 * q], w->ties[2 * kept + 1] = w->ties[2 * q + 1];
        w->multipliers[kept++] = w->multipliers[q];
    }
    if (w->is_tied[i]) w->info[TIES] = kept, w->is_tied[i] = 0;
    add(w, w->pull, 1, i, kink->from, weight(w, i));
    add(w, w->pull, 1, i, kink->to, -weight(w, i));
    if (w->speeds[kink->to * w->n + i] > w->speeds[w->counts[i] * w->n + i])
        w->counts[i] = (uint8_t)kink->to;
}

/* The kink that stops the step becomes a tie; its point counts by the lower alternative. */
static void join(Walk *w, const Kink *kink) {
    int64_t i = kink->point, q = w->info[TIES]++, k = kink->to;
    w->multipliers[q] = 0.0;
    if (!w->is_tied[i] && k < w->counts[i]) {
        k = w->counts[i];
        turn(w, i, kink->to);
        w->multipliers[q] = weight(w, i);
    }
    w->ties[2 * q] = i, w->ties[2 * q + 1] = k;
    w->is_tied[i]++;
    w->info[POINT] = i, w->info[EVENT] = JOIN;
}

/* F of a walk between two rounds, into out[0]. */
EXPORT int64_t walk_objective(int64_t n, int64_t size, const uint8_t *labels,
                              const double *weights, const double *P, const double *theta,
                              const double *values, const uint8_t *counts, double c,
                              double *out) {
    double square = 0.0, losses = 0.0;
    for (int64_t p = 0; p < size; p++)
        for (int64_t q = 0; q < size; q++) square += theta[p] * P[p * size + q] * theta[q];
    for (int64_t i = 0; i < n; i++) {
        double loss = values[counts[i] * n + i] - values[labels[i] * n + i];
        losses += weights ? weights[i] * loss : loss;
    }
    out[0] = 0.5 * square + c * losses;
    return 0;
}

/* work has room for (5 K - 4) n + n/8 + 1 + 4 size^2 + 2 size numbers. */
EXPORT int64_t walk(int64_t n, int64_t r, int64_t K, const double *u, const uint8_t *labels,
                    const double *weights, const double *deltas, const double *P,
                    const double *folded, double *theta, double *pull, double *values,
                    uint8_t *counts, int64_t *ties, double *multipliers, int64_t *info,
                    double *work, double c, double reach, int64_t rounds) {
    const int64_t size = (K - 1) * r;
    Walk state = {n, r, K, size, u, weights, deltas, P, folded, labels, c, reach, theta, pull,
                  values, multipliers, counts, ties, info, 0, 0, 0, 0, {0.0}};
    Walk *w = &state;
    w->speeds = work;
    Kink *kinks = (Kink *)(work + K * n);
    w->matrix = (double *)(kinks + (K - 1) * n);
    w->right = w->matrix + 4 * size * size;
    w->is_tied = (uint8_t *)(w->right + 2 * size);
    for (int64_t i = 0; i < n; i++) w->is_tied[i] = 0, w->speeds[(K - 1) * n + i] = 0.0;
    for (int64_t q = 0; q < info[TIES]; q++) w->is_tied[ties[2 * q]]++;
    if (info[STAGE] == RESTARTS) {
        sum_anew(w, 0);
        if (!newton(w)) return SINGULAR;
        advance(w, 1.0);
    }
    if (info[STAGE] != GOES_ON) sum_anew(w, info[STAGE] != RESUMES), info[STAGE] = GOES_ON;
    for (; rounds > 0; rounds--) {
        info[ROUNDS]++, info[POINT] = -1, info[EVENT] = NO_EVENT;
        if (!(tolerance(w, 0) < LOST_DIGITS) || !newton(w)) return SINGULAR;
        const double *step = w->right;
        multiply(w, step, w->speeds);
        double near = tolerance(w, step);
        int64_t count = find_kinks(w, near, kinks);
        int64_t passed = 0, stops = 0;
        double length = count ? search(w, kinks, count, &passed, &stops) : 1.0;
        advance(w, length);
        for (int64_t p = 0; p < (K - 1) * n; p++) values[p] += length * w->speeds[p];
        if (!count) {
            if (release(w)) continue;
            if (info[IS_FRESH]) return OPTIMUM;
            sum_anew(w, 0);
            continue;
        }
        info[IS_FRESH] = 0, info[EVENT] = STOP;
        for (int64_t q = 0; q < passed; q++) pass(w, kinks + q);
        if (info[IS_BOUND] && length <= NO_LENGTH) info[STILL_STEPS]++;
        if (info[STILL_STEPS] > MOST_STILL_STEPS) return STUCK;
        if (stops && info[TIES] >= size) return SINGULAR;
        if (stops) join(w, kinks + passed);
    }
    return UNFINISHED;
}

/* ---- pairs of multipliers ---------------------------------------------------------------------
 *
 * Sequential minimal optimisation: with signed multipliers s_k = alpha_k y_k between low_k and
 * high_k and F = K s - y the dual of a soft margin is optimal when no s_i that may rise and s_j
 * that may fall have F_j > F_i.  Each step takes the i of the smallest F, and the j that promises
 * the most, (F_j - F_i)^2 / q with the curvature q = K_ii + K_jj - 2 K_ij, and moves both to the
 * best point of their segment, s_i + t and s_j - t with t = (F_j - F_i) / q, or to its end.
 *
 * Row k of K is row place_k of rows, or is missing where that is negative: then the loop pauses
 * and returns k.  It returns -1 where the violation max F_j - min F_i is within the tolerance, and
 * -2 as soon as so many steps are made, counted from the start of the run.
 *
 * state = {violation, b, smallest violation of the run, t}, progress = {steps made, i, j}; work has
 * room for 2 n numbers.
 */
#define LANES 16 /* of them compilers make a loop of vectors; BLOCK is a multiple */
#define BLOCK 256
#define NONE (__builtin_inf())
#define SMALLEST_CURVATURE 1e-12 /* of equal points, or of a kernel that is no inner product */
#define ROUNDED 1e-14            /* a multiplier this part of its range from an end is there */

/* rise_k = 0 where s_k may rise, else infinite; fall_k = 0 where it may fall, else -infinite. */
static void open_ends(int64_t k, const double *low, const double *high, const double *s,
                      double *rise, double *fall) {
    rise[k] = s[k] < high[k] ? 0.0 : NONE;
    fall[k] = s[k] > low[k] ? 0.0 : -NONE;
}

/* F <- F + t (first - second), where there are rows; of the new F the smallest that may rise and
 * the largest that may fall, LANES of each at a time. */
static void look(int64_t n, const double *restrict first, const double *restrict second,
                 double t, const double *restrict rise, const double *restrict fall,
                 double *restrict F, double *least, double *most) {
    double smallest[LANES], largest[LANES];
    for (int q = 0; q < LANES; q++) smallest[q] = NONE, largest[q] = -NONE;
    int64_t whole = n - n % LANES;
    for (int64_t k = 0; k < whole; k += LANES)
        for (int q = 0; q < LANES; q++) {
            double value = first ? F[k + q] + t * (first[k + q] - second[k + q]) : F[k + q];
            double rising = value + rise[k + q], falling = value + fall[k + q];
            F[k + q] = value;
            smallest[q] = rising < smallest[q] ? rising : smallest[q];
            largest[q] = falling > largest[q] ? falling : largest[q];
        }
    for (int64_t k = whole; k < n; k++) {
        if (first) F[k] += t * (first[k] - second[k]);
        if (F[k] + rise[k] < smallest[0]) smallest[0] = F[k];
        if (F[k] + fall[k] > largest[0]) largest[0] = F[k];
    }
    *least = NONE, *most = -NONE;
    for (int q = 0; q < LANES; q++) {
        *least = smallest[q] < *least ? smallest[q] : *least;
        *most = largest[q] > *most ? largest[q] : *most;
    }
}

/* The first j of the largest promise beside i, with F_i = least. */
static int64_t partner(int64_t n, const double *restrict row, const double *restrict diagonal,
                       const double *restrict fall, const double *restrict F, double own,
                       double least) {
    double best = -1.0, promise[BLOCK];
    int64_t j = -1;
    for (int64_t begin = 0; begin < n; begin += BLOCK) {
        int64_t count = n - begin < BLOCK ? n - begin : BLOCK, padded = count + LANES - 1;
        for (int64_t k = 0; k < count; k++) {
            double above = F[begin + k] + fall[begin + k] - least;
            double curvature = diagonal[begin + k] + own - 2.0 * row[begin + k];
            above = above > 0.0 ? above : 0.0;
            curvature = curvature > SMALLEST_CURVATURE ? curvature : SMALLEST_CURVATURE;
            promise[k] = above * above / curvature;
        }
        padded -= padded % LANES;
        for (int64_t k = count; k < padded; k++) promise[k] = -1.0;
        double largest[LANES], top = best;
        for (int q = 0; q < LANES; q++) largest[q] = best;
        for (int64_t k = 0; k < padded; k += LANES)
            for (int q = 0; q < LANES; q++)
                largest[q] = promise[k + q] > largest[q] ? promise[k + q] : largest[q];
        for (int q = 0; q < LANES; q++) top = largest[q] > top ? largest[q] : top;
        if (!(top > best)) continue;
        best = top;
        for (j = begin; promise[j - begin] != top;) j++;
    }
    return j;
}

static double rounded(double value, double low, double high) {
    double near = ROUNDED * (high - low);
    return value < low + near ? low : value > high - near ? high : value;
}

EXPORT int64_t smo(int64_t n, const double *restrict rows, const int64_t *restrict place,
                   const double *restrict diagonal, const double *restrict low,
                   const double *restrict high, double *restrict s, double *restrict F,
                   double *restrict state, int64_t *restrict progress, double *restrict work,
                   double tolerance, int64_t steps) {
    double *restrict rise = work, *restrict fall = work + n;
    double least, most;
    for (int64_t k = 0; k < n; k++) open_ends(k, low, high, s, rise, fall);
    look(n, NULL, NULL, 0.0, rise, fall, F, &least, &most);
    for (;;) {
        state[0] = most - least, state[1] = -0.5 * (most + least);
        if (state[0] < state[2]) state[2] = state[0];
        if (!(state[0] > tolerance)) return -1;
        if (progress[0] >= steps) return -2;
        int64_t i = 0;
        while (F[i] + rise[i] != least) i++;
        if (place[i] < 0) return i;
        const double *first = rows + place[i] * n;
        int64_t j = partner(n, first, diagonal, fall, F, diagonal[i], least);
        if (place[j] < 0) return j;
        const double *second = rows + place[j] * n;
        double q = diagonal[j] + diagonal[i] - 2.0 * first[j];
        double t = (F[j] - least) / (q > SMALLEST_CURVATURE ? q : SMALLEST_CURVATURE);
        t = t < high[i] - s[i] ? t : high[i] - s[i];
        t = t < s[j] - low[j] ? t : s[j] - low[j];
        s[i] = rounded(s[i] + t, low[i], high[i]);
        s[j] = rounded(s[j] - t, low[j], high[j]);
        open_ends(i, low, high, s, rise, fall);
        open_ends(j, low, high, s, rise, fall);
        look(n, first, second, t, rise, fall, F, &least, &most);
        progress[0]++, progress[1] = i, progress[2] = j, state[3] = t;
    }
}
