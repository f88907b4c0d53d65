package dev.tidings.server.delivery;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.model.Channel;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.pipeline.StageWorker;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.schedule.SpillingLog;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Assembles, starts and stops the worker threads of the push, email, SMS and webhook stages. */
public final class DeliveryWorkers implements AutoCloseable {
    /** About as long as providers wait for an answer. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    private final List<StageWorker> workers = new ArrayList<>();
    private final List<DeliveryStage> stages = new ArrayList<>();

    /** The stores and services that deliveries and receipts use. */
    public record DeliveryComponents(
            Engine engine,
            Log log,
            DelayQueue delayed,
            PreferenceService preferences,
            ContactService contacts,
            TypeService types,
            ProviderPool providers,
            InFlightCalls inFlightCalls,
            DeliveryEvents events,
            IdGenerator ids,
            InstantSource clock) {}

    /**
     * The options of the delivery workers.
     *
     * @param workers threads for each channel
     * @param batch the number of deliveries a worker has in flight before it polls for more
     */
    public record DeliveryOptions(int workers, int batch, Backoff backoff, Duration giveUpAfter) {}

    public DeliveryWorkers(DeliveryComponents parts, DeliveryOptions options) {
        for (Channel channel : Channel.values()) {
            if (channel == Channel.IN_APP) {
                continue;
            }
            DeliveryContext shared = new DeliveryContext(
                    parts.engine(),
                    parts.preferences(),
                    parts.contacts(),
                    parts.types(),
                    parts.providers(),
                    parts.inFlightCalls(),
                    // One for each channel: no channel waits for the writes of another.
                    OutcomeWriter.withRetry(parts.engine(), spillingLog(parts), parts.delayed()),
                    parts.events(),
                    parts.ids(),
                    parts.clock(),
                    options.backoff(),
                    options.giveUpAfter(),
                    new Random());
            DeliveryStage work = new DeliveryStage(shared, parts.delayed());
            stages.add(work);
            for (LogConsumer consumer :
                    parts.log().consumers(OutboundDeliveryCodec.stage(channel), options.workers())) {
                workers.add(new StageWorker(channel.wire() + "-" + workers.size(), consumer, work, options.batch()));
            }
        }
    }

    static SpillingLog spillingLog(DeliveryComponents parts) {
        return new SpillingLog(parts.log(), parts.delayed(), parts.ids()::next, parts.clock());
    }

    public DeliveryWorkers start() {
        workers.forEach(StageWorker::start);
        return this;
    }

    /** Finishes the deliveries in flight. Records in the log stay there. */
    @Override
    public void close() {
        workers.forEach(StageWorker::stop);
        try {
            for (StageWorker worker : workers) {
                worker.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // Slow calls that were left running: their providers are still open, and their outcomes can still be stored.
        stages.forEach(stage -> stage.awaitIdle(DRAIN_TIMEOUT));
    }
}
