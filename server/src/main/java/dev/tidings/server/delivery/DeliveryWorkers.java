package dev.tidings.server.delivery;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.model.Channel;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.pipeline.StageWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Assembles, starts and stops the worker threads of the push, email, SMS and webhook stages. */
public final class DeliveryWorkers implements AutoCloseable {
    /** About as long as providers wait for an answer. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    private final List<StageWorker> workers = new ArrayList<>();
    private final List<DeliveryStage> stages = new ArrayList<>();

    public DeliveryWorkers(DeliveryContext context) {
        Quarantine quarantine = Quarantine.of(context.storage());
        for (Channel channel : Channel.values()) {
            if (channel == Channel.IN_APP) {
                continue;
            }
            // One writer for each channel: no channel waits for the writes of another.
            DeliveryStage work = new DeliveryStage(
                    context,
                    OutcomeWriter.withRetry(context.storage().engine(), context.spillingLog(), context.delayed()));
            stages.add(work);
            int threads = context.options().workers();
            for (LogConsumer consumer :
                    context.storage().log().consumers(OutboundDeliveryCodec.stage(channel), threads)) {
                String name = channel.wire() + "-" + workers.size();
                workers.add(new StageWorker(
                        name, consumer, work, quarantine, context.options().batch()));
            }
        }
    }

    public DeliveryWorkers start() {
        workers.forEach(StageWorker::start);
        return this;
    }

    /** Finishes the deliveries in flight. Records in the log stay there. */
    @Override
    public void close() {
        StageWorker.stopAll(workers);
        // Slow calls that were left running: their providers are still open, and their outcomes can still be stored.
        stages.forEach(stage -> stage.awaitIdle(DRAIN_TIMEOUT));
    }
}
