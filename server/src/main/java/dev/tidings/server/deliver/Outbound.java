package dev.tidings.server.deliver;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.model.Channel;
import dev.tidings.server.hot.ContactService;
import dev.tidings.server.hot.PreferenceService;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.log.OutgoingCodec;
import dev.tidings.server.schedule.LaterRecords;
import dev.tidings.server.work.StageWork;
import dev.tidings.server.work.StageWorker;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The workers of all channels that leave the house. */
public final class Outbound implements AutoCloseable {
    private final List<StageWorker> workers = new ArrayList<>();

    /** What it works with. */
    public record Parts(
            Engine engine,
            Log log,
            LaterRecords later,
            PreferenceService preferences,
            ContactService contacts,
            TypeService types,
            Carriers carriers,
            CallsUnderWay calls,
            Telling telling,
            IdMint ids,
            InstantSource clock) {}

    /**
     * @param workers threads for each channel
     * @param atOnce how many deliveries one of them has under way before it looks for more
     */
    public record Options(int workers, int atOnce, Backoff backoff, Duration giveUpAfter) {}

    public Outbound(Parts parts, Options options) {
        for (Channel channel : Channel.values()) {
            if (channel == Channel.IN_APP) {
                continue;
            }
            DeliverParts shared = new DeliverParts(
                    parts.engine(),
                    parts.preferences(),
                    parts.contacts(),
                    parts.types(),
                    parts.carriers(),
                    parts.calls(),
                    // One for each channel: none waits for what another has to write.
                    new Effects(parts.engine(), parts.log(), parts.later()),
                    parts.telling(),
                    parts.ids(),
                    parts.clock(),
                    options.backoff(),
                    options.giveUpAfter(),
                    new Random());
            StageWork work = new DeliverStage(shared, parts.later());
            for (LogConsumer consumer : parts.log().consumers(OutgoingCodec.stage(channel), options.workers())) {
                workers.add(new StageWorker(channel.wire() + "-" + workers.size(), consumer, work, options.atOnce()));
            }
        }
    }

    public Outbound start() {
        workers.forEach(StageWorker::start);
        return this;
    }

    /** Finishes what is under way. What waits in the log stays there. */
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
    }
}
