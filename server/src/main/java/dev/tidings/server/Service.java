package dev.tidings.server;

import dev.tidings.channels.capture.CaptureKind;
import dev.tidings.core.hot.HotState;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.Stage;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.Target;
import dev.tidings.server.auth.UnsubscribeLinks;
import dev.tidings.server.config.ByteSize;
import dev.tidings.server.config.Config;
import dev.tidings.server.delivery.DeadLetters;
import dev.tidings.server.delivery.InFlightCalls;
import dev.tidings.server.delivery.Receipts;
import dev.tidings.server.explain.NotificationTrace;
import dev.tidings.server.explain.TableTrace;
import dev.tidings.server.hot.MemoryHotState;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.inbox.Inbox;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.server.inbox.TableFeed;
import dev.tidings.server.inbox.TableInbox;
import dev.tidings.server.intake.IdempotencyKeys;
import dev.tidings.server.intake.Intake;
import dev.tidings.server.intake.LogIntake;
import dev.tidings.server.intake.RequestLimits;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.intake.SendTimeResolver;
import dev.tidings.server.provider.Providers;
import dev.tidings.server.recurring.RecurringScheduler;
import dev.tidings.server.route.DryRun;
import dev.tidings.server.route.Routing;
import dev.tidings.server.schedule.AcceptedRequests;
import dev.tidings.server.schedule.Scheduler;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.schedule.SpillingLog;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultKeys;
import dev.tidings.server.types.CachedTypes;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.CachedContacts;
import dev.tidings.server.users.CachedPreferences;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import dev.tidings.server.users.StaleDeviceCleaner;
import dev.tidings.server.webhook.Endpoints;
import dev.tidings.server.webhook.MarkEventPublisher;
import dev.tidings.server.webhook.WebhookReplay;
import dev.tidings.templates.CachedTemplates;
import dev.tidings.templates.TemplateService;
import dev.tidings.widecolumn.Engine;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Wires, starts and owns all components behind the HTTP server: stores, intake, routing, scheduling, outbound delivery and inbox. Requests
 * accepted by {@link #intake} are routed by background workers and can be read through {@link #inbox} and {@link #trace}.
 */
public final class Service implements AutoCloseable {
    private static final Duration DRAIN_STEP = Duration.ofMillis(5);
    private final MetadataStore metadata;
    private final Engine engine;
    private final Log log;
    private final HotState hot;
    private final PreferenceService preferences;
    private final ContactService contacts;
    private final TypeService types;
    private final TemplateService templates;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RequestLimits limits;
    private final SendRequestParser parser;
    private final DeliveryAssembly out;
    private final DryRun dryRun;
    private final UnsubscribeLinks links;
    private final Scheduler scheduler;
    private final RecurringScheduler recurringScheduler;
    private final SendTimeResolver sendTimeResolver;
    private final Intake intake;
    private final Inbox inbox;
    private final InboxFeed feed;
    private final NotificationTrace trace;
    /** In closing order. */
    private final List<AutoCloseable> parts = new ArrayList<>();

    /** Reads scheduled requests with the parser of intake. */
    private record ParsedRequests(SendRequestParser parser) implements AcceptedRequests {
        @Override
        public Target target(byte[] request) {
            return parser.parseAccepted(request).target();
        }

        @Override
        public boolean hasExplicitExpiry(byte[] request) {
            return parser.parseAccepted(request).expiresAt().isPresent();
        }
    }

    /**
     * External tables instead of those in the data folder, and how their schedule is swept.
     *
     * @param open called once; the service closes the engine that it opens
     */
    public record ExternalTables(Supplier<Engine> open, Scheduler.SchedulerOptions schedule) {}

    private Service(Config config, Storage storage, Scheduler.SchedulerOptions schedule, InstantSource clock) {
        metadata = storage.metadata();
        engine = storage.engine();
        log = storage.log();
        ExecutorService blocking =
                Executors.newFixedThreadPool(config.metadata().poolSize(), work -> {
                    Thread thread = new Thread(work, "metadata");
                    thread.setDaemon(true);
                    return thread;
                });
        hot = new MemoryHotState(clock, config.hot().users());
        InFlightCalls calls = new InFlightCalls(System::nanoTime);
        preferences = new CachedPreferences(metadata, hot.preferences(), blocking, clock, calls::settled);
        contacts = new CachedContacts(metadata, hot.contacts(), preferences, blocking, clock, calls::settled);
        types = new CachedTypes(metadata, blocking);
        templates = new CachedTemplates(metadata, blocking, clock);
        Vault vault = new Vault(VaultKeys.of(config));
        limits = limits(config);
        parser = new SendRequestParser(limits, clock);
        scheduler = new Scheduler(
                new Scheduler.SchedulerDependencies(
                        engine, log, clock, System::nanoTime, new ParsedRequests(parser), registry),
                schedule);
        recurringScheduler = new RecurringScheduler(metadata, scheduler.schedules(), types, templates, parser, clock);
        IdGenerator ids = new IdGenerator(clock, config.dataFolder().resolve("id-floor"));
        Schedules schedules = scheduler.schedules();
        sendTimeResolver = new SendTimeResolver(user -> contacts.find(user).thenApply(Contact::profile), clock);
        intake = new LogIntake(
                log, schedules, types, templates, ids, new IdempotencyKeys(engine, clock), sendTimeResolver);
        UserLocks locks = new UserLocks();
        out = new DeliveryAssembly(
                config,
                new DeliveryAssembly.DeliveryDependencies(
                        metadata,
                        engine,
                        log,
                        scheduler.delayQueue(),
                        preferences,
                        contacts,
                        types,
                        calls,
                        vault,
                        ids,
                        clock));
        inbox = new TableInbox(
                engine,
                clock,
                ids,
                hot,
                locks,
                config.inbox().pageCache().bytes(),
                new MarkEventPublisher(
                        out.events(),
                        out.endpoints(),
                        new SpillingLog(log, scheduler.delayQueue(), ids::next, clock),
                        blocking));
        feed = new TableFeed(engine, clock, ids, locks);
        trace = new TableTrace(engine, clock, ids, schedules, types);
        links = new UnsubscribeLinks(publicUrl(config), vault.deriveKeys("unsubscribe"));
        Routing.RoutingDependencies deciding = new Routing.RoutingDependencies(
                engine,
                log,
                preferences,
                types,
                templates,
                hot,
                locks,
                contacts,
                out.providerPool(),
                links,
                scheduler.delayQueue(),
                parser,
                ids,
                clock);
        Routing routing = new Routing(deciding, workers(config), config.route().batch());
        dryRun = new DryRun(deciding);
        StaleDeviceCleaner stale =
                new StaleDeviceCleaner(contacts, clock, config.devices().maxAge());
        parts.addAll(List.of(stale, recurringScheduler, scheduler, routing));
        parts.addAll(out.closeables());
        parts.addAll(List.of(log, ids, blocking::shutdownNow, engine, hot, metadata));
        // First: the stages started below put delayed records into the schedule.
        scheduler.start();
        out.start();
        routing.start();
        recurringScheduler.start();
        stale.start();
    }

    /** Opens the storage and starts to process the records that wait in the log. */
    public static Service start(Config config, InstantSource clock) {
        return start(config, clock, UnaryOperator.identity());
    }

    static Service start(Config config, InstantSource clock, UnaryOperator<Log> log) {
        return start(config, clock, log, Optional.empty());
    }

    static Service start(Config config, InstantSource clock, UnaryOperator<Log> log, Optional<ExternalTables> tables) {
        Storage opened = Storage.open(config, clock, tables.map(ExternalTables::open));
        Storage storage = new Storage(opened.metadata(), opened.engine(), log.apply(opened.log()));
        try {
            return new Service(
                    config, storage, tables.map(ExternalTables::schedule).orElseGet(() -> singleNode(config)), clock);
        } catch (RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    static Scheduler.SchedulerOptions singleNode(Config config) {
        return Scheduler.SchedulerOptions.alone(
                config.schedule().shards(), config.schedule().maxWaitingPerLane());
    }

    /** The URL under which clients reach the HTTP server. */
    public static String publicUrl(Config config) {
        String given = config.http().publicUrl();
        return given.isEmpty()
                ? Tidings.url(config.http().host(), config.http().port())
                : given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
    }

    private static int workers(Config config) {
        int workers = config.route().workers();
        return workers > 0 ? workers : Runtime.getRuntime().availableProcessors();
    }

    private static RequestLimits limits(Config config) {
        RequestLimits defaults = RequestLimits.defaults();
        Config.Limits limits = config.limits();
        return new RequestLimits(
                bytes(limits.maxTitleBytes()),
                bytes(limits.maxBodyBytes()),
                bytes(limits.maxDataBytes()),
                defaults.deepLink(),
                defaults.userId(),
                defaults.users(),
                defaults.idempotencyKey());
    }

    private static int bytes(ByteSize size) {
        return Math.toIntExact(size.bytes());
    }

    public Intake intake() {
        return intake;
    }

    public Inbox inbox() {
        return inbox;
    }

    public InboxFeed feed() {
        return feed;
    }

    public HotState hot() {
        return hot;
    }

    public NotificationTrace trace() {
        return trace;
    }

    public Schedules schedules() {
        return scheduler.schedules();
    }

    public SendTimeResolver sendTimeResolver() {
        return sendTimeResolver;
    }

    public PreferenceService preferences() {
        return preferences;
    }

    public ContactService contacts() {
        return contacts;
    }

    public TypeService types() {
        return types;
    }

    public TemplateService templates() {
        return templates;
    }

    public Providers providers() {
        return out.providers();
    }

    public Endpoints endpoints() {
        return out.endpoints();
    }

    public Receipts receipts() {
        return out.receipts();
    }

    public DeadLetters deadLetters() {
        return out.deadLetters();
    }

    public WebhookReplay webhookReplay() {
        return out.webhookReplay();
    }

    public DryRun dryRun() {
        return dryRun;
    }

    public UnsubscribeLinks unsubscribeLinks() {
        return links;
    }

    /** The messages that the capture provider recorded instead of sending. */
    public CaptureKind capture() {
        return out.capture();
    }

    public MetadataStore metadata() {
        return metadata;
    }

    public SendRequestParser parser() {
        return parser;
    }

    public RequestLimits limits() {
        return limits;
    }

    public RecurringScheduler recurringScheduler() {
        return recurringScheduler;
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    /** The metrics registry. */
    public PrometheusMeterRegistry metrics() {
        return registry;
    }

    /** Empty if all components are healthy, otherwise the first problem. */
    public Optional<String> problem() {
        return log.problem()
                .or(() -> engine.check().problem())
                .or(metadata::problem)
                .or(hot::problem);
    }

    /** The number of records in the log that no stage has completed yet. */
    public long backlog() {
        long waiting = 0;
        for (Stage stage : Stage.values()) {
            waiting += log.backlog(stage);
        }
        return waiting;
    }

    /** Waits until the log has no backlog. False on timeout. */
    public boolean drain(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (backlog() > 0) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(DRAIN_STEP.toNanos());
        }
        return true;
    }

    /** Finishes the batches in flight. Accepted records that are not processed yet stay in the log. */
    @Override
    public void close() {
        RuntimeException first = null;
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                // The others must be closed nevertheless.
                if (first == null) {
                    first = new IllegalStateException("a component could not be closed: " + e.getMessage(), e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
