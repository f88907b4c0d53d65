package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.capture.CaptureOutcome;
import dev.tidings.channels.capture.CaptureRule;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.server.explain.Explanation;
import dev.tidings.server.inbox.Mark;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that rows of tables with a compaction window are written with times near their own. A file with one much older cell would keep all
 * expired files from being dropped.
 */
class WriteTimeTest {
    @TempDir
    private Path folder;

    private final Set<String> written = new ConcurrentSkipListSet<>();
    private final Set<String> farOff = new ConcurrentSkipListSet<>();

    /** Compares each write time with the time of the row, from which its life runs. */
    private final class CheckedEngine extends ForwardingEngine {
        CheckedEngine(Engine real) {
            super(real);
        }

        @Override
        public CompletableFuture<Void> write(Batch batch) {
            batch.writes().forEach(WriteTimeTest.this::check);
            return super.write(batch);
        }
    }

    private void check(Write write) {
        boolean hasWindow = write.table().declaration().compactionWindow().isPresent();
        if (!hasWindow || !(write instanceof Upsert upsert) || write.writeTime() == Write.ENGINE_TIME) {
            return;
        }
        Ttl ttl = write.table().declaration().ttl().orElseThrow();
        long life = ttl.life().toSeconds();
        long rowSecond = upsert.table().expirySecond(upsert.values()) - life;
        long writeSecond = TimeUnit.MICROSECONDS.toSeconds(write.writeTime());
        written.add(write.table().name());
        if (Math.abs(writeSecond - rowSecond) > life) {
            farOff.add(write.table().name() + " of " + Instant.ofEpochSecond(rowSecond) + " at "
                    + Instant.ofEpochSecond(writeSecond));
        }
    }

    @Test
    void everyWrite_hasATimeNearItsRow() {
        try (TestService tidings = TestService.in(folder)
                .retryDelays("10ms", "20ms")
                .tables(CheckedEngine::new)
                .start()) {
            tidings.tenant().putNonRepeatableType("once");
            List.of("phone", "tablet").forEach(device -> tidings.tenant().putDevice("bob", device));
            sendAndMark(tidings);
            push(tidings);
        }
        assertThat(written)
                .contains(
                        "delivery_log",
                        "notification_details",
                        "notifications",
                        "notifications_by_tenant",
                        "notifications_by_user",
                        "recipients");
        assertThat(farOff).isEmpty();
    }

    private static void sendAndMark(TestService tidings) {
        tidings.send("{\"to\":{\"users\":[\"ann\",\"cid\"]},\"title\":\"a list\"}");
        tidings.send("{\"to\":{\"user\":\"ann\"},\"title\":\"later\",\"sendAt\":\""
                + Instant.now().plusMillis(300) + "\"}");
        UUID id = tidings.sendTo("ann", "now");
        tidings.service()
                .pipeline()
                .inbox()
                .mark(TestService.user("ann"), id, Mark.READ)
                .join();
        Await.untilEqual(() -> tidings.inbox("ann").size(), 3);
    }

    /** One device of two is tried again, the other one has a receipt; then a push that must not be repeated. */
    private static void push(TestService tidings) {
        CaptureRule retry = new CaptureRule(
                Optional.empty(), Optional.empty(), CaptureOutcome.RETRY, Duration.ZERO, OptionalLong.of(1), 1);
        tidings.service().delivery().capture().script(TestTenant.NAME, List.of(retry));
        String push = "{\"to\":{\"user\":\"bob\"},\"title\":\"Hello\",\"channels\":[\"push\"]";
        UUID id = tidings.send(push + "}");
        Await.untilEqual(
                () -> tidings.outcomes("bob", id).stream().sorted().toList(), List.of("accepted", "accepted", "retry"));
        String message = tidings.attempts("bob", id).stream()
                .filter(attempt -> attempt.outcome().equals("accepted"))
                .map(Explanation.LoggedAttempt::messageId)
                .findFirst()
                .orElseThrow();
        tidings.service()
                .delivery()
                .receipts()
                .store(TestTenant.NAME + "/capture", new Receipt(message, Receipt.State.DELIVERED, null, null))
                .join();
        UUID once = tidings.send(push + ",\"type\":\"once\"}");
        tidings.awaitState("bob", once, "sent");
    }
}
