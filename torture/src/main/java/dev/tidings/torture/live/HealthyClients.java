package dev.tidings.torture.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.TidingsException;
import dev.tidings.client.model.Notification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Well-behaved clients during an {@link AbuseRun}. Sends notifications to them at a fixed rate, and measures the latency from the
 * request to their connection.
 */
final class HealthyClients implements AutoCloseable {
    private static final int SENDERS = 4;
    private static final int ARRIVAL_TIMEOUT_MILLIS = 5_000;

    private final AttackTarget target;
    private final int perSecond;
    private final List<HealthyClient> clients = new ArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Long> arrived = new ConcurrentHashMap<>();

    HealthyClients(AttackTarget target, int count, int perSecond) throws InterruptedException {
        this.target = target;
        this.perSecond = perSecond;
        for (int i = 0; i < count; i++) {
            clients.add(new HealthyClient("healthy" + i, i % 2 == 0));
        }
        target.loop().execute(() -> clients.forEach(HealthyClient::connect));
        for (int i = 0; i < 100 && !target.loop().query(() -> clients.stream().allMatch(one -> one.greeted)); i++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Sends at a fixed rate and returns the sorted latencies in microseconds. A notification that never arrives is a gap. */
    List<Long> measure(Duration time) throws InterruptedException {
        Map<Integer, Long> begun = new ConcurrentHashMap<>();
        List<Thread> senders = new ArrayList<>();
        long end = System.nanoTime() + time.toNanos();
        for (int i = 0; i < SENDERS; i++) {
            Thread sender = new Thread(() -> send(begun, end), "healthy");
            senders.add(sender);
            sender.start();
            TimeUnit.MILLISECONDS.sleep(1_000 / perSecond);
        }
        for (Thread sender : senders) {
            sender.join();
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ARRIVAL_TIMEOUT_MILLIS);
        while (!arrived.keySet().containsAll(begun.keySet()) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        List<Long> micros = new ArrayList<>();
        begun.forEach((number, from) -> {
            Long at = arrived.get(number);
            if (at == null) {
                target.findings().violated(LiveViolations.GAP, "number " + number + " to a healthy client");
            } else {
                micros.add(TimeUnit.NANOSECONDS.toMicros(at - from));
            }
        });
        micros.sort(null);
        return micros;
    }

    private void send(Map<Integer, Long> begun, long end) {
        long next = System.nanoTime();
        try {
            while (System.nanoTime() < end) {
                int number = numbers.getAndIncrement();
                String user = clients.get(number % clients.size()).user;
                long from = System.nanoTime();
                try {
                    target.calls()
                            .send(Notification.to(user)
                                    .title(Integer.toString(number))
                                    .build());
                    begun.put(number, from);
                } catch (TidingsException refused) {
                    target.findings().violated(LiveViolations.UNEXPECTED, "sending to a healthy client: " + refused);
                }
                next += TimeUnit.SECONDS.toNanos(SENDERS) / perSecond;
                TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        target.loop()
                .execute(() -> clients.forEach(client -> {
                    client.leaving = true;
                    client.wire.cut(false);
                }));
    }

    /** One well-behaved client; records the arrival time of each notification. */
    private final class HealthyClient extends ClientListener {
        private final String user;
        private final boolean webSocket;
        private ClientConnection wire;
        private boolean leaving;

        HealthyClient(String user, boolean webSocket) {
            this.user = user;
            this.webSocket = webSocket;
        }

        void connect() {
            Handshake handshake = webSocket ? Handshake.webSocket() : Handshake.eventStream();
            wire = target.connect(handshake.bearer(target.tokens().of(user)), this);
        }

        @Override
        public void event(ClientConnection from, JsonNode event) {
            super.event(from, event);
            if (event.path("event").asText().equals("notification")) {
                int number = event.path("notification").path("title").asInt(-1);
                arrived.putIfAbsent(number, System.nanoTime());
            }
        }

        @Override
        public void closed(ClientConnection from, int closeCode) {
            if (!leaving) {
                target.findings()
                        .violated(LiveViolations.UNEXPECTED, "a healthy client was disconnected with " + closeCode);
            }
        }
    }
}
