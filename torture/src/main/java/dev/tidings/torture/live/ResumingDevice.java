package dev.tidings.torture.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.core.model.UuidV7;
import dev.tidings.torture.RunFindings;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * A client device: connects, records every event and its cursor, and is disconnected repeatedly. It does not deduplicate, so that
 * duplicates of the server are detected. Confined to the event loop.
 */
final class ResumingDevice implements ClientConnection.ConnectionListener {
    private static final int GREETING_TIMEOUT_MILLIS = 15_000;
    private static final int SILENT_MILLIS = 3_000;

    /** The user of a device and its transport. */
    record DeviceTransport(String user, String token, boolean webSocket, int variant) {}

    private final DeviceTransport way;
    private final DeviceFleet crowd;
    private final RunFindings findings;
    private final Random random;

    final Map<String, Integer> notifications = new HashMap<>();
    final Map<String, Integer> reads = new HashMap<>();
    private final Set<String> cursors = new HashSet<>();
    private String cursor;
    private ClientConnection wire;
    private int cutsLeft;
    private boolean greeted;
    /** Skips the next notification but keeps its cursor: a client that is broken on purpose. */
    private boolean blind;

    long unread = -1;
    int cuts;
    long events;

    ResumingDevice(DeviceTransport way, DeviceFleet crowd, RunFindings findings, Random random) {
        this.way = way;
        this.crowd = crowd;
        this.findings = findings;
        this.random = random;
    }

    DeviceTransport way() {
        return way;
    }

    boolean greeted() {
        return greeted;
    }

    boolean done() {
        return greeted && cutsLeft == 0;
    }

    void connect() {
        if (!way.webSocket() && way.variant() % 3 == 0) {
            crowd.calls()
                    .ticket(way.token())
                    .whenComplete((ticket, no) -> crowd.loop().execute(() -> {
                        if (no == null) {
                            connect(Handshake.eventStream().query("ticket", ticket));
                        } else {
                            reconnectLater();
                        }
                    }));
        } else if (way.webSocket()) {
            Handshake handshake = Handshake.webSocket();
            connect(way.variant() % 2 == 0 ? handshake.bearer(way.token()) : handshake.protocolToken(way.token()));
        } else {
            connect(Handshake.eventStream().bearer(way.token()));
        }
    }

    private void connect(Handshake handshake) {
        if (cursor != null && (way.webSocket() || way.variant() % 3 == 0 || random.nextBoolean())) {
            handshake.query("since", cursor);
        } else if (cursor != null) {
            handshake.header("Last-Event-ID", cursor);
        }
        greeted = false;
        ClientConnection next = new ClientConnection(handshake, this);
        wire = next;
        crowd.loop().connect(crowd.address(), next).addListener(connected -> {
            if (!connected.isSuccess()) {
                reconnectLater();
            } else {
                crowd.loop().after(GREETING_TIMEOUT_MILLIS, () -> checkGreeted(next));
            }
        });
    }

    private void checkGreeted(ClientConnection silent) {
        if (wire == silent && !greeted) {
            findings.violated(LiveViolations.UNEXPECTED, "no hello within " + GREETING_TIMEOUT_MILLIS + " ms: " + this);
            silent.cut(true);
            reconnectLater();
        }
    }

    private void reconnectLater() {
        greeted = false;
        wire = null;
        crowd.loop().after(50 + random.nextInt(400), this::connect);
    }

    @Override
    public void event(ClientConnection from, JsonNode event) {
        if (from != wire) {
            return;
        }
        String kind = event.path("event").asText();
        if (!greeted && !kind.equals("hello")) {
            findings.violated(LiveViolations.UNEXPECTED, "before hello: " + event);
        }
        String id = event.path("id").asText(null);
        if (blind && kind.equals("notification")) {
            blind = false;
            cursor = id;
            cutNow();
            return;
        }
        events++;
        unread = event.path("unread").asLong(unread);
        switch (kind) {
            case "hello" -> hello(event, id);
            case "notification" -> {
                String notification = event.path("notification").path("id").asText();
                recordEvent(notifications, notification, id, event);
                crowd.seen(way, notification);
            }
            case "read" -> {
                String notification = event.path("notificationId").asText();
                if (!notifications.containsKey(notification)) {
                    findings.violated(
                            LiveViolations.DISORDERED, "read mark before its notification: " + event + " " + this);
                }
                recordEvent(reads, notification, id, event);
            }
            case "all_read" -> allRead(event, id);
            case "reload" -> findings.violated(LiveViolations.RELOADED, event + " " + this);
            case "heartbeat", "bye" -> {
                // No state to record.
            }
            default -> findings.violated(LiveViolations.UNEXPECTED, event + " " + this);
        }
        if (id != null) {
            cursor = id;
        }
    }

