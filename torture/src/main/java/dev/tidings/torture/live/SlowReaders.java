package dev.tidings.torture.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.TidingsException;
import dev.tidings.client.model.Notification;
import dev.tidings.server.config.Config;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * An attack by clients that receive much and read nothing. The service must disconnect them, and they must miss nothing after they
 * reconnect and read.
 */
final class SlowReaders implements Attack {
    /** The slow-consumer timeout of the service in this run. */
    static final int TIMEOUT_SECONDS = 3;

    /** Connections per user: the default limit. */
    private static final int PER_USER = Config.defaults().live().maxPerUser();

    private static final int SEND_INTERVAL_MILLIS = 25;
    private static final int BODY_BYTES = 30_000;
    /** Notifications per user that resuming readers have missed. */
    private static final int MISSED = 60;

    private static final int WAIT_MILLIS = 20_000;
    private static final int SOCKET_TOLERANCE = 20;

    /** The way in which a client fails to read. */
    enum SlowReaderMode {
        /** Stops reading after the greeting. */
        DEAF,
        /** Resumes from an old cursor and does not read the catch-up. */
        RESUMING,
        /** Stops reading, then sends an invalid frame, for which it is disconnected immediately. */
        RUDE
    }

    private final AttackTarget target;
    private final int count;
    private final SlowReaderMode manner;
    private final int users;
    private final List<Reader> all = new ArrayList<>();
    private final Map<String, Set<String>> acked = new ConcurrentHashMap<>();
    private final String body = "x".repeat(BODY_BYTES);
    private volatile boolean sending = true;
    private Thread sender;
    private long socketsBefore;

    SlowReaders(AttackTarget target, int count, SlowReaderMode manner) {
        this.target = target;
        this.count = count;
        this.manner = manner;
        this.users = Math.max(1, count / PER_USER);
    }

    @Override
    public String name() {
        return manner.name().toLowerCase(Locale.ROOT) + "Readers";
    }

    private String user(int number) {
        return name() + number % users;
    }

    @Override
    public void start() throws IOException, InterruptedException {
        socketsBefore = target.openSockets();
        Map<String, String> cursors = manner == SlowReaderMode.RESUMING ? createBacklog() : Map.of();
        for (int i = 0; i < count; i++) {
            Reader reader = new Reader(user(i), i / users % 2 == 0 || manner == SlowReaderMode.RUDE);
            reader.cursor = cursors.get(reader.user);
            all.add(reader);
            target.loop().after(i, reader::connect);
        }
        await(() -> all.stream().allMatch(reader -> reader.greeted));
        target.findings()
                .attempted(
                        name(),
                        target.loop()
                                .query(() -> all.stream()
                                        .filter(reader -> reader.greeted)
                                        .count()));
        if (manner != SlowReaderMode.RESUMING) {
            sender = new Thread(this::sendContinuously, name());
            sender.start();
        }
        TimeUnit.SECONDS.sleep(1);
        if (manner == SlowReaderMode.RUDE) {
            TimeUnit.SECONDS.sleep(1);
            target.loop().execute(() -> all.forEach(Reader::sendInvalidFrame));
        }
    }

    /** Takes a cursor for each user, then sends a backlog. */
    private Map<String, String> createBacklog() throws IOException, InterruptedException {
        Map<String, String> cursors = new HashMap<>();
        for (int i = 0; i < users; i++) {
            Reader first = new Reader(user(i), true);
            first.reading = true;
            target.loop().execute(first::connect);
            await(() -> first.greeted);
            cursors.put(first.user, first.cursor);
            target.loop().execute(first::end);
        }
        for (int i = 0; i < MISSED * users; i++) {
            send(user(i));
        }
        return cursors;
    }

    private void send(String user) {
        String id = target.calls()
                .send(Notification.to(user).title("Torture").body(body).build());
        acked.computeIfAbsent(user, key -> ConcurrentHashMap.newKeySet()).add(id);
    }

