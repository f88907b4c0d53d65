package dev.tidings.server.http;

import dev.tidings.server.auth.ApiKeys;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.auth.SocketTickets;
import dev.tidings.server.auth.UserTokens;
import dev.tidings.server.intake.SendRequestParser;

/** Creates and holds all handlers, one per resource of the API; {@link Routes} refers to their methods. */
final class Handlers {
    final NotificationHandlers notifications;
    final BatchHandler batch;
    final DryRunHandler dryRun;
    final DeadLetterHandlers deadLetters;
    final ScheduleHandlers schedules;
    final InboxHandlers inbox;
    final LiveHandlers live;
    final UserHandlers users;
    final BulkUsersHandler bulkUsers;
    final DeviceHandlers devices;
    final PreferenceHandlers preferences;
    final TypeHandlers types;
    final TemplateHandlers templates;
    final RecurringHandlers recurring;
    final TokenHandlers tokens;
    final TenantHandlers tenants;
    final KeyHandlers keys;
    final ProviderHandlers providers;
    final WebhookHandlers webhooks;
    final CaptureHandlers captured;
    final AuditHandler audit;
    final OperatorHandlers operations;
    final UnsubscribeHandlers unsubscribe;
    final ReceiptHandlers receipts;
    final HealthHandler health;
    final DocsHandlers docs;
    final PageHandlers pages;

    /**
     * @param revoked called when tokens may have been revoked
     * @param receiptCalls a separate pool: the receipt route is public and must not block other calls
     */
    Handlers(
            HttpDependencies parts,
            ApiKeys apiKeys,
            UserTokens userTokens,
            SocketTickets tickets,
            Runnable revoked,
            BlockingPool blockingPool,
            BlockingPool batchCalls,
            BlockingPool receiptCalls,
            boolean showsDemo) {
        SendRequestParser parser = new SendRequestParser(parts.limits(), parts.clock());
        notifications = new NotificationHandlers(parts, parser);
        batch = new BatchHandler(parts.intake(), parser, batchCalls);
        dryRun = new DryRunHandler(parts, parser, blockingPool);
        deadLetters = new DeadLetterHandlers(parts);
        schedules = new ScheduleHandlers(parts);
        inbox = new InboxHandlers(parts.inbox(), parts.clock());
        live = new LiveHandlers(tickets, parts.feed());
        users = new UserHandlers(parts, blockingPool);
        bulkUsers = new BulkUsersHandler(parts, blockingPool);
        devices = new DeviceHandlers(parts, blockingPool);
        preferences = new PreferenceHandlers(parts.preferences(), parts.types());
        types = new TypeHandlers(parts.types(), parts.templates());
        templates = new TemplateHandlers(parts);
        recurring = new RecurringHandlers(parts, parser, blockingPool);
        tokens = new TokenHandlers(userTokens, revoked);
        tenants = new TenantHandlers(parts, blockingPool);
        keys = new KeyHandlers(apiKeys);
        providers = new ProviderHandlers(parts.outboundServices().providers(), blockingPool);
        webhooks = new WebhookHandlers(
                parts.outboundServices().endpoints(), parts.outboundServices().webhookReplay(), blockingPool);
        captured = new CaptureHandlers(parts.outboundServices().capture());
        audit = new AuditHandler(parts.metadata(), blockingPool);
        operations = new OperatorHandlers(parts, blockingPool);
        unsubscribe = new UnsubscribeHandlers(parts);
        receipts = new ReceiptHandlers(parts, receiptCalls);
        health = new HealthHandler(parts, blockingPool);
        docs = new DocsHandlers();
        pages = new PageHandlers(showsDemo);
    }
}
