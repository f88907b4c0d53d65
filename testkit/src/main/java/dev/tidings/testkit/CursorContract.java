package dev.tidings.testkit;

import static dev.tidings.testkit.LinesTable.line;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.LinesTable.Line;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Contract of cursors: a cursor is a position between rows. No stable row is missed or returned twice, whatever is inserted or
 * deleted around it.
 */
abstract class CursorContract extends EngineTheme {
    CursorContract(EngineContract contract) {
        super(contract, "contract_cursor", LinesTable.TABLE, EventsTable.TABLE);
    }

    @Test
    void pagesOfAnySizeAddUp() {
        lines(1, 12);
        for (int size = 1; size <= 13; size++) {
            int limit = size;
            assertThat(walk(() -> all().limit(limit))).as("pages of %s", size).isEqualTo(numbers(1, 12));
            assertThat(walk(() -> all().limit(limit).backwards()))
                    .as("pages of %s, backwards", size)
                    .isEqualTo(reversed(numbers(1, 12)));
        }
    }

    /** Servers answer in pages of their own size: only they know where the rows end. */
    @Test
    void pageLargerThanThatOfTheServer_isFilled() {
        int count = 5_100;
        for (int from = 1; from <= count; from += 100) {
            List<Write> chunk = new ArrayList<>();
            for (long n = from; n < from + 100; n++) {
                chunk.add(line(tenant, n, "line " + n));
            }
            await(engine.write(Batch.samePartition(chunk)));
        }
        Page<Line> most = page(all().limit(count - 1));
        assertThat(most.rows()).hasSize(count - 1);
        Page<Line> last = page(all().limit(count).after(most.next().orElseThrow()));
        assertThat(last.rows()).extracting(Line::n).containsExactly((long) count);
        assertThat(page(all().limit(count).backwards()).rows()).hasSize(count);
    }

    @Test
    void theLastPageHasNoCursorEvenIfItIsFull() {
        lines(1, 6);
        Page<Line> first = page(all().limit(3));
        Page<Line> last = page(all().limit(3).after(first.next().orElseThrow()));
        assertThat(last.rows()).extracting(Line::n).containsExactly(4L, 5L, 6L);
        assertThat(last.next()).isEmpty();
        assertThat(page(all().limit(6)).next()).isEmpty();
    }

    @Test
    void aRangeIsKeptOverPages() {
        lines(1, 12);
        assertThat(walk(() -> LinesTable.TABLE
                        .select(LinesTable.RANGE, tenant)
                        .greaterThan(2L)
                        .atMost(9L)
                        .limit(2)))
                .isEqualTo(numbers(3, 9));
        assertThat(walk(() -> LinesTable.TABLE
                        .select(LinesTable.RANGE, tenant)
                        .backwards()
                        .atLeast(2L)
                        .lessThan(9L)
                        .limit(3)))
                .isEqualTo(reversed(numbers(2, 8)));
    }

