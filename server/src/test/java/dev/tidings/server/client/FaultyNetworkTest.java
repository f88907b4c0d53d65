package dev.tidings.server.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.client.Retries;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.TidingsException;
import dev.tidings.client.model.Accepted;
import dev.tidings.client.model.BatchResult;
import dev.tidings.client.model.InboxItem;
import dev.tidings.client.model.Notification;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends through a proxy that cuts, delays and doubles requests and answers: each send is exactly one notification. */
class FaultyNetworkTest {
    private static final int USERS = 10;
    private static final Retries PATIENT =
            new Retries(Duration.ofMinutes(10), Duration.ofMillis(5), Duration.ofMillis(500));
    private static final int THREADS = 16;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration ROUTED_WITHIN = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @Test
    void everySend_isExactlyOneNotification() throws Exception {
        Outcome outcome = send(
                1_000, PATIENT, client -> notification -> client.notifications().send(notification));

        assertThat(outcome.accepted).doesNotHaveDuplicates().hasSize(1_000);
        assertThat(outcome.arrived).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(outcome.arrived)).isEqualTo(new TreeSet<>(outcome.accepted));
        assertThat(outcome.injected.keySet()).contains(FaultyProxy.Fault.values());
    }

    @Test
    void everyLineOfABatch_isExactlyOneNotification() throws Exception {
        Outcome outcome = send(50, PATIENT, client -> notification -> {
            Notification other = Notification.to("user0").title("Other").build();
            List<BatchResult> results = client.notifications().sendBatch(List.of(other, notification));
            assertThat(results).allMatch(BatchResult::accepted);
            return new Accepted(results.get(1).id(), null, false);
        });

        assertThat(outcome.arrived).doesNotHaveDuplicates().hasSize(100).containsAll(outcome.accepted);
    }

    /** Shows that the proxy is faulty enough: a caller that repeats sends by itself and without a key duplicates some. */
    @Test
    void repetitionWithoutAKey_duplicatesNotifications() throws Exception {
        Outcome outcome = send(100, Retries.none(), client -> notification -> {
            while (true) {
                try {
                    return client.notifications().send(notification);
                } catch (TidingsException failed) {
                    // Sent again.
                }
            }
        });

        assertThat(outcome.arrived).hasSizeGreaterThan(100);
    }

    /** The ids of accepted notifications, the ids in the inboxes, and the injected faults. */
    private record Outcome(List<String> accepted, List<String> arrived, Map<FaultyProxy.Fault, Integer> injected) {}

    private Outcome send(int count, Retries retries, Function<TidingsClient, Function<Notification, Accepted>> sender)
            throws Exception {
        try (RunningServer server = new RunningServer(folder.resolve("data"));
                FaultyProxy proxy = new FaultyProxy(server.url(), 2 * TIMEOUT.toMillis(), new Random(7))) {
            TidingsClient client = TidingsClient.builder(proxy.url())
                    .apiKey(server.key())
                    .timeout(TIMEOUT)
                    .retries(retries)
                    .build();
            List<String> accepted = sendAll(count, sender.apply(client));
            return new Outcome(accepted, arrived(server.client(), accepted), proxy.injected);
        }
    }

    private static List<String> sendAll(int count, Function<Notification, Accepted> sender) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<String>> ids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Notification one =
                        Notification.to("user" + i % USERS).title("Number " + i).build();
                ids.add(threads.submit(() -> sender.apply(one).id()));
            }
            List<String> accepted = new ArrayList<>();
            for (Future<String> id : ids) {
                accepted.add(id.get());
            }
            return accepted;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Reads all inboxes until the accepted notifications are there and no more arrive. */
    private static List<String> arrived(TidingsClient client, List<String> accepted) throws InterruptedException {
        Set<String> expected = new TreeSet<>(accepted);
        long end = System.nanoTime() + ROUTED_WITHIN.toNanos();
        List<String> before;
        List<String> now = List.of();
        do {
            Thread.sleep(200);
            before = now;
            now = IntStream.range(0, USERS)
                    .boxed()
                    .flatMap(user -> client.user("user" + user).inbox().stream())
                    .map(InboxItem::id)
                    .toList();
        } while (System.nanoTime() < end && (!now.containsAll(expected) || now.size() != before.size()));
        return now;
    }
}
