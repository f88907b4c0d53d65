package dev.tidings.server.deliver;

import dev.tidings.core.log.LogRecord;
import dev.tidings.core.meta.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.log.Outgoing;
import dev.tidings.server.log.OutgoingCodec;
import dev.tidings.server.schedule.Later;
import dev.tidings.server.schedule.LaterRecords;
import dev.tidings.server.work.Handful;
import dev.tidings.server.work.StageWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what goes out from the lane of one channel. All of a handful are under way together, and most have an answer soon. One that
 * does not is left to itself, so that those behind it are not held up: a record of the same attempt is put aside for the time when it
 * must be over. Whoever gets that looks what was written down, and so nothing is lost if the process dies in the meantime.
 */
final class DeliverStage implements StageWork {
    private static final Logger LOG = LoggerFactory.getLogger(DeliverStage.class);

    /** How long the others of a handful wait for one. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    /** For what happens before and after the call: a place in line, and the rows. */
    private static final Duration AROUND_A_CALL = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(10);

    private final DeliverParts parts;
    private final LaterRecords later;
    /** What this process is doing: the same is not done a second time beside it. */
    private final Set<Key> underWay = ConcurrentHashMap.newKeySet();

    private record Key(UserKey user, UUID notification, Channel channel) {}

    private static Key key(Outgoing outgoing) {
        return new Key(outgoing.user(), outgoing.notification(), outgoing.channel());
    }

    DeliverStage(DeliverParts parts, LaterRecords later) {
        this.parts = parts;
        this.later = later;
    }

    @Override
    public String about(byte[] payload) {
        return about(OutgoingCodec.decode(payload));
    }

    private static String about(Outgoing outgoing) {
        return "the delivery of notification " + outgoing.notification() + " by "
                + outgoing.channel().wire();
    }

    @Override
    public void handle(List<LogRecord> records) {
        parts.effects().checkThatItIsWritten();
        // When to look again at those of which nobody knows yet what comes of them.
        Map<Outgoing, Duration> waiting = new LinkedHashMap<>();
        List<Outgoing> mine = new ArrayList<>();
        for (LogRecord record : records) {
            Outgoing decoded = OutgoingCodec.decode(record.entry().payload());
            Outgoing outgoing = record.repeated() ? decoded.again() : decoded;
            if (underWay.add(key(outgoing))) {
                mine.add(outgoing);
            } else {
                waiting.put(outgoing, AROUND_A_CALL);
            }
        }
        Map<Journey, CompletableFuture<Void>> journeys = new LinkedHashMap<>();
        try {
            start(mine, journeys);
        } finally {
            mine.subList(journeys.size(), mine.size()).forEach(one -> underWay.remove(key(one)));
        }
        for (Journey slow : Handful.await(journeys, PATIENCE)) {
            waiting.put(slow.outgoing(), slow.longest().plus(AROUND_A_CALL));
            journeys.remove(slow).exceptionally(failure -> {
                LOG.warn(
                        "what came of {} could not be written down; it is tried again",
                        about(slow.outgoing()),
                        failure);
                return null;
            });
        }
        lookAgainAt(waiting);
        // One that failed makes the handful come again; those that are done are found to be.
        journeys.values().forEach(CompletableFuture::join);
    }

    /** Waits until nothing is under way any more, so long at the most. */
    void awaitIdle(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (!underWay.isEmpty() && System.nanoTime() - end < 0 && !Thread.interrupted()) {
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    private void start(List<Outgoing> mine, Map<Journey, CompletableFuture<Void>> journeys) {
        Set<UserKey> users = new HashSet<>();
        Set<String> tenants = new HashSet<>();
        for (Outgoing outgoing : mine) {
            users.add(outgoing.user());
            tenants.add(outgoing.user().tenant());
        }
        tenants.forEach(parts.telling()::prepare);
        Map<UserKey, Preferences> wishes = parts.preferences().findAll(users);
        Map<UserKey, Contact> contacts = parts.contacts().findAll(users);
        List<CompletableFuture<TriedBefore>> before = mine.stream()
                .map(outgoing -> TriedBefore.read(parts.engine(), outgoing))
                .toList();
        Together together = new Together(parts.effects());
        try {
            for (int i = 0; i < mine.size(); i++) {
                Outgoing outgoing = mine.get(i);
                TriedBefore tried = before.get(i).join();
                NotificationType type = parts.types()
                        .now(outgoing.user().tenant(), outgoing.type())
                        .orElseGet(() -> NotificationType.named(outgoing.type()));
                Journey journey = new Journey(parts, together, outgoing, type);
                CompletableFuture<Void> end = journey.go(
                        contacts.getOrDefault(outgoing.user(), Contact.UNKNOWN),
                        wishes.getOrDefault(outgoing.user(), Preferences.NONE),
                        tried);
                journeys.put(journey, end);
                end.whenComplete((done, failure) -> underWay.remove(key(outgoing)));
            }
        } finally {
            together.allStarted();
        }
    }

    private void lookAgainAt(Map<Outgoing, Duration> waiting) {
        if (!waiting.isEmpty()) {
            List<Later> records = new ArrayList<>();
            waiting.forEach((outgoing, after) -> records.add(
                    new Later(parts.ids().next(), parts.now().plus(after), OutgoingCodec.entry(outgoing.again()))));
            later.addRecords(records).join();
        }
    }
}
