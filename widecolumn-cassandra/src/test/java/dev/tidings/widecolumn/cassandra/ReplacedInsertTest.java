package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.WriteClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of an insert that replaces an expired row, where deleting that row fails. */
class ReplacedInsertTest {
    /** The row of the test table. */
    record Ticket(String seat, Instant issued, String holder) {
        static final Column<String> SEAT = Column.text("seat", "what it is for");
        static final Column<Instant> ISSUED = Column.timestamp("issued", "starts its life");
        static final Column<String> HOLDER = Column.text("holder", "who may sit there");
        static final Table<Ticket> TABLE = Table.named("tickets")
                .comment("tickets")
                .partition(SEAT)
                .columns(ISSUED, HOLDER)
                .ttl(Ttl.anchored(ISSUED, Duration.ofDays(1)))
                .serves(Query.named("one ticket", SEAT))
                .rows(Ticket.class);
    }

    private final SteppedClock clock = new SteppedClock();
    private final CassandraConfig config =
            TestCluster.config("replaced_insert").withClock(clock).withRetryTimeout(Duration.ofSeconds(2));
    private final Retries repeats = new Retries(config.retryTimeout());
    private CassandraEngine engine;
    private CqlSession session;

    @BeforeEach
    void open() {
        engine = CassandraEngine.open(config, Schema.of("tickets", Ticket.TABLE));
        session = SessionFactory.open(config);
    }

    @AfterEach
    void close() {
        repeats.close();
        session.close();
        engine.close();
    }

    @Test
    void lostDelete_isRetried() {
        assertThat(replace("a", once(real -> lost())))
                .succeedsWithin(Duration.ofMinutes(1))
                .satisfies(outcome -> assertThat(outcome.existing()).isEmpty());
    }

    @Test
    void lostResponse_continuesTheInsert() {
        assertThat(replace("b", once(real -> real.get().thenCompose(done -> lost()))))
                .succeedsWithin(Duration.ofMinutes(1))
                .satisfies(outcome -> assertThat(outcome.existing()).isEmpty());
    }

    @Test
    void failingDelete_failsTheInsertRetryably() {
        assertFails(replace("c", real -> lost()), Reason.UNAVAILABLE);
    }

    @Test
    void overload_refusesTheInsert() {
        assertFails(
                replace("d", real -> CompletableFuture.failedFuture(new RequestThrottlingException("full"))),
                Reason.OVERLOADED);
    }

    /** The behaviour of delete statements in a test. */
    private interface Deletes {
        CompletionStage<AsyncResultSet> execute(Supplier<CompletionStage<AsyncResultSet>> real);
    }

    private CompletableFuture<InsertOutcome<Ticket>> replace(String seat, Deletes deletes) {
        engine.insertIfAbsent(Ticket.TABLE, new Ticket(seat, clock.instant(), "ada"))
                .join();
        // Expired by this clock; the server still has the row.
        clock.advance(Duration.ofDays(2));
        CassandraTable<Ticket> table = new CassandraTable<>(
                with(deletes),
                config,
                Ticket.TABLE,
                repeats,
                new WriteClock(InstantSource.system(), Long.MIN_VALUE + 1));
        Ticket next = new Ticket(seat, clock.instant(), "bob");
        return table.inserts()
                .insertIfAbsent(
                        Batch.of(Ticket.TABLE.upsert(next)).writes().get(0).values());
    }

    private static Deletes once(Deletes first) {
        AtomicBoolean done = new AtomicBoolean();
        return real -> done.getAndSet(true) ? real.get() : first.execute(real);
    }

    private CqlSession with(Deletes deletes) {
        return (CqlSession) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CqlSession.class}, (proxy, method, args) -> {
                    boolean delete = method.getName().equals("executeAsync")
                            && args[0] instanceof BoundStatement statement
                            && statement.getPreparedStatement().getQuery().startsWith("DELETE");
                    if (delete) {
                        BoundStatement statement = (BoundStatement) args[0];
                        return deletes.execute(() -> session.executeAsync(statement));
                    }
                    try {
                        return method.invoke(session, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static CompletionStage<AsyncResultSet> lost() {
        return CompletableFuture.failedFuture(new DriverTimeoutException("no answer"));
    }

    private static void assertFails(CompletableFuture<InsertOutcome<Ticket>> answer, Reason reason) {
        assertThat(answer)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
