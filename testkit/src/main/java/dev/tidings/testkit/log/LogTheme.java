package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The base class of the log contract's themes: a separate log per test. */
abstract class LogTheme {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    static final Lane NORMAL = new Lane(Stage.ROUTE, Priority.NORMAL);

    final LogContract contract;
    final String name = "log-" + UUID.randomUUID();
    Log log;

    LogTheme(LogContract contract) {
        this.contract = contract;
    }

    @BeforeEach
    void openLog() throws Exception {
        open(LogContract.Limits.WIDE);
    }

    @AfterEach
    void closeLog() {
        if (log != null) {
            log.close();
        }
    }

    void open(LogContract.Limits limits) throws Exception {
        closeLog();
        log = null;
        log = contract.open(name, limits);
    }

    void reopen() throws Exception {
        open(LogContract.Limits.WIDE);
    }

    LogConsumer consumer() {
        return log.consumers(Stage.ROUTE, 1).get(0);
    }

    void append(LogEntry... entries) {
        append(List.of(entries));
    }

    void append(List<LogEntry> entries) {
        await(log.append(entries));
    }

    static LogEntry entry(Lane lane, int partition, String tenant, String text) {
        return new LogEntry(lane, partition, tenant, text.getBytes(StandardCharsets.UTF_8));
    }

    static LogEntry entry(String tenant, String text) {
        return entry(NORMAL, 7, tenant, text);
    }

    /** Entries of one partition, with the numbers from {@code from} inclusive to {@code to} exclusive as their texts. */
    static List<LogEntry> numbered(String tenant, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> entry(tenant, "" + i)).toList();
    }

    static List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    static String text(LogRecord record) {
        return new String(record.entry().payload(), StandardCharsets.UTF_8);
    }

    static List<String> texts(List<LogRecord> records) {
        return records.stream().map(LogTheme::text).toList();
    }

    /** Polls and marks records as done until there are {@code count}. */
    List<LogRecord> drain(LogConsumer consumer, int count) throws InterruptedException {
        List<LogRecord> all = new ArrayList<>();
        while (all.size() < count) {
            all.addAll(acknowledged(consumer, pollSome(consumer, 100)));
        }
        assertThat(all).hasSize(count);
        return all;
    }

    /** Marks the last batch as done, and returns those of its records that were acknowledged: others come again. */
    static List<LogRecord> acknowledged(LogConsumer consumer, List<LogRecord> batch) {
        List<LogRecord> refused = consumer.done();
        return refused.isEmpty()
                ? batch
                : batch.stream().filter(record -> !refused.contains(record)).toList();
    }

    /** The next records; fails if there are none. */
    List<LogRecord> pollSome(LogConsumer consumer, int max) throws InterruptedException {
        List<LogRecord> records = consumer.poll(max, contract.pollTimeout());
        assertThat(records).as("records that should be waiting").isNotEmpty().hasSizeLessThanOrEqualTo(max);
        return records;
    }

    static void assertNothingLeft(LogConsumer consumer) throws InterruptedException {
        assertThat(texts(consumer.poll(100, Duration.ZERO)))
                .as("remaining records")
                .isEmpty();
    }

    static void assertRefused(CompletableFuture<Void> append, LogException.Reason reason) {
        assertThatThrownBy(() -> await(append))
                .isInstanceOfSatisfying(
                        LogException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("no answer after " + TIMEOUT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for an answer", e);
        }
    }

    /** Runs work on a new thread. */
    static <T> CompletableFuture<T> start(Work<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(work.run());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                },
                "log-contract");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** The work of a thread. */
    interface Work<T> {
        T run() throws Exception;
    }
}
