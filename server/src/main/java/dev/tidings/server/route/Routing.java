package dev.tidings.server.route;

import dev.tidings.core.hot.HotState;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.Stage;
import dev.tidings.server.auth.UnsubscribeLinks;
import dev.tidings.server.hot.RateLimits;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.pipeline.StageWorker;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.schedule.SpillingLog;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import dev.tidings.templates.TemplateService;
import dev.tidings.widecolumn.Engine;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Assembles, starts and stops the worker threads of the expand and route stages. */
public final class Routing implements AutoCloseable {
    /** One record per batch: each becomes up to a thousand, and back-pressure of one tenant must not block another. */
    private static final int EXPAND_BATCH_SIZE = 1;

    private static final int MAX_COUNTED = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(Routing.class);

    private final Log log;
    private final List<StageWorker> workers = new ArrayList<>();

    /** The stores and services that routing uses. */
    public record RoutingDependencies(
            Engine engine,
            Log log,
            PreferenceService preferences,
            TypeService types,
            TemplateService templates,
            HotState hot,
            UserLocks locks,
            ContactService contacts,
            ProviderPool providers,
            UnsubscribeLinks links,
            DelayQueue delayQueue,
            SendRequestParser parser,
            IdGenerator ids,
            InstantSource clock) {}

    /**
     * @param routers the number of routing threads
     * @param batchSize the batch size of a thread; an urgent record waits for at most one batch
     */
    public Routing(RoutingDependencies parts, int routers, int batchSize) {
        log = parts.log();
        MessageRenderers renderers =
                new MessageRenderers(parts.engine(), parts.parser(), parts.templates(), parts.links());
        StageProcessor route = new RouteStage(
                new RouteLoader(
                        parts.engine(),
                        parts.preferences(),
                        parts.contacts(),
                        parts.types(),
                        parts.providers(),
                        renderers,
                        parts.clock()),
                new RateLimits(parts.engine(), parts.hot().rateWindows()),
                new RouteWriter(parts.engine(), parts.hot(), parts.locks(), renderers, parts.ids()),
                new OutboundQueue(
                        new SpillingLog(parts.log(), parts.delayQueue(), parts.ids()::next, parts.clock()),
                        parts.delayQueue(),
                        parts.ids()));
        StageProcessor expand = new ExpandStage(parts.engine(), parts.log(), parts.parser(), parts.templates());
        add("route", parts.log().consumers(Stage.ROUTE, routers), route, batchSize);
        add("expand", parts.log().consumers(Stage.EXPAND, 1), expand, EXPAND_BATCH_SIZE);
    }

    private void add(String name, List<LogConsumer> consumers, StageProcessor work, int max) {
        for (LogConsumer consumer : consumers) {
            workers.add(new StageWorker(name + "-" + workers.size(), consumer, work, max));
        }
    }

    public Routing start() {
        for (Stage stage : Stage.values()) {
            int quarantined = log.quarantined(stage, MAX_COUNTED).size();
            if (quarantined > 0) {
                LOG.warn(
                        "{}{} records of stage {} are quarantined in the log",
                        quarantined,
                        quarantined == MAX_COUNTED ? " or more" : "",
                        stage);
            }
        }
        workers.forEach(StageWorker::start);
        return this;
    }

    /** Finishes the batches in flight. Waiting records stay in the log. */
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
