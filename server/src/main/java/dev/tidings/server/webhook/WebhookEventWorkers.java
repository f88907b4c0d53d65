package dev.tidings.server.webhook;

import dev.tidings.channels.webhook.WebhookSender;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.Stage;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.pipeline.StageWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Assembles, starts and stops the worker threads of the events stage, which send webhook events to tenants' endpoints. */
public final class WebhookEventWorkers implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final int BATCH = 64;
    private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(1);

    private final WebhookSender sender;
    private final List<StageWorker> workers = new ArrayList<>();

    public WebhookEventWorkers(WebhookContext context) {
        sender = context.sender();
        Quarantine quarantine = Quarantine.of(context.storage());
        StageProcessor work = new WebhookEventStage(context, BATCH_TIMEOUT);
        for (LogConsumer consumer : context.storage().log().consumers(Stage.EVENTS, WORKERS)) {
            workers.add(new StageWorker("webhook-" + workers.size(), consumer, work, quarantine, BATCH));
        }
    }

    public WebhookEventWorkers start() {
        workers.forEach(StageWorker::start);
        return this;
    }

    /** Finishes the calls in flight. Records in the log stay there. */
    @Override
    public void close() {
        StageWorker.stopAll(workers);
        sender.close();
    }
}
