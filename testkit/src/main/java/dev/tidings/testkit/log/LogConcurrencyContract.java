package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Contract of concurrent appenders and consumers of a log: no record is lost or acknowledged twice. */
abstract class LogConcurrencyContract extends LogTheme {
    private static final int APPENDERS = 8;
    private static final int EACH = 600;
    private static final int CONSUMERS = 3;
    private static final int PARTITIONS = 16;
    private static final Duration FOREVER = Duration.ofMinutes(10);

    LogConcurrencyContract(LogContract contract) {
        super(contract);
    }

    @Test
    void nothing_isLostOrAcknowledgedTwice() {
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, CONSUMERS);
        AtomicInteger consumed = new AtomicInteger();
        List<CompletableFuture<List<LogRecord>>> consuming = new ArrayList<>();
        for (int i = 0; i < CONSUMERS; i++) {
            LogConsumer consumer = consumers.get(i);
            // One of them has some batches redelivered.
            boolean redelivers = i == 0;
            consuming.add(start(() -> consume(consumer, consumed, redelivers)));
        }
        List<CompletableFuture<Void>> appending = new ArrayList<>();
        for (int i = 0; i < APPENDERS; i++) {
            String appender = "appender-" + i;
            appending.add(start(() -> appendAll(appender)));
        }
        appending.forEach(LogTheme::await);
        List<String> all = new ArrayList<>();
        for (CompletableFuture<List<LogRecord>> records : consuming) {
            Map<String, List<Integer>> byQueue = new HashMap<>();
            for (LogRecord record : await(records)) {
                String[] text = text(record).split(" ");
                assertThat(record.entry().tenant()).isEqualTo(text[0]);
                byQueue.computeIfAbsent(text[0] + " " + record.entry().partition(), queue -> new ArrayList<>())
                        .add(Integer.valueOf(text[1]));
                all.add(text(record));
            }
            byQueue.forEach((queue, numbers) -> assertThat(numbers).as(queue).isSorted());
        }
        assertThat(all).hasSize(APPENDERS * EACH).doesNotHaveDuplicates();
    }

    @Test
    void wakeUp_endsAWaitingPoll() {
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        CompletableFuture<List<LogRecord>> polling = start(() -> consumer.poll(1, FOREVER));
        consumer.wakeUp();
        assertThat(polling).succeedsWithin(contract.pollTimeout()).isEqualTo(List.of());
    }

    /** Appends single entries and batches, without waiting for each ack. */
    private Void appendAll(String appender) {
        List<CompletableFuture<Void>> acks = new ArrayList<>();
        int next = 0;
        while (next < EACH) {
            List<LogEntry> entries = new ArrayList<>();
            for (int size = 1 + next % 7; size > 0 && next < EACH; size--, next++) {
                entries.add(entry(NORMAL, next % PARTITIONS, appender, appender + " " + next));
            }
            acks.add(log.append(entries));
        }
        acks.forEach(LogTheme::await);
        return null;
    }

    private List<LogRecord> consume(LogConsumer consumer, AtomicInteger consumed, boolean redelivers)
            throws InterruptedException {
        List<LogRecord> all = new ArrayList<>();
        long end = System.nanoTime() + contract.pollTimeout().toNanos();
        for (int poll = 0; consumed.get() < APPENDERS * EACH && System.nanoTime() < end; poll++) {
            List<LogRecord> records = consumer.poll(64, Duration.ofMillis(10));
            if (redelivers && poll % 3 == 0) {
                consumer.redeliver();
            } else {
                List<LogRecord> done = acknowledged(consumer, records);
                all.addAll(done);
                consumed.addAndGet(done.size());
            }
        }
        return all;
    }

    @Test
    void waitingConsumer_getsNewRecords() {
        LogConsumer consumer = consumer();
        CompletableFuture<List<LogRecord>> polling = start(() -> consumer.poll(10, contract.pollTimeout()));
        append(entry("a", "x"));
        assertThat(texts(await(polling))).containsExactly("x");
    }
}
