package dev.tidings.server.route;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.Stage;
import dev.tidings.server.config.Config;
import dev.tidings.server.hot.RateLimits;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.pipeline.DeliveryMeters;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.pipeline.StageWorker;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.schedule.Scheduler;
import dev.tidings.server.schedule.SpillingLog;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.users.Users;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Assembles and owns the expand and route stages with their worker threads, and the dry run of their decisions. */
public final class Routing implements AutoCloseable {
    /** One record per batch: each becomes up to a thousand, and back-pressure of one tenant must not block another. */
    private static final int EXPAND_BATCH_SIZE = 1;

    private static final int MAX_COUNTED = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(Routing.class);

    private final Storage storage;
    private final Quarantine quarantine;
    private final List<StageWorker> workers = new ArrayList<>();
    private final DryRun dryRun;
    private final SentShards sentShards = new SentShards();

    /** @param scheduler takes deliveries that wait, and spilled ones */
    public Routing(
            Config.Route options,
            Storage storage,
            Users users,
            OutboundParts outbound,
            Scheduler scheduler,
            SendRequestParser parser) {
        this.storage = storage;
        quarantine = Quarantine.of(storage);
        Log log = storage.log();
        DelayQueue delayQueue = scheduler.delayQueue();
        RedeliveryCheck redeliveryCheck =
                new RedeliveryCheck(storage.clock(), scheduler.options().soleSenderTime());
        MessageRenderers renderers =
                new MessageRenderers(storage.engine(), parser, users.templates(), outbound.links());
        RateLimits rateLimits = new RateLimits(storage.engine(), storage.hot().rateWindows());
        StageProcessor route = new RouteStage(
                new RouteLoader(storage, users, outbound.providers(), renderers, redeliveryCheck),
                rateLimits,
                new RouteWriter(storage, sentShards),
                new OutboundQueue(
                        new SpillingLog(log, delayQueue, storage.ids()::next, storage.clock()),
                        delayQueue,
                        storage.ids(),
                        outbound.shownEvents()),
                users.erased(),
                new DeliveryMeters(storage.metrics()));
        StageProcessor expand =
                new ExpandStage(storage.engine(), log, parser, users.templates(), users.erased(), sentShards);
        add("route", log.consumers(Stage.ROUTE, routers(options)), route, options.batch());
        add("expand", log.consumers(Stage.EXPAND, 1), expand, EXPAND_BATCH_SIZE);
        dryRun = new DryRun(users, rateLimits, outbound.providers(), renderers);
    }

    private static int routers(Config.Route options) {
        return options.workers() > 0 ? options.workers() : Runtime.getRuntime().availableProcessors();
    }

    public DryRun dryRun() {
        return dryRun;
    }

    /** Drops what is kept of a deleted tenant in memory. */
    public void forget(String tenant) {
        sentShards.forget(tenant);
    }

    private void add(String name, List<LogConsumer> consumers, StageProcessor work, int max) {
        for (LogConsumer consumer : consumers) {
            workers.add(new StageWorker(name + "-" + workers.size(), consumer, work, quarantine, max));
        }
    }

    public Routing start() {
        reportQuarantined();
        workers.forEach(StageWorker::start);
        return this;
    }

    /** A failure is no reason not to start: the records stay where they are. */
    private void reportQuarantined() {
        try {
            int moved = quarantine.moveFromLog(storage.sweep());
            if (moved > 0) {
                LOG.info("{} quarantined records were moved from the log to the table quarantined_records", moved);
            }
            for (Stage stage : Stage.values()) {
                int count = quarantine.count(stage, MAX_COUNTED);
                if (count > 0) {
                    LOG.warn(
                            "{}{} records of stage {} are quarantined",
                            count,
                            count == MAX_COUNTED ? " or more" : "",
                            stage);
                }
            }
        } catch (RuntimeException e) {
            LOG.warn("quarantined records could not be counted", e);
        }
    }

    /** Finishes the batches in flight. Waiting records stay in the log. */
    @Override
    public void close() {
        StageWorker.stopAll(workers);
    }
}