    @Test
    void aPrefixIsKeptOverPages() {
        for (String channel : List.of("a", "b", "c")) {
            for (int i = 0; i < 7; i++) {
                write(EventsTable.TABLE.upsert(new EventsTable.Event(tenant, channel, i / 3, i % 3, channel + i)));
            }
        }
        List<String> seen = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
            Select<EventsTable.Event> select = EventsTable.TABLE
                    .select(EventsTable.OF_CHANNEL, tenant, "b")
                    .limit(2);
            Page<EventsTable.Event> page = page(next.isPresent() ? select.after(next.get()) : select);
            page.rows().forEach(e -> seen.add(e.body()));
            next = page.next();
        } while (next.isPresent());
        assertThat(seen).containsExactly("b6", "b3", "b4", "b5", "b0", "b1", "b2");
    }

    @Test
    void rowsInsertedBeforeTheCursor_shiftNothing() {
        lines(10, 15);
        Page<Line> first = page(all().limit(3));
        lines(1, 9);
        Page<Line> second = page(all().limit(3).after(first.next().orElseThrow()));
        assertThat(second.rows()).extracting(Line::n).containsExactly(13L, 14L, 15L);
    }

    @Test
    void rowsInsertedAfterTheCursor_areSeen() {
        lines(10, 13);
        Page<Line> first = page(all().limit(3));
        write(line(tenant, 14, "new"));
        assertThat(page(all().after(first.next().orElseThrow())).rows())
                .extracting(Line::n)
                .containsExactly(13L, 14L);
    }

    @Test
    void rowOfTheCursor_canBeDeleted() {
        lines(1, 6);
        for (boolean back : new boolean[] {false, true}) {
            Page<Line> first = page(back ? all().backwards().limit(2) : all().limit(2));
            write(LinesTable.TABLE.delete(tenant, first.rows().get(1).n()));
            Select<Line> rest = back ? all().backwards() : all();
            assertThat(page(rest.after(first.next().orElseThrow()))
                            .rows()
                            .get(0)
                            .n())
                    .isEqualTo(back ? 4L : 3L);
        }
    }

    @Test
    void allRowsAfterTheCursor_canBeDeleted() {
        lines(1, 4);
        Page<Line> first = page(all().limit(2));
        write(LinesTable.TABLE.delete(tenant, 3L), LinesTable.TABLE.delete(tenant, 4L));
        Page<Line> rest = page(all().limit(2).after(first.next().orElseThrow()));
        assertThat(rest.rows()).isEmpty();
        assertThat(rest.next()).isEmpty();
    }

    @Test
    void deletedRowsDoNotShortenAPage() {
        lines(1, 20);
        for (long n = 1; n <= 20; n++) {
            if (n % 5 != 0) {
                write(LinesTable.TABLE.delete(tenant, n));
            }
        }
        Page<Line> page = page(all().limit(3));
        assertThat(page.rows()).extracting(Line::n).containsExactly(5L, 10L, 15L);
        assertThat(page(all().limit(3).after(page.next().orElseThrow())).rows())
                .extracting(Line::n)
                .containsExactly(20L);
    }

    @Test
    void aCursorCanBeUsedAgain() {
        lines(1, 5);
        String next = page(all().limit(2)).next().orElseThrow();
        assertThat(page(all().limit(2).after(next)).rows())
                .isEqualTo(page(all().limit(2).after(next)).rows());
    }

    /** Even numbers stay; odd ones are inserted and deleted between pages. */
    @Test
    void stableRows_areSeenExactlyOnce() {
        for (int seed = 1; seed <= 10; seed++) {
            startAfresh();
            Random random = new Random(seed);
            for (long n = 0; n < 40; n += 2) {
                write(line(tenant, n, "stays"));
            }
            boolean back = random.nextBoolean();
            List<Long> seen = walk(() -> {
                for (int i = 0; i < 4; i++) {
                    long odd = random.nextInt(20) * 2 + 1;
                    write(random.nextBoolean() ? line(tenant, odd, "passes") : LinesTable.TABLE.delete(tenant, odd));
                }
                Select<Line> select = all().limit(1 + random.nextInt(5));
                return back ? select.backwards() : select;
            });
            assertThat(seen).as("seed %s: nothing twice", seed).hasSameSizeAs(new TreeSet<>(seen));
            assertThat(seen.stream().filter(n -> n % 2 == 0).toList())
                    .as("seed %s: nothing missed", seed)
                    .isEqualTo(LongStream.range(0, 20)
                            .mapToObj(i -> back ? 38 - 2 * i : 2 * i)
                            .toList());
        }
    }

    /** The numbers on all pages; each page is read with a new select. */
    private List<Long> walk(Supplier<Select<Line>> selects) {
        List<Long> seen = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
            Select<Line> select = selects.get();
            Page<Line> page = page(next.isPresent() ? select.after(next.get()) : select);
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(select.limit());
            page.rows().forEach(line -> seen.add(line.n()));
            next = page.next();
            assertThat(seen).as("rows of a walk that does not end").hasSizeLessThan(1_000);
        } while (next.isPresent());
        return seen;
    }

    private Select<Line> all() {
        return LinesTable.TABLE.select(LinesTable.ALL, tenant);
    }

    private void lines(long from, long to) {
        numbers(from, to).forEach(n -> write(line(tenant, n, "line " + n)));
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static List<Long> reversed(List<Long> numbers) {
        return numbers.stream().sorted((a, b) -> Long.compare(b, a)).toList();
    }
}
