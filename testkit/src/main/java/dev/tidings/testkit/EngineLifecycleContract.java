package dev.tidings.testkit;

import static dev.tidings.testkit.DocsTable.doc;
import static dev.tidings.testkit.DocsTable.row;
import static dev.tidings.testkit.LinesTable.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.testkit.DocsTable.Doc;
import dev.tidings.testkit.LinesTable.Line;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of open and close: acknowledged writes survive a restart, and calls to a closed engine fail as closed. */
abstract class EngineLifecycleContract extends EngineTheme {
    EngineLifecycleContract(EngineContract contract) {
        super(contract, "contract_lifecycle", DocsTable.TABLE, LinesTable.TABLE);
    }

    @BeforeEach
    void openAgainIfClosed() throws Exception {
        if (engine == null) {
            openEngine();
        }
    }

    @Test
    void openEngine_isHealthy() {
        Engine.Health health = engine.check();
        assertThat(health.problem()).isEmpty();
        assertThat(health.ok()).isTrue();
    }

    @Test
    void aClosedEngineFailsEveryCall() throws Exception {
        Engine closed = engine;
        close();
        assertClosed(closed.write(doc(tenant, "a")));
        assertClosed(closed.read(DocsTable.one(tenant, "a")));
        assertClosed(closed.readOne(DocsTable.one(tenant, "a")));
        assertClosed(closed.insertIfAbsent(DocsTable.TABLE, row(tenant, "a", "x", 1)));
        assertThat(closed.check().ok()).isFalse();
        closed.close();
        openEngine();
        assertThat(one(DocsTable.one(tenant, "a"))).as("nothing was written").isEmpty();
    }

    @Test
    void acknowledgedWrites_surviveARestart() throws Exception {
        Doc full = new Doc(tenant, "full", "title", 1, true, Map.of("k", "v"), Set.of("t"));
        write(
                DocsTable.TABLE.upsert(full),
                doc(tenant, "key only"),
                doc(tenant, "deleted").set(DocsTable.TITLE, "x"));
        write(DocsTable.TABLE.delete(tenant, "deleted"));
        await(engine.insertIfAbsent(DocsTable.TABLE, row(tenant, "inserted", "x", 2)));
        await(engine.write(Batch.samePartition(List.of(line(tenant, 1, "one"), line(tenant, 2, "two")))));
        restart();
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant)))
                .containsExactly(full, row(tenant, "inserted", "x", 2), row(tenant, "key only", null, null));
        assertThat(rows(LinesTable.all(tenant))).extracting(Line::body).containsExactly("one", "two");
        assertThat(await(engine.insertIfAbsent(DocsTable.TABLE, row(tenant, "inserted", "y", 3)))
                        .existing())
                .contains(row(tenant, "inserted", "x", 2));
    }

    @Test
    void removals_stillShadowOlderWrites() throws Exception {
        write(DocsTable.TABLE.delete(tenant, "a").at(20));
        write(doc(tenant, "b")
                .clear(DocsTable.TITLE)
                .remove(DocsTable.LABELS, "k")
                .at(20));
        restart();
        write(doc(tenant, "a").set(DocsTable.TITLE, "older").at(20));
        write(doc(tenant, "b")
                .set(DocsTable.TITLE, "older")
                .put(DocsTable.LABELS, "k", "older")
                .at(20));
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant))).containsExactly(row(tenant, "b", null, null));
    }

    @Test
    void writeAfterARestart_hasALaterTime() throws Exception {
        for (int i = 0; i < 20; i++) {
            write(doc(tenant, "a").set(DocsTable.STARS, i));
        }
        restart();
        write(doc(tenant, "a").set(DocsTable.STARS, -1));
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", null, -1));
        write(DocsTable.TABLE.delete(tenant, "a"));
        assertThat(one(DocsTable.one(tenant, "a"))).isEmpty();
    }

    @Test
    void aCursorOutlivesARestart() throws Exception {
        write(line(tenant, 1, "one"), line(tenant, 2, "two"), line(tenant, 3, "three"));
        Page<Line> first = page(LinesTable.all(tenant).limit(2));
        restart();
        assertThat(rows(LinesTable.all(tenant).after(first.next().orElseThrow())))
                .containsExactly(new Line(tenant, 3, "three"));
    }

    /** Every call in flight when the engine closes completes, with a correct result. */
    @Test
    void close_completesCallsInFlight() throws Exception {
        List<CompletableFuture<Void>> inFlight = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            inFlight.add(engine.write(line(tenant, i, "in flight")));
        }
        close();
        List<Long> acknowledged = new ArrayList<>();
        for (int i = 0; i < inFlight.size(); i++) {
            try {
                await(inFlight.get(i));
                acknowledged.add((long) i);
            } catch (StoreException e) {
                assertThat(e.reason()).isEqualTo(StoreException.Reason.CLOSED);
            }
        }
        openEngine();
        assertThat(rows(LinesTable.all(tenant))).extracting(Line::n).isEqualTo(acknowledged);
    }

    private void close() {
        engine.close();
        engine = null;
    }

    private void restart() throws Exception {
        openAgain(schema);
    }

    private static void assertClosed(CompletableFuture<?> future) {
        assertThatThrownBy(() -> await(future))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.CLOSED));
    }
}