    /** Marks what is not marked yet: one in the range may have been read before. */
    private void allRead(JsonNode event, String id) {
        Instant from = Instant.parse(event.path("from").asText());
        Instant upTo = Instant.parse(event.path("upTo").asText());
        for (String notification : notifications.keySet()) {
            Instant at = UuidV7.time(UUID.fromString(notification));
            if (!at.isBefore(from) && !at.isAfter(upTo)) {
                reads.putIfAbsent(notification, 1);
            }
        }
        if (!cursors.add(id)) {
            findings.violated(LiveViolations.REPEATED, event + " " + this);
        }
    }

    private void hello(JsonNode event, String id) {
        greeted = true;
        if (cursor != null && !event.path("resumed").asBoolean()) {
            findings.violated(LiveViolations.NOT_RESUMED, event + " " + this);
        }
        if (id == null) {
            findings.violated(LiveViolations.UNEXPECTED, "hello without a cursor: " + event);
        }
        scheduleCut();
    }

    /** Starts disconnecting this device, this many times. */
    void startCuts(int times) {
        cutsLeft = times;
        scheduleCut();
    }

    private void scheduleCut() {
        if (cutsLeft > 0) {
            // Half of the disconnects follow almost immediately: in the middle of the catch-up.
            ClientConnection now = wire;
            crowd.loop().after(random.nextBoolean() ? random.nextInt(20) : random.nextInt(1_500), () -> cut(now));
        }
    }

    private void recordEvent(Map<String, Integer> of, String notification, String id, JsonNode event) {
        boolean again = of.merge(notification, 1, Integer::sum) > 1;
        if (id == null) {
            findings.violated(LiveViolations.UNEXPECTED, "no cursor: " + event);
        } else if (cursor != null && id.compareTo(cursor) <= 0 && !cursors.contains(id)) {
            findings.violated(LiveViolations.DISORDERED, "after " + cursor + ": " + event + " " + this);
        }
        if (!cursors.add(id) || again) {
            findings.violated(LiveViolations.REPEATED, event + " " + this);
        }
    }

    /** Disconnects, unless the connection has ended or changed meanwhile. */
    private void cut(ClientConnection which) {
        if (which != wire || !greeted || cutsLeft == 0) {
            return;
        }
        if (crowd.forgets(random)) {
            blind = true;
        } else {
            cutNow();
        }
    }

    private void cutNow() {
        cutsLeft--;
        cuts++;
        ClientConnection last = wire;
        wire = null;
        switch (random.nextInt(3)) {
            case 0 -> last.cut(true);
            case 1 -> last.cut(false);
            default -> {
                last.vanish();
                crowd.loop().after(SILENT_MILLIS, () -> last.cut(true));
            }
        }
        reconnectLater();
    }

    /** Ends the disconnects. */
    void stopCuts() {
        cutsLeft = 0;
        blind = false;
    }

    void end() {
        if (wire != null) {
            ClientConnection last = wire;
            wire = null;
            if (last.channel() != null) {
                last.cut(false);
            }
        }
    }

    @Override
    public void refused(ClientConnection from, int status, String head) {
        if (status != 503) {
            findings.violated(
                    LiveViolations.UNEXPECTED,
                    "answered with " + head.lines().findFirst().orElse("") + " " + this);
        }
    }

    @Override
    public void closed(ClientConnection from, int code) {
        if (from == wire) {
            reconnectLater();
        }
    }

    @Override
    public String toString() {
        return way.user() + (way.webSocket() ? " ws" : " sse") + " at " + cursor + " after " + cuts + " cuts";
    }
}
