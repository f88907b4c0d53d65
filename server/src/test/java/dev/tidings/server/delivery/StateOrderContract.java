package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Contract of the ranked delivery states: results of attempts, receipts and replays arrive in any order and any number of times, from
 * independent workers. In every order the state never goes down, and the final state is the same.
 */
abstract class StateOrderContract {
    private static final long SEED = 20_260_101;
    private static final Instant CREATED = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path folder;

    abstract Engine open(Path folder, SteppedClock clock);

    abstract int runs();

    /** One reported state. */
    private record Report(int round, DeliveryStatus status) {
        int rank() {
            return round * 100 + status.state().ordinal();
        }
    }

    @Test
    void state_neverGoesDownAndConverges() {
        Random random = new Random(SEED);
        try (Engine engine = open(folder, new SteppedClock(CREATED.plusSeconds(60)))) {
            for (int run = 0; run < runs(); run++) {
                List<Report> reports = reports(random);
                String end = null;
                for (int order = 0; order < 3; order++) {
                    String reached = report(engine, delivery(run, order), reports, random);
                    assertThat(reached).as("run " + run + " of " + reports).isEqualTo(end == null ? reached : end);
                    end = reached;
                }
            }
        }
    }

    private static List<Report> reports(Random random) {
        List<Report> reports = new ArrayList<>();
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            DeliveryState state = DeliveryState.values()[random.nextInt(DeliveryState.values().length)];
            String reason = random.nextBoolean()
                    ? null
                    : List.of("throttled", "refused", "gone").get(random.nextInt(3));
            reports.add(new Report(random.nextInt(3), new DeliveryStatus(state, reason)));
        }
        return reports;
    }

    /** Writes the reports in a random order, some of them twice. */
    private static String report(Engine engine, OutboundDelivery delivery, List<Report> reports, Random random) {
        List<Report> order = new ArrayList<>(reports);
        reports.stream().filter(report -> random.nextInt(3) == 0).forEach(order::add);
        Collections.shuffle(order, random);
        int highest = -1;
        String now = null;
        for (Report report : order) {
            engine.write(DeliveryRows.state(DeliveryEvent.of(delivery.replayed(report.round()), report.status())))
                    .join();
            highest = Math.max(highest, report.rank());
            now = read(engine, delivery);
            int reached = highest;
            String shown = now;
            assertThat(order)
                    .as("the stored state has the highest rank so far")
                    .anyMatch(
                            one -> one.rank() == reached && one.status().text().equals(shown));
        }
        return now;
    }

    private static String read(Engine engine, OutboundDelivery delivery) {
        return engine.readOne(NotificationRow.TABLE.select(
                        NotificationRow.ONE,
                        delivery.user().tenant(),
                        delivery.user().user(),
                        Buckets.month(delivery.position()),
                        delivery.position()))
                .join()
                .orElseThrow()
                .channelStatus()
                .get(delivery.channel().wire());
    }

    private static OutboundDelivery delivery(int run, int order) {
        UUID id = UuidV7.of(CREATED.toEpochMilli(), order, run);
        return OutboundDelivery.first(
                new UserKey("acme", "bob"),
                id,
                id,
                "default",
                Priority.NORMAL,
                Channel.SMS,
                null,
                new Message.Sms("x"),
                false);
    }
}
