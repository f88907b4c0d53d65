package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.rocksdb.DiskSpaceGuard;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.WriteClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Tests of failing commits: the engine reports them in its health check. */
class CommitFailureTest {
    @TempDir
    Path folder;

    @Test
    void aFailureIsRememberedUntilACommitSucceeds() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        CallGate gate = new CallGate();
        GroupCommitTest.TestStore store = changes -> {
            if (broken.get()) {
                throw new RocksDBException("the disk is gone");
            }
        };
        try (GroupCommit commits = new GroupCommit(
                store, gate, new WriteClock(InstantSource.system(), 0), new DiskSpaceGuard(folder, 0, 0), 1 << 20)) {
            assertThat(commits.problem()).isEmpty();
            assertThat(InsertFutureTest.failure(submit(gate, commits)))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.UNKNOWN_OUTCOME));
            assertThat(commits.problem())
                    .hasValueSatisfying(
                            problem -> assertThat(problem).contains("the disk is gone", "closed and opened again"));
            broken.set(false);
            submit(gate, commits).join();
            assertThat(commits.problem()).isEmpty();
            assertThat(gate.close(Duration.ofSeconds(10)))
                    .as("every call has left the gate")
                    .isTrue();
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "limits the size of files with prlimit")
    void anEngineThatDoesNotRecover_isUnhealthy() throws Exception {
        Process probe = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CommitFailureProbe.class.getName(),
                        folder.resolve("store").toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(probe.waitFor(1, TimeUnit.MINUTES)).as(output).isTrue();
        assertThat(output).contains("healthy at first", "then: the last commit of", "opened again");
        assertThat(probe.exitValue()).as(output).isZero();
    }

    private static CompletableFuture<Void> submit(CallGate gate, GroupCommit commits) {
        assertThat(gate.tryEnter()).isTrue();
        return commits.submit(new WriteBatchBuffer(64));
    }
}