    private void sendContinuously() {
        try {
            for (int i = 0; sending; i++) {
                try {
                    send(user(i));
                } catch (TidingsException refused) {
                    target.findings().violated(LiveViolations.UNEXPECTED, "sending to slow readers: " + refused);
                }
                TimeUnit.MILLISECONDS.sleep(SEND_INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Checks that each was disconnected; then they read, resume from their cursors and must have everything. */
    @Override
    public void verify() throws IOException, InterruptedException {
        sending = false;
        if (sender != null) {
            sender.join();
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS);
        while (target.openSockets() > socketsBefore + SOCKET_TOLERANCE && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        long kept = target.openSockets() - socketsBefore;
        if (kept > SOCKET_TOLERANCE) {
            target.findings()
                    .violated(LiveViolations.NOT_CUT, kept + " of " + count + " " + name() + " still have a socket");
        }
        target.loop().execute(() -> all.forEach(Reader::resumeReading));
        await(() -> all.stream().allMatch(reader -> reader.ended));
        target.findings()
                .figure(
                        name() + "CutOff",
                        target.loop()
                                .query(() -> all.stream()
                                        .filter(reader -> reader.ended)
                                        .count()));
        target.loop().execute(() -> all.stream().filter(reader -> reader.ended).forEach(Reader::resume));
        await(() -> all.stream().allMatch(Reader::hasAll));
        target.loop().query(() -> {
            all.stream()
                    .filter(reader -> !reader.hasAll())
                    .forEach(reader -> target.findings().violated(LiveViolations.GAP, reader.toString()));
            return null;
        });
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS);
        while (!target.loop().query(condition::getAsBoolean) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Override
    public void close() {
        sending = false;
        target.loop().execute(() -> all.forEach(Reader::end));
    }

    /** One slow reader; records the notifications it has seen. */
    private final class Reader extends ClientListener {
        private final String user;
        private final String token;
        private final boolean webSocket;
        private final Set<String> seen = new HashSet<>();
        private final List<String> byes = new ArrayList<>();
        private String cursor;
        private ClientConnection wire;
        private boolean reading;

        Reader(String user, boolean webSocket) {
            this.user = user;
            this.token = target.tokens().of(user);
            this.webSocket = webSocket;
        }

        void connect() {
            wire = new ClientConnection(handshake(), this);
            target.loop().connectWithSmallBuffer(target.calls().address(), wire);
        }

        private Handshake handshake() {
            Handshake handshake = (webSocket ? Handshake.webSocket() : Handshake.eventStream()).bearer(token);
            return cursor == null ? handshake : handshake.query("since", cursor);
        }

        @Override
        void greeted(ClientConnection now) {
            if (!reading) {
                now.channel().config().setAutoRead(false);
            }
        }

        void sendInvalidFrame() {
            if (wire.channel() != null) {
                wire.send(FrameEncoder.unmasked(FrameEncoder.FINAL | FrameEncoder.TEXT, new byte[10]));
            }
        }

        void resumeReading() {
            reading = true;
            if (wire.channel() != null) {
                wire.channel().config().setAutoRead(true);
            }
        }

        void resume() {
            ended = false;
            wire = target.connect(handshake(), this);
        }

        @Override
        public void event(ClientConnection from, JsonNode event) {
            cursor = event.path("id").asText(cursor);
            super.event(from, event);
            switch (event.path("event").asText()) {
                case "notification" -> {
                    if (!seen.add(event.path("notification").path("id").asText())) {
                        target.findings().violated(LiveViolations.REPEATED, event.path("id") + " to " + this);
                    }
                }
                case "reload" -> target.findings().violated(LiveViolations.RELOADED, event + " to " + this);
                case "bye" -> byes.add(event.path("reason").asText());
                default -> {
                    // Not about notifications.
                }
            }
        }

        boolean hasAll() {
            return seen.containsAll(acked.getOrDefault(user, Set.of()));
        }

        void end() {
            if (wire != null && wire.channel() != null) {
                wire.cut(true);
            }
        }

        @Override
        public String toString() {
            return user + (webSocket ? " ws" : " sse") + " at " + cursor + " with " + seen.size() + " of "
                    + acked.getOrDefault(user, Set.of()).size() + ", told " + byes + ", refused with " + refusalStatus;
        }
    }
}
