package dev.tidings.server.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.RefusingEngine;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What came of a call, and tables that do not take it. */
class EffectsTest {
    private static final UUID ID = UuidV7.of(1_790_000_000_000L, 1, 1);

    @TempDir
    private Path folder;

    private RefusingEngine engine;

    @BeforeEach
    void open() {
        engine = new RefusingEngine(RocksEngine.open(RocksConfig.in(folder), TidingsSchema.SCHEMA));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static Effects.Effect effect() {
        return new Effects.Effect(List.of(NotificationRow.TABLE
                .update("acme", "bob", Buckets.month(ID), ID)
                .set(NotificationRow.CHANNEL_STATUS, Map.of("email", "sent"))));
    }

    private boolean isWritten() {
        return engine.readOne(NotificationRow.TABLE.select(NotificationRow.ONE, "acme", "bob", Buckets.month(ID), ID))
                .join()
                .isPresent();
    }

    private void awaitRefusals(int count) {
        while (engine.refused() < count) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OVERLOADED", "UNAVAILABLE", "DISK_FULL", "UNKNOWN_OUTCOME"})
    void whatPassesIsWaitedFor(Reason reason) {
        Effects effects = Effects.thatInsist(engine, null, null);
        engine.refuse(NotificationRow.TABLE, reason);
        CompletableFuture<Void> first = effects.write(effect());
        CompletableFuture<Void> second = effects.write(effect());
        awaitRefusals(3);
        assertThat(first).isNotDone();
        assertThatThrownBy(effects::checkThatItIsWritten).isInstanceOf(StoreException.class);
        engine.takeAgain();
        CompletableFuture.allOf(first, second).join();
        assertThat(isWritten()).isTrue();
        effects.checkThatItIsWritten();
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOSED", "MISCONFIGURED", "CORRUPT"})
    void whatDoesNotPassIsSaid(Reason reason) {
        Effects effects = Effects.thatInsist(engine, null, null);
        engine.refuse(NotificationRow.TABLE, reason);
        assertThatThrownBy(effects.write(effect())::join).hasCauseInstanceOf(StoreException.class);
        effects.checkThatItIsWritten();
        engine.takeAgain();
        effects.write(effect()).join();
        assertThat(isWritten()).isTrue();
    }

    @Test
    void whoWillReportItAgainIsTold() {
        Effects effects = Effects.thatFail(engine, null, null);
        engine.refuse(NotificationRow.TABLE, Reason.DISK_FULL);
        assertThatThrownBy(effects.write(effect())::join).hasCauseInstanceOf(StoreException.class);
        assertThat(engine.refused()).isEqualTo(1);
    }
}
