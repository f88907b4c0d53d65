package dev.tidings.testkit;

import static dev.tidings.testkit.DocsTable.doc;
import static dev.tidings.testkit.DocsTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.DocsTable.Doc;
import dev.tidings.widecolumn.Select;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Contract of concurrent writers to one engine: no lost updates. */
abstract class ConcurrencyContract extends EngineTheme {
    private static final int THREADS = 8;
    private static final int ROUNDS = 25;

    ConcurrencyContract(EngineContract contract) {
        super(contract, "contract_concurrency", DocsTable.TABLE);
    }

    @Test
    void writersOfDifferentCellsOfOneRow() {
        together(4, index -> {
            for (int i = 1; i <= ROUNDS; i++) {
                write(
                        switch (index) {
                            case 0 -> doc(tenant, "a").set(DocsTable.TITLE, "title " + i);
                            case 1 -> doc(tenant, "a").set(DocsTable.STARS, i);
                            case 2 -> doc(tenant, "a").put(DocsTable.LABELS, "k", "v" + i);
                            default -> doc(tenant, "a").add(DocsTable.TAGS, "tag " + i);
                        });
            }
            return null;
        });
        Doc doc = one(DocsTable.one(tenant, "a")).orElseThrow();
        assertThat(doc.title()).isEqualTo("title " + ROUNDS);
        assertThat(doc.stars()).isEqualTo(ROUNDS);
        assertThat(doc.labels()).containsEntry("k", "v" + ROUNDS);
        assertThat(doc.tags()).hasSize(ROUNDS);
    }

    @Test
    void writersOfOneMap() {
        together(THREADS, index -> {
            for (int i = 0; i < ROUNDS; i++) {
                write(doc(tenant, "a")
                        .put(DocsTable.LABELS, index + "-" + i, "v")
                        .add(DocsTable.TAGS, index + "-" + i));
            }
            return null;
        });
        Doc doc = one(DocsTable.one(tenant, "a")).orElseThrow();
        assertThat(doc.labels()).hasSize(THREADS * ROUNDS);
        assertThat(doc.tags()).isEqualTo(doc.labels().keySet());
    }

    @Test
    void writersOfOneCellWithTimes() {
        together(THREADS, index -> {
            for (int i = 0; i < ROUNDS; i++) {
                // Each thread uses its times in another order; together they are 1 to 200.
                int time = (i * 7 + index) % ROUNDS * THREADS + index + 1;
                write(doc(tenant, "a").set(DocsTable.STARS, time).at(time));
            }
            return null;
        });
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", null, THREADS * ROUNDS));
    }

    @Test
    void writersOfDifferentRows() {
        together(THREADS, index -> {
            for (int i = 0; i < ROUNDS; i++) {
                String id = index + "-" + i;
                write(doc(tenant, id).set(DocsTable.STARS, i));
                assertThat(one(DocsTable.one(tenant, id))).as("own write").contains(row(tenant, id, null, i));
            }
            return null;
        });
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant).limit(Select.MAX_LIMIT)))
                .hasSize(THREADS * ROUNDS);
    }

    @Test
    void aReaderNeverSeesHalfOfAnUpsert() {
        AtomicBoolean done = new AtomicBoolean();
        together(2, index -> {
            try {
                for (int i = 0; index == 0 ? i < 300 : i < 20_000 && !done.get(); i++) {
                    if (index == 0) {
                        write(doc(tenant, "a").set(DocsTable.TITLE, "" + i).set(DocsTable.STARS, i));
                    } else {
                        Optional<Doc> doc = one(DocsTable.one(tenant, "a"));
                        doc.ifPresent(seen -> assertThat(seen.title()).isEqualTo("" + seen.stars()));
                    }
                }
            } finally {
                done.set(true);
            }
            return null;
        });
    }
}
