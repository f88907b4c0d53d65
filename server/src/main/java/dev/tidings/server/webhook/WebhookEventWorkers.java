package dev.tidings.server.webhook;

import dev.tidings.channels.webhook.WebhookSender;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.Stage;
import dev.tidings.server.delivery.Backoff;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.pipeline.StageWorker;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Assembles, starts and stops the worker threads of the events stage, which send webhook events to tenants' endpoints. */
public final class WebhookEventWorkers implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final int BATCH = 64;
    private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(1);

    private final WebhookSender sender;
    private final List<StageWorker> workers = new ArrayList<>();

    /**
     * The stores, services and settings that the workers use.
     *
     * @param sender is closed with it
     */
    public record WebhookComponents(
            Engine engine,
            Log log,
            DelayQueue later,
            Endpoints endpoints,
            WebhookSender sender,
            IdGenerator ids,
            InstantSource clock,
            Backoff backoff) {}

    public WebhookEventWorkers(WebhookComponents parts) {
        sender = parts.sender();
        StageProcessor work = new WebhookEventStage(
                new WebhookEventStage.WebhookStageComponents(
                        parts.engine(),
                        parts.later(),
                        parts.endpoints(),
                        sender,
                        parts.ids(),
                        parts.clock(),
                        parts.backoff(),
                        new Random()),
                BATCH_TIMEOUT);
        for (LogConsumer consumer : parts.log().consumers(Stage.EVENTS, WORKERS)) {
            workers.add(new StageWorker("webhook-" + workers.size(), consumer, work, BATCH));
        }
    }

    public WebhookEventWorkers start() {
        workers.forEach(StageWorker::start);
        return this;
    }

    /** Finishes the calls in flight. Records in the log stay there. */
    @Override
    public void close() {
        workers.forEach(StageWorker::stop);
        try {
            for (StageWorker worker : workers) {
                worker.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sender.close();
        }
    }
}
