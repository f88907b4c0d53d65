package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the number of commits a batch needs. */
class StartBarrierTest {
    @TempDir
    private Path folder;

    private CountedWrites engine;
    private StartBarrier startBarrier;

    @BeforeEach
    void open() {
        engine = new CountedWrites(RocksEngine.open(RocksConfig.in(folder), TidingsSchema.SCHEMA));
        startBarrier = new StartBarrier(OutcomeWriter.withoutRetry(engine, null, null));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void outcomesBeforeTheBarrier_shareOneCommit() {
        CompletableFuture<Void> first = startBarrier.write(effect(1));
        CompletableFuture<Void> second = startBarrier.write(effect(2));
        assertThat(first).isNotDone();
        assertThat(engine.sizes).isEmpty();

        startBarrier.allStarted();

        CompletableFuture.allOf(first, second).join();
        assertThat(engine.sizes).containsExactly(2);
    }

    @Test
    void outcomeAfterTheBarrier_isWrittenAtOnce() {
        startBarrier.allStarted();

        startBarrier.write(effect(1)).join();

        assertThat(engine.sizes).containsExactly(1);
    }

    @Test
    void emptyEffect_isDurableAtOnce() {
        assertThat(startBarrier.write(new OutcomeWriter.DeliveryWrites(List.of())))
                .isCompleted();
    }

    private static OutcomeWriter.DeliveryWrites effect(int n) {
        UserKey user = new UserKey("t", "u");
        UUID id = UuidV7.of(System.currentTimeMillis(), n, n);
        Write row = NotificationRow.TABLE
                .update(user.tenant(), user.user(), Buckets.month(id), id)
                .set(NotificationRow.CHANNEL_STATUS, Map.of("email", "sent"));
        return new OutcomeWriter.DeliveryWrites(List.of(row));
    }

    private static final class CountedWrites extends ForwardingEngine {
        private final List<Integer> sizes = new ArrayList<>();

        CountedWrites(Engine real) {
            super(real);
        }

        @Override
        public synchronized CompletableFuture<Void> write(Batch batch) {
            sizes.add(batch.writes().size());
            return super.write(batch);
        }
    }
}
