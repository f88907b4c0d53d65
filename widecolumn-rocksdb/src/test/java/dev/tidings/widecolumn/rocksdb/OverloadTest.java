package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of back-pressure: writes beyond the limit are refused as overload, and acked ones are stored. */
class OverloadTest {
    @TempDir
    Path folder;

    @Test
    void writesBeyondTheBoundAreRefusedAndTheOthersKept() {
        RocksConfig config =
                TestConfig.in(folder).withDurability(Durability.FSYNC).withMaxPendingBytes(1 << 20);
        String text = "x".repeat(50_000);
        int writes = 2000;
        List<Integer> acked = new ArrayList<>();
        int overloaded = 0;
        try (RocksEngine engine = RocksEngine.open(config, Note.SCHEMA)) {
            List<CompletableFuture<Void>> answers = new ArrayList<>();
            for (int i = 0; i < writes; i++) {
                answers.add(engine.write(Note.KEPT.upsert(Note.of("b", Instant.ofEpochMilli(i), text))));
            }
            for (int i = 0; i < writes; i++) {
                Throwable failure = answers.get(i).handle((ok, error) -> error).join();
                if (failure == null) {
                    acked.add(i);
                } else {
                    assertThat(failure).isInstanceOf(StoreException.class);
                    assertThat(((StoreException) failure).overloaded()).isTrue();
                    assertThat(((StoreException) failure).retrySafe()).isTrue();
                    overloaded++;
                }
            }
            assertThat(overloaded).isPositive();
            assertThat(acked).isNotEmpty();
            for (int i = 0; i < writes; i++) {
                boolean there = engine.readOne(Note.KEPT.select(Note.ONE, "b", Instant.ofEpochMilli(i)))
                        .join()
                        .isPresent();
                assertThat(there).as("write %d", i).isEqualTo(acked.contains(i));
            }
        }
    }
}
