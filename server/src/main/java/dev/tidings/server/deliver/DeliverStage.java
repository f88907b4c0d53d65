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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
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
    private static final Duration AROUND_A_CALL = Duration.ofSeconds(30);

    private final DeliverParts parts;
    private final LaterRecords later;
    private final Duration longestCall;
    /** What this process is doing: the same is not done a second time beside it. */
    private final Set<Key> underWay = ConcurrentHashMap.newKeySet();

    private record Key(UserKey user, UUID notification, Channel channel) {}

    private static Key key(Outgoing outgoing) {
        return new Key(outgoing.user(), outgoing.notification(), outgoing.channel());
    }

    /** @param longestCall more than any provider waits for an answer */
    DeliverStage(DeliverParts parts, LaterRecords later, Duration longestCall) {
        this.parts = parts;
        this.later = later;
        this.longestCall = longestCall;
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
        List<Outgoing> waiting = new ArrayList<>();
        List<Outgoing> mine = new ArrayList<>();
        for (LogRecord record : records) {
            Outgoing decoded = OutgoingCodec.decode(record.entry().payload());
            Outgoing outgoing = record.repeated() ? decoded.again() : decoded;
            (underWay.add(key(outgoing)) ? mine : waiting).add(outgoing);
        }
        Map<Outgoing, CompletableFuture<Void>> journeys = new LinkedHashMap<>();
        try {
            start(mine, journeys);
        } finally {
            mine.stream().filter(outgoing -> !journeys.containsKey(outgoing)).forEach(one -> underWay.remove(key(one)));
        }
        for (Outgoing slow : Handful.await(journeys, PATIENCE)) {
            waiting.add(slow);
            journeys.remove(slow).exceptionally(failure -> {
                LOG.warn("what came of {} could not be written down; it is tried again", about(slow), failure);
                return null;
            });
        }
        lookAgainAt(waiting);
        // One that failed makes the handful come again; those that are done are found to be.
        journeys.values().forEach(CompletableFuture::join);
    }

    private void start(List<Outgoing> mine, Map<Outgoing, CompletableFuture<Void>> journeys) {
        Set<UserKey> users = mine.stream().map(Outgoing::user).collect(Collectors.toSet());
        users.stream().map(UserKey::tenant).distinct().forEach(parts.telling()::prepare);
        Map<UserKey, Preferences> wishes = parts.preferences().findAll(users);
        Map<UserKey, Contact> contacts = parts.contacts().findAll(users);
        List<CompletableFuture<TriedBefore>> before = mine.stream()
                .map(outgoing -> TriedBefore.read(parts.engine(), outgoing))
                .toList();
        for (int i = 0; i < mine.size(); i++) {
            Outgoing outgoing = mine.get(i);
            TriedBefore tried = before.get(i).join();
            NotificationType type = parts.types()
                    .now(outgoing.user().tenant(), outgoing.type())
                    .orElseGet(() -> NotificationType.named(outgoing.type()));
            CompletableFuture<Void> journey = new Journey(parts, outgoing, type)
                    .go(
                            contacts.getOrDefault(outgoing.user(), Contact.UNKNOWN),
                            wishes.getOrDefault(outgoing.user(), Preferences.NONE),
                            tried);
            journeys.put(outgoing, journey);
            journey.whenComplete((done, failure) -> underWay.remove(key(outgoing)));
        }
    }

    private void lookAgainAt(List<Outgoing> waiting) {
        if (!waiting.isEmpty()) {
            later.addRecords(waiting.stream()
                            .map(outgoing -> new Later(
                                    parts.ids().next(),
                                    parts.now().plus(longestCall).plus(AROUND_A_CALL),
                                    OutgoingCodec.entry(outgoing.again())))
                            .toList())
                    .join();
        }
    }
}
