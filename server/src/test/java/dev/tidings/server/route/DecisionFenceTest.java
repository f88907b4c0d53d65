package dev.tidings.server.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Ownership;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of two owners that decide about the same notification: the newer owner's decision wins as a whole. */
class DecisionFenceTest {
    private static final UserKey BOB = new UserKey("acme", "bob");
    private static final List<Verdict> VERDICTS = List.of(
            Verdict.EXPIRED,
            Verdict.outbound(List.of()),
            Verdict.outbound(List.of(new Finding.QuietUntil(Instant.EPOCH))),
            Verdict.suppressed(Suppression.OPTED_OUT, List.of()),
            Verdict.suppressed(Suppression.NO_ADDRESS, List.of()));
    private static final List<Verdict> IN_APP =
            List.of(Verdict.EXPIRED, Verdict.shown(List.of()), Verdict.suppressed(Suppression.OPTED_OUT, List.of()));

    @TempDir
    private Path folder;

    private RocksEngine engine;
    private long sent;

    /** Ownership of a shared log. */
    private record SharedOwnership(long epoch, boolean isHeld) implements Ownership {}

    @BeforeEach
    void open() {
        engine = RocksEngine.open(RocksConfig.in(folder), TidingsSchema.SCHEMA);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private Notification notification() {
        UUID id = UuidV7.of(System.currentTimeMillis(), 0, ++sent);
        return new Notification(
                "acme",
                id,
                id,
                "default",
                Priority.NORMAL,
                Set.of(),
                null,
                null,
                "key1",
                null,
                0,
                "{}".getBytes(UTF_8));
    }

    private static RoutedNotification routed(Notification n, Decision decision, Ownership ownership) {
        Envelope envelope = new Envelope(n, Optional.of(BOB.user()), false, false);
        LoadedNotification loaded = new LoadedNotification(envelope, BOB, false, ownership, null, Optional.empty());
        return new RoutedNotification(loaded, decision, Instant.ofEpochMilli(1 + ownership.epoch()));
    }

    private void write(RoutedNotification routed) {
        List<Write> writes = new ArrayList<>();
        RouteRows.decision(routed, writes::add);
        engine.write(Batch.acrossPartitions(writes)).join();
    }

    private NotificationRow row(Notification n) {
        return engine.readOne(NotificationRow.TABLE.select(
                        NotificationRow.ONE, "acme", "bob", Buckets.month(n.position()), n.position()))
                .join()
                .orElseThrow();
    }

    private static void assertIs(NotificationRow row, RoutedNotification expected) {
        assertThat(row.decision()).isEqualTo(expected.decision().json());
        assertThat(row.decidedAt()).isEqualTo(expected.decidedAt());
        expected.decision()
                .verdicts()
                .forEach((channel, verdict) -> assertThat(row.channelStatus())
                        .containsEntry(channel.wire(), verdict.status().text()));
    }

    private static List<Decision> decisions() {
        List<Decision> all = new ArrayList<>();
        for (Verdict inApp : IN_APP) {
            for (Verdict email : VERDICTS) {
                all.add(new Decision(Map.of(Channel.IN_APP, inApp, Channel.EMAIL, email)));
            }
        }
        return all;
    }

    @Test
    void newerOwner_winsAsAWhole() {
        for (Decision former : decisions()) {
            for (Decision newer : decisions()) {
                for (boolean formerLast : List.of(false, true)) {
                    Notification n = notification();
                    RoutedNotification one = routed(n, former, new SharedOwnership(7, true));
                    RoutedNotification two = routed(n, newer, new SharedOwnership(8, true));
                    write(formerLast ? two : one);
                    write(formerLast ? one : two);
                    assertIs(row(n), two);
                }
            }
        }
    }

    @Test
    void laterStates_outrankEveryDecision() {
        for (long epoch : new long[] {1, 1_000_000, Long.MAX_VALUE}) {
            for (DeliveryState state : DeliveryState.values()) {
                if (state == DeliveryState.PENDING) {
                    continue;
                }
                Notification n = notification();
                engine.write(state(n, DeliveryStatus.of(state))).join();
                for (Decision decision : decisions()) {
                    write(routed(n, decision, new SharedOwnership(epoch, true)));
                }
                assertThat(row(n).channelStatus()).containsEntry("email", state.wire());
            }
        }
    }

    private static Upsert state(Notification n, DeliveryStatus status) {
        return NotificationRow.TABLE
                .update("acme", "bob", Buckets.month(n.position()), n.position())
                .set(NotificationRow.CHANNEL_STATUS, Map.of("email", status.text()))
                .at(status.writeTime(n.createdAt(), 0));
    }

    /** As in rows of earlier versions. */
    @Test
    void logUsedAlone_keepsItsWriteTimes() {
        Notification n = notification();
        List<Upsert> writes = new ArrayList<>();
        Decision decision = new Decision(
                Map.of(Channel.IN_APP, Verdict.shown(List.of()), Channel.EMAIL, Verdict.outbound(List.of())));
        RouteRows.decision(routed(n, decision, Ownership.ALONE), writes::add);
        assertThat(writes)
                .extracting(Upsert::writeTime)
                .containsExactly(
                        DeliveryState.PENDING.writeTime(n.createdAt(), 0),
                        DeliveryState.SENT.writeTime(n.createdAt(), 0));
    }
}
