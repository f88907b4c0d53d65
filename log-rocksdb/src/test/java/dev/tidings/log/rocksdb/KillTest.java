package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a killed process: every acknowledged record is delivered afterwards. */
class KillTest {
    private static final int CYCLES = 4;
    private static final int ACKS_BEFORE_KILL = 3000;

    @TempDir
    Path folder;

    @Test
    void killedProcess_losesNoAcknowledgedRecord() throws Exception {
        Set<Integer> open = new TreeSet<>();
        int next = 0;
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            List<Integer> acked = ackedUntilKilled(next);
            assertThat(acked).isSorted();
            open.addAll(acked);
            next = acked.get(acked.size() - 1) + 1000;
            try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
                boolean half = cycle % 2 == 0;
                Set<Integer> seen = consume(log, half ? log.backlog(Stage.ROUTE) / 2 : 0);
                if (half) {
                    // The rest is for the next cycle, after another kill.
                    open.removeAll(seen);
                } else {
                    assertThat(seen).containsAll(open);
                    open.clear();
                    assertThat(log.backlog(Stage.ROUTE)).isZero();
                }
            }
        }
    }

    private List<Integer> ackedUntilKilled(int first) throws Exception {
        Process appender = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledAppender.class.getName(),
                        folder.toString(),
                        Integer.toString(first))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Integer> acked = new ArrayList<>();
        try (BufferedReader lines = appender.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null) {
                acked.add(Integer.valueOf(line));
                if (acked.size() == ACKS_BEFORE_KILL) {
                    // Through its handle, which leaves the pipe open: acknowledgements printed before the kill count,
                    // too.
                    appender.toHandle().destroyForcibly();
                }
                line = lines.readLine();
            }
        }
        assertThat(appender.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(acked).hasSizeGreaterThanOrEqualTo(ACKS_BEFORE_KILL);
        return acked;
    }

    /** Consumes until so many records are left; checks that they come in order, once, and marked as redelivered. */
    private static Set<Integer> consume(RocksLog log, long leave) throws InterruptedException {
        Set<Integer> seen = new TreeSet<>();
        int[] last = new int[KilledAppender.PARTITIONS];
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        while (log.backlog(Stage.ROUTE) > leave) {
            for (LogRecord record : consumer.poll(100, Duration.ofMinutes(1))) {
                int number = Integer.parseInt(new String(record.entry().payload(), StandardCharsets.UTF_8));
                int partition = record.entry().partition();
                assertThat(number).as("next in partition %d", partition).isGreaterThanOrEqualTo(last[partition]);
                assertThat(record.redelivered()).isTrue();
                assertThat(seen.add(number)).as("%d comes once", number).isTrue();
                last[partition] = number;
            }
            consumer.done();
        }
        return seen;
    }
}
