package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.EventsTable.Event;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Select;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of selects by key, in both directions: whole partitions, prefixes, and every kind of range. */
abstract class SliceContract extends EngineTheme {
    /** Every event of the tenant, in the order of the table. */
    private List<Event> events;

    SliceContract(EngineContract contract) {
        super(contract, "contract_slice", EventsTable.TABLE);
    }

    @BeforeEach
    void writeEvents() {
        events = new ArrayList<>();
        for (String channel : List.of("", "email", "email\0", "push", "sms")) {
            for (long at : new long[] {Long.MAX_VALUE, 30, 20, 10, 0, -10, Long.MIN_VALUE}) {
                for (int part : new int[] {Integer.MIN_VALUE, -1, 0, 1}) {
                    events.add(new Event(tenant, channel, at, part, channel + at + part));
                }
            }
        }
        List<Event> shuffled = new ArrayList<>(events);
        Collections.reverse(shuffled);
        List<CompletableFuture<Void>> inFlight = new ArrayList<>();
        for (Event event : shuffled) {
            inFlight.add(engine.write(EventsTable.TABLE.upsert(event)));
        }
        awaitAll(inFlight);
        // Adjacent partitions, whose rows must not leak in.
        write(EventsTable.TABLE.upsert(new Event(tenant + "\0", "push", 10, 0, "not mine")));
        write(EventsTable.TABLE.upsert(new Event(tenant.substring(0, tenant.length() - 1), "push", 10, 0, "not mine")));
    }

    @Test
    void aWholePartition() {
        assertBothWays(EventsTable.ALL, events);
    }

    @Test
    void aPrefixOfOneColumn() {
        for (String channel : List.of("", "email", "email\0", "push", "sms")) {
            assertBothWays(EventsTable.OF_CHANNEL, where(channel), channel);
        }
        assertBothWays(EventsTable.OF_CHANNEL, List.of(), "ema");
        assertBothWays(EventsTable.OF_CHANNEL, List.of(), "email\0\0");
    }

    @Test
    void oneRow() {
        for (Event event : where("push")) {
            assertBothWays(EventsTable.ONE, List.of(event), "push", event.at(), event.part());
        }
        assertBothWays(EventsTable.ONE, List.of(), "push", 11L, 0);
    }

    @Test
    void everyRangeOfAColumnThatSortsDown() {
        Long[] bounds = {null, Long.MIN_VALUE, -11L, -10L, 0L, 15L, 30L, Long.MAX_VALUE};
        for (Long low : bounds) {
            for (Long high : bounds) {
                assertRanges(EventsTable.TIMES, low, high, where("email"), Event::at, "email");
            }
        }
    }

    @Test
    void everyRangeOfAColumnThatSortsUp() {
        Integer[] bounds = {null, Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE};
        List<Event> parts = where("push").stream().filter(e -> e.at() == 20).toList();
        for (Integer low : bounds) {
            for (Integer high : bounds) {
                assertRanges(EventsTable.PARTS, low, high, parts, Event::part, "push", 20L);
            }
        }
    }

    @Test
    void everyRangeOfTheFirstColumn() {
        String[] bounds = {null, "", "\0", "email", "email\0", "email\1", "q", "sms", "zzz"};
        for (String low : bounds) {
            for (String high : bounds) {
                assertRanges(EventsTable.CHANNELS, low, high, events, Event::channel);
            }
        }
    }

    @Test
    void aLimitTakesTheFirstOfEitherDirection() {
        Page<Event> first = page(select(EventsTable.OF_CHANNEL, "push").limit(3));
        assertThat(first.rows()).isEqualTo(where("push").subList(0, 3));
        assertThat(first.next()).isPresent();
        Page<Event> last =
                page(select(EventsTable.OF_CHANNEL, "push").backwards().limit(3));
        assertThat(last.rows()).isEqualTo(reversed(where("push")).subList(0, 3));
        assertThat(page(select(EventsTable.OF_CHANNEL, "push").limit(28)).next())
                .as("nothing follows")
                .isEmpty();
    }

    @Test
    void withoutALimitAPageHasTwentyRows() {
        assertThat(page(select(EventsTable.ALL)).rows()).isEqualTo(events.subList(0, 20));
    }

    @Test
    void readOneTakesTheFirstRow() {
        assertThat(one(select(EventsTable.OF_CHANNEL, "push")))
                .contains(where("push").get(0));
        assertThat(one(select(EventsTable.OF_CHANNEL, "push").backwards()))
                .contains(where("push").get(where("push").size() - 1));
        assertThat(one(select(EventsTable.OF_CHANNEL, "fax"))).isEmpty();
    }

    @Test
    void anUnknownPartitionIsEmpty() {
        assertThat(rows(EventsTable.TABLE.select(EventsTable.ALL, "nobody-" + tenant)))
                .isEmpty();
    }

    /** Compares ranges with each kind of bound at either end with a filter over all rows. */
    private <T extends Comparable<T>> void assertRanges(
            Query query, T low, T high, List<Event> from, Function<Event, T> value, Object... equal) {
        for (boolean lowIn : new boolean[] {true, false}) {
            for (boolean highIn : new boolean[] {true, false}) {
                List<Event> expected = from.stream()
                        .filter(e -> low == null || value.apply(e).compareTo(low) > (lowIn ? -1 : 0))
                        .filter(e -> high == null || value.apply(e).compareTo(high) < (highIn ? 1 : 0))
                        .toList();
                for (boolean back : new boolean[] {false, true}) {
                    Select<Event> select = select(query, equal);
                    if (low != null) {
                        select = lowIn ? select.atLeast(low) : select.greaterThan(low);
                    }
                    if (high != null) {
                        select = highIn ? select.atMost(high) : select.lessThan(high);
                    }
                    List<Event> answer = rows((back ? select.backwards() : select).limit(1_000));
                    assertThat(answer)
                            .as("%s%s, %s%s backwards %s", lowIn ? "[" : "(", low, high, highIn ? "]" : ")", back)
                            .isEqualTo(back ? reversed(expected) : expected);
                }
            }
        }
    }

    private void assertBothWays(Query query, List<Event> expected, Object... equal) {
        assertThat(rows(select(query, equal).limit(1_000))).isEqualTo(expected);
        assertThat(rows(select(query, equal).limit(1_000).backwards())).isEqualTo(reversed(expected));
    }

    private Select<Event> select(Query query, Object... equal) {
        Object[] key = new Object[equal.length + 1];
        key[0] = tenant;
        System.arraycopy(equal, 0, key, 1, equal.length);
        return EventsTable.TABLE.select(query, key);
    }

    private List<Event> where(String channel) {
        return events.stream().filter(e -> e.channel().equals(channel)).toList();
    }

    private static List<Event> reversed(List<Event> events) {
        List<Event> reversed = new ArrayList<>(events);
        Collections.reverse(reversed);
        return reversed;
    }
}
