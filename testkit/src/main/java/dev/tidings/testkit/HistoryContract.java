package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.HistoryTable.Card;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Contract by random histories: writes, inserts and reads are compared with {@link TableModel} after every read. Few rows, times
 * and values, so that writes collide, times tie and removals hit. A failure names its seed, which reproduces the history.
 */
abstract class HistoryContract extends EngineTheme {
    private static final int STEPS = 120;
    private static final List<String> LANES = List.of("", "\0", "a", "a\0", "ÿ");
    private static final List<String> WORDS = List.of("", "a", "b", "ab", "\0", "ÿ");
    /** The model's substitute for the engine's own time: between the explicit past and future times. */
    private static final long ENGINE_TIME_START = 2_000_000_000_000_000L;

    private Random random;
    private TableModel<Card> model;
    private long engineTime;

    HistoryContract(EngineContract contract) {
        super(contract, "contract_history", HistoryTable.TABLE);
    }

    @Test
    void randomHistory_matchesTheModel() {
        for (int seed = 1; seed <= contract.histories(); seed++) {
            startAfresh();
            random = new Random(seed);
            model = new TableModel<>(HistoryTable.TABLE);
            engineTime = ENGINE_TIME_START;
            for (int step = 0; step < STEPS; step++) {
                String where = "seed " + seed + ", step " + step;
                int choice = random.nextInt(10);
                if (choice < 6) {
                    writeSome();
                } else if (choice < 7) {
                    insertOne(where);
                } else {
                    readSome(where);
                }
            }
            Select<Card> all =
                    HistoryTable.TABLE.select(HistoryTable.ALL, tenant).limit(Select.MAX_LIMIT);
            assertThat(rows(all))
                    .as("seed %s, at the end", seed)
                    .isEqualTo(model.answer(all, 0).rows());
        }
    }

    private void writeSome() {
        List<Write> writes = new ArrayList<>();
        int count = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
        for (int i = 0; i < count; i++) {
            writes.add(randomWrite());
        }
        await(engine.write(Batch.samePartition(writes)));
        long now = ++engineTime;
        writes.forEach(w -> model.apply(w, w.writeTime() == Write.ENGINE_TIME ? now : w.writeTime()));
    }

    private Write randomWrite() {
        String lane = pick(LANES);
        int n = random.nextInt(5) - 2;
        long time = randomTime();
        if (random.nextInt(6) == 0) {
            return HistoryTable.TABLE.delete(tenant, lane, n).at(time);
        }
        Upsert upsert = HistoryTable.TABLE.update(tenant, lane, n).at(time);
        for (int i = random.nextInt(3); i > 0; i--) {
            switch (random.nextInt(7)) {
                case 0 -> upsert.set(HistoryTable.TITLE, pick(WORDS));
                case 1 -> upsert.set(HistoryTable.STARS, random.nextInt(5) - 2);
                case 2 -> upsert.put(HistoryTable.LABELS, pick(WORDS), pick(WORDS));
                case 3 -> upsert.add(HistoryTable.TAGS, pick(WORDS));
                case 4 -> upsert.clear(random.nextBoolean() ? HistoryTable.TITLE : HistoryTable.STARS);
                case 5 -> upsert.remove(HistoryTable.LABELS, pick(WORDS));
                default -> upsert.remove(HistoryTable.TAGS, pick(WORDS));
            }
        }
        return upsert;
    }

    /** Engine time, long ago, or in the far future; few distinct values, so that they tie. */
    private long randomTime() {
        int choice = random.nextInt(20);
        if (choice < 10) {
            return Write.ENGINE_TIME;
        }
        return choice < 19 ? 1 + random.nextInt(5) : FAR_FUTURE_MICROS + random.nextInt(2);
    }

    private void insertOne(String where) {
        Card card = new Card(
                tenant,
                pick(LANES),
                random.nextInt(5) - 2,
                random.nextBoolean() ? pick(WORDS) : null,
                random.nextBoolean() ? 1 : null,
                Map.of(pick(WORDS), pick(WORDS)),
                random.nextBoolean() ? Set.of(pick(WORDS)) : Set.of());
        Optional<Card> there = model.row(new Object[] {tenant, card.lane(), card.n()}, 0);
        assertThat(await(engine.insertIfAbsent(HistoryTable.TABLE, card)).existing())
                .as("%s: insert of %s", where, card)
                .isEqualTo(there);
        long now = ++engineTime;
        if (there.isEmpty()) {
            model.apply(HistoryTable.TABLE.upsert(card), now);
        }
    }

    /** Reads a result page by page and compares it with the model. */
    private void readSome(String where) {
        int shape = random.nextInt(3);
        String lane = pick(LANES);
        Object[] bounds = {
            shape == 1 ? pick(LANES) : random.nextInt(5) - 2, shape == 1 ? pick(LANES) : random.nextInt(5) - 2
        };
        int kinds = random.nextInt(9);
        boolean back = random.nextBoolean();
        int limit = 1 + random.nextInt(10);
        Optional<String> next = Optional.empty();
        do {
            Select<Card> select = shape == 0
                    ? HistoryTable.TABLE.select(HistoryTable.ALL, tenant)
                    : shape == 1
                            ? HistoryTable.TABLE.select(HistoryTable.LANES, tenant)
                            : HistoryTable.TABLE.select(HistoryTable.OF_LANE, tenant, lane);
            if (shape > 0) {
                bound(select, bounds, kinds);
            }
            select = (back ? select.backwards() : select).limit(limit);
            if (next.isPresent()) {
                select.after(next.get());
            }
            Page<Card> expected = model.answer(select, 0);
            assertThat(page(select))
                    .as("%s: read %s %s", where, select.query(), List.of(bounds))
                    .isEqualTo(expected);
            next = expected.next();
        } while (next.isPresent());
    }

    /** Adds no, an inclusive or an exclusive bound at either end. */
    private static void bound(Select<Card> select, Object[] bounds, int kinds) {
        switch (kinds % 3) {
            case 1 -> select.atLeast(bounds[0]);
            case 2 -> select.greaterThan(bounds[0]);
            default -> {}
        }
        switch (kinds / 3) {
            case 1 -> select.atMost(bounds[1]);
            case 2 -> select.lessThan(bounds[1]);
            default -> {}
        }
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
