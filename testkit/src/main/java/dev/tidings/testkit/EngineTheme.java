package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The base class of the engine contract's themes: an engine shared by its tests, a clock, and a separate tenant per test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EngineTheme {
    /** A generous timeout: an engine that never responds must fail a test instead of blocking the build. */
    private static final long TIMEOUT_SECONDS = 60;

    /** Later than any write time that an engine assigns. */
    static final long FAR_FUTURE_MICROS = 4_000_000_000_000_000L;

    /** Threads for races, reused because there are thousands of races. */
    private static final ExecutorService RACERS = Executors.newCachedThreadPool(race -> {
        Thread thread = new Thread(race, "contract-racer");
        thread.setDaemon(true);
        return thread;
    });

    final EngineContract contract;
    final SteppedClock clock = new SteppedClock();
    final Schema schema;
    Engine engine;
    String tenant;

    EngineTheme(EngineContract contract, String schemaName, Table<?>... tables) {
        this.contract = contract;
        this.schema = Schema.of(schemaName, tables);
    }

    @BeforeAll
    void openEngine() throws Exception {
        engine = contract.open(schema, clock);
    }

    @BeforeEach
    void startAfresh() {
        // Servers use the real time. A stepped clock may be ahead of it, never behind.
        clock.catchUp();
        tenant = "tenant-" + UUID.randomUUID();
    }

    @AfterAll
    void closeEngine() {
        if (engine != null) {
            engine.close();
        }
    }

    /** Reopens a store a moment later, like a restart. */
    void openAgain(Schema changed) throws Exception {
        closeEngine();
        engine = null;
        clock.advance(Duration.ofMillis(1)).catchUp();
        engine = contract.open(changed, clock);
    }

    void write(Write... writes) {
        for (Write write : writes) {
            await(engine.write(write));
        }
    }

    <R extends Record> Page<R> page(Select<R> select) {
        return await(engine.read(select));
    }

    /** The rows of a result that fits on a page. */
    <R extends Record> List<R> rows(Select<R> select) {
        Page<R> page = page(select);
        assertThat(page.next()).as("cursor although nothing follows").isEmpty();
        return page.rows();
    }

    <R extends Record> Optional<R> one(Select<R> select) {
        return await(engine.readOne(select));
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("no answer after " + TIMEOUT_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for an answer", e);
        }
    }

    static void awaitAll(List<CompletableFuture<Void>> futures) {
        futures.forEach(EngineTheme::await);
    }

    /** Runs the same work on several threads that start together, and rethrows the failure of any. */
    static <T> List<T> together(int threads, IndexedWork<T> work) {
        List<CompletableFuture<T>> results = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            int index = i;
            CompletableFuture<T> result = new CompletableFuture<>();
            results.add(result);
            RACERS.execute(() -> {
                try {
                    start.countDown();
                    start.await();
                    result.complete(work.run(index));
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
        }
        return results.stream().map(EngineTheme::await).toList();
    }

    /** The work of one of several threads. */
    interface IndexedWork<T> {
        T run(int index) throws Exception;
    }
}
