package dev.tidings.server.service;

import dev.tidings.core.log.Stage;
import dev.tidings.core.metadata.Contact;
import dev.tidings.server.config.Config;
import dev.tidings.server.explain.NotificationTrace;
import dev.tidings.server.inbox.Inbox;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.server.inbox.TableFeed;
import dev.tidings.server.inbox.TableInbox;
import dev.tidings.server.intake.IdempotencyKeys;
import dev.tidings.server.intake.Intake;
import dev.tidings.server.intake.LogIntake;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.intake.SendTimeResolver;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.pipeline.StageWorker;
import dev.tidings.server.recurring.RecurringScheduler;
import dev.tidings.server.route.DryRun;
import dev.tidings.server.route.OutboundParts;
import dev.tidings.server.route.Routing;
import dev.tidings.server.schedule.Scheduler;
import dev.tidings.server.schedule.SpillingLog;
import dev.tidings.server.storage.Closing;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.users.Users;
import dev.tidings.server.webhook.MarkEventPublisher;
import java.util.List;

/** Assembles and owns the way of a notification from the request to the inbox: intake, schedules, routing, inbox and explanations. */
public final class PipelineAssembly implements AutoCloseable {
    private static final int MARK_BATCH = 16;

    private final SendRequestParser parser;
    private final Scheduler scheduler;
    private final RecurringScheduler recurring;
    private final SendTimeResolver sendTimes;
    private final Intake intake;
    private final Routing routing;
    private final Inbox inbox;
    private final StageWorker marks;
    private final InboxFeed feed;
    private final NotificationTrace trace;

    PipelineAssembly(
            Config config,
            Storage storage,
            Users users,
            DeliveryAssembly delivery,
            SendRequestParser parser,
            Scheduler scheduler,
            Overrides overrides) {
        this.parser = parser;
        this.scheduler = scheduler;
        recurring = new RecurringScheduler(
                storage.metadata(), scheduler.schedules(), users.types(), users.templates(), parser, storage.clock());
        sendTimes =
                new SendTimeResolver(user -> users.contacts().find(user).thenApply(Contact::profile), storage.clock());
        intake = overrides
                .intake()
                .apply(new LogIntake(
                        storage.log(),
                        scheduler.schedules(),
                        users.types(),
                        users.templates(),
                        storage.ids(),
                        new IdempotencyKeys(storage.engine(), storage.clock()),
                        sendTimes));
        routing = new Routing(
                config.route(),
                storage,
                users,
                new OutboundParts(delivery.providerPool(), delivery.unsubscribeLinks(), delivery.events()::shownEvents),
                scheduler,
                parser);
        TableInbox tableInbox = inbox(config, storage, users, delivery);
        inbox = overrides.inbox().apply(tableInbox);
        marks = new StageWorker(
                "marks",
                storage.log().consumers(Stage.MARK, 1).get(0),
                tableInbox.markStage(),
                Quarantine.of(storage),
                MARK_BATCH);
        feed = new TableFeed(storage);
        trace = new NotificationTrace(
                storage.engine(), storage.clock(), storage.ids(), scheduler.schedules(), users.types());
    }

    private TableInbox inbox(Config config, Storage storage, Users users, DeliveryAssembly delivery) {
        return new TableInbox(
                storage,
                users.erased(),
                config.inbox().pageCache().bytes(),
                new MarkEventPublisher(
                        delivery.events(),
                        delivery.endpoints(),
                        new SpillingLog(storage.log(), scheduler.delayQueue(), storage.ids()::next, storage.clock()),
                        storage.blocking()));
    }

    void start() {
        routing.start();
        marks.start();
        recurring.start();
    }

    public SendRequestParser parser() {
        return parser;
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    public RecurringScheduler recurring() {
        return recurring;
    }

    /** Resolves send times in the zone of the user. */
    public SendTimeResolver sendTimes() {
        return sendTimes;
    }

    public Intake intake() {
        return intake;
    }

    /** Drops what is kept of a deleted tenant in memory. */
    void forget(String tenant) {
        scheduler.forget(tenant);
        routing.forget(tenant);
    }

    public DryRun dryRun() {
        return routing.dryRun();
    }

    public Inbox inbox() {
        return inbox;
    }

    public InboxFeed feed() {
        return feed;
    }

    public NotificationTrace trace() {
        return trace;
    }

    /** Finishes the batches in flight. */
    @Override
    public void close() {
        Closing.all(recurring, scheduler, routing, () -> StageWorker.stopAll(List.of(marks)));
    }
}
