package dev.tidings.server.route;

import dev.tidings.core.log.LogRecord;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.hot.RateLimits;
import dev.tidings.server.pipeline.DeliveryMeters;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.pipeline.StaleDecisionException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The routing stage: loads a batch with all that its decisions depend on, decides for each notification on which channels its user gets it,
 * writes the batch, and enqueues the outbound deliveries. The log keeps the records until what was written is
 * synced.
 */
final class RouteStage implements StageProcessor {
    private static final Channel[] CHANNELS = Channel.values();

    private final RouteLoader loader;
    private final RateLimits rateLimits;
    private final RouteWriter writer;
    private final OutboundQueue outboundQueue;
    private final ErasedUsers erased;
    private final DeliveryMeters meters;

    RouteStage(
            RouteLoader loader,
            RateLimits rateLimits,
            RouteWriter writer,
            OutboundQueue outboundQueue,
            ErasedUsers erased,
            DeliveryMeters meters) {
        this.loader = loader;
        this.rateLimits = rateLimits;
        this.writer = writer;
        this.outboundQueue = outboundQueue;
        this.erased = erased;
        this.meters = meters;
    }

    @Override
    public String about(byte[] payload) {
        return EnvelopeCodec.about(payload);
    }

    @Override
    public void handle(List<LogRecord> records) {
        List<LogRecord> wanted = wanted(records);
        if (!wanted.isEmpty()) {
            routeInTime(wanted);
        }
    }

    /** A batch that takes longer than a decision is valid is routed in halves: with slow stores it would never get through. */
    private void routeInTime(List<LogRecord> records) {
        try {
            route(records);
        } catch (StaleDecisionException e) {
            if (records.size() == 1) {
                throw e;
            }
            int half = records.size() / 2;
            routeInTime(records.subList(0, half));
            routeInTime(records.subList(half, records.size()));
        }
    }

    private void route(List<LogRecord> wanted) {
        long startedNanos = System.nanoTime();
        List<RoutedNotification> decided = decide(loader.load(wanted));
        List<RoutedNotification> routed = owned(decided);
        if (!routed.isEmpty()) {
            writer.write(routed, startedNanos);
        }
        decided.forEach(one -> rateLimits.written(one.user(), one.notification()));
        outboundQueue.enqueue(routed);
        routed.forEach(this::count);
    }

    /** Without those that have a new owner by now, which decides about them. */
    private static List<RoutedNotification> owned(List<RoutedNotification> decided) {
        return decided.stream().allMatch(RoutedNotification::isOwned)
                ? decided
                : decided.stream().filter(RoutedNotification::isOwned).toList();
    }

    /** A stored decision was counted when it was made. */
    private void count(RoutedNotification one) {
        if (one.loaded().stored().isPresent()) {
            return;
        }
        for (Channel channel : CHANNELS) {
            Verdict verdict = one.decision().verdicts().get(channel);
            if (verdict != null) {
                meters.reached(channel, verdict.state());
            }
        }
    }

    /** Without those that were accepted before their user was erased. */
    private List<LogRecord> wanted(List<LogRecord> records) {
        return records.stream().noneMatch(record -> erased.hasAny(record.entry().tenant()))
                ? records
                : records.stream().filter(record -> !isErased(record)).toList();
    }

    private boolean isErased(LogRecord record) {
        Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
        UserKey user = RouteLoader.user(envelope);
        boolean unwanted = erased.isErased(user, envelope.notification());
        if (unwanted) {
            rateLimits.written(user, envelope.notification());
        }
        return unwanted;
    }

    private List<RoutedNotification> decide(List<LoadedNotification> batch) {
        List<RoutedNotification> routed = new ArrayList<>(batch.size());
        List<Integer> limited = new ArrayList<>();
        List<RateLimits.PendingAdmission> checks = new ArrayList<>();
        for (LoadedNotification loaded : batch) {
            RoutedNotification one = Decider.decide(loaded);
            OptionalInt limit = one.uncheckedRateLimit();
            if (limit.isPresent()) {
                limited.add(routed.size());
                checks.add(rateLimits.check(one.user(), one.notification(), limit.getAsInt()));
            }
            routed.add(one);
        }
        // All checks are in flight; the answers are in the same order.
        List<Boolean> admitted = rateLimits.areAdmitted(checks);
        for (int i = 0; i < limited.size(); i++) {
            if (!admitted.get(i)) {
                routed.set(limited.get(i), routed.get(limited.get(i)).rateLimited());
            }
        }
        return routed;
    }

    /** Releases the rate limit entry of a quarantined record. */
    @Override
    public void quarantined(LogRecord record) {
        try {
            Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
            rateLimits.written(RouteLoader.user(envelope), envelope.notification());
        } catch (RuntimeException unreadable) {
            // A record that cannot be decoded was not counted.
        }
    }
}
