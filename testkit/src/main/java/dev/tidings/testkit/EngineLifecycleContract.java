package dev.tidings.testkit;

import static dev.tidings.testkit.Docs.doc;
import static dev.tidings.testkit.Docs.row;
import static dev.tidings.testkit.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.testkit.Docs.Doc;
import dev.tidings.testkit.Lines.Line;
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
        super(contract, "contract_lifecycle", Docs.TABLE, Lines.TABLE);
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
        assertClosed(closed.read(Docs.one(tenant, "a")));
        assertClosed(closed.readOne(Docs.one(tenant, "a")));
        assertClosed(closed.insertIfAbsent(Docs.TABLE, row(tenant, "a", "x", 1)));
        assertThat(closed.check().ok()).isFalse();
        closed.close();
        openEngine();
        assertThat(one(Docs.one(tenant, "a"))).as("nothing was written").isEmpty();
    }

    @Test
    void acknowledgedWrites_surviveARestart() throws Exception {
        Doc full = new Doc(tenant, "full", "title", 1, true, Map.of("k", "v"), Set.of("t"));
        write(
                Docs.TABLE.upsert(full),
                doc(tenant, "key only"),
                doc(tenant, "deleted").set(Docs.TITLE, "x"));
        write(Docs.TABLE.delete(tenant, "deleted"));
        await(engine.insertIfAbsent(Docs.TABLE, row(tenant, "inserted", "x", 2)));
        await(engine.write(Batch.samePartition(List.of(line(tenant, 1, "one"), line(tenant, 2, "two")))));
        restart();
        assertThat(rows(Docs.TABLE.select(Docs.ALL, tenant)))
                .containsExactly(full, row(tenant, "inserted", "x", 2), row(tenant, "key only", null, null));
        assertThat(rows(Lines.all(tenant))).extracting(Line::body).containsExactly("one", "two");
        assertThat(await(engine.insertIfAbsent(Docs.TABLE, row(tenant, "inserted", "y", 3)))
                        .existing())
                .contains(row(tenant, "inserted", "x", 2));
    }

    @Test
    void removals_stillShadowOlderWrites() throws Exception {
        write(Docs.TABLE.delete(tenant, "a").at(20));
        write(doc(tenant, "b").clear(Docs.TITLE).remove(Docs.LABELS, "k").at(20));
        restart();
        write(doc(tenant, "a").set(Docs.TITLE, "older").at(20));
        write(doc(tenant, "b")
                .set(Docs.TITLE, "older")
                .put(Docs.LABELS, "k", "older")
                .at(20));
        assertThat(rows(Docs.TABLE.select(Docs.ALL, tenant))).containsExactly(row(tenant, "b", null, null));
    }

    @Test
    void writeAfterARestart_hasALaterTime() throws Exception {
        for (int i = 0; i < 20; i++) {
            write(doc(tenant, "a").set(Docs.STARS, i));
        }
        restart();
        write(doc(tenant, "a").set(Docs.STARS, -1));
        assertThat(one(Docs.one(tenant, "a"))).contains(row(tenant, "a", null, -1));
        write(Docs.TABLE.delete(tenant, "a"));
        assertThat(one(Docs.one(tenant, "a"))).isEmpty();
    }

    @Test
    void aCursorOutlivesARestart() throws Exception {
        write(line(tenant, 1, "one"), line(tenant, 2, "two"), line(tenant, 3, "three"));
        Page<Line> first = page(Lines.all(tenant).limit(2));
        restart();
        assertThat(rows(Lines.all(tenant).after(first.next().orElseThrow())))
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
        assertThat(rows(Lines.all(tenant))).extracting(Line::n).isEqualTo(acknowledged);
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
