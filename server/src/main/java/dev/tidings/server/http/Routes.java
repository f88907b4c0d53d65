package dev.tidings.server.http;

import static dev.tidings.server.http.BodyKind.FORM;
import static dev.tidings.server.http.BodyKind.JSON;
import static dev.tidings.server.http.BodyKind.JSON_OR_NDJSON;
import static dev.tidings.server.http.BodyKind.MERGE_PATCH;
import static dev.tidings.server.http.BodyKind.NDJSON;
import static dev.tidings.server.http.BodyKind.OPTIONAL_JSON;
import static dev.tidings.server.http.BodyKind.RECEIPT;
import static dev.tidings.server.http.RouteAccess.ADMIN;
import static dev.tidings.server.http.RouteAccess.LIVE;
import static dev.tidings.server.http.RouteAccess.MANAGE;
import static dev.tidings.server.http.RouteAccess.PUBLIC;
import static dev.tidings.server.http.RouteAccess.READ;
import static dev.tidings.server.http.RouteAccess.SEND;
import static dev.tidings.server.http.RouteAccess.USER;

import dev.tidings.server.inbox.Mark;
import java.util.List;
import java.util.stream.Stream;

/**
 * The list of all routes: method, path, access rule and handler of each operation. A test keeps it consistent with the description in
 * openapi.yaml, which has no pages.
 */
final class Routes {
    static final String HEALTH = "/health";
    static final String LIVE_PATH = "/v1/me/live";

    private final ApiContext api;

    private Routes(ApiContext api) {
        this.api = api;
    }

    static List<Route> all(ApiContext api) {
        Routes routes = new Routes(api);
        return Stream.of(
                        routes.notifications(),
                        routes.inboxes("/v1/users/{user}", READ, MANAGE, "User"),
                        routes.inboxes("/v1/me", USER, USER, "My"),
                        routes.live(),
                        routes.devices("/v1/users/{user}", READ, MANAGE, "User"),
                        routes.devices("/v1/me", USER, USER, "My"),
                        routes.users(),
                        routes.types(),
                        routes.templates(),
                        routes.recurring(),
                        routes.providers(),
                        routes.webhooks(),
                        routes.tenants(),
                        routes.operations(),
                        routes.receipts(),
                        routes.unsubscribeLinks(),
                        routes.pages())
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> notifications() {
        NotificationHandlers notifications = new NotificationHandlers(api);
        ScheduleHandlers schedules = new ScheduleHandlers(api);
        DeadLetterHandlers deadLetters = new DeadLetterHandlers(api.delivery().deadLetters());
        BatchHandler batch = new BatchHandler(
                api.pipeline().intake(), api.pipeline().parser(), api.pools().batches());
        return List.of(
                Route.of("POST", "/v1/notifications", SEND, "sendNotification", notifications::send)
                        .accepts(JSON)
                        .headers("Idempotency-Key"),
                Route.of("POST", "/v1/notifications/batch", SEND, "sendBatch", batch::send)
                        .accepts(NDJSON),
                Route.of("GET", "/v1/notifications", READ, "listNotifications", notifications::list)
                        .query("since", "limit", "cursor"),
                Route.of("GET", "/v1/notifications/{id}", READ, "getNotification", notifications::details),
                Route.of("GET", "/v1/notifications/{id}/deliveries", READ, "getDeliveries", notifications::deliveries)
                        .query("user"),
                Route.of("GET", "/v1/notifications/{id}/why", READ, "explainDeliveries", notifications::why)
                        .query("user"),
                Route.of("POST", "/v1/notifications/dry-run", READ, "dryRunNotification", new DryRunHandler(api)::run)
                        .accepts(JSON),
                Route.of("GET", "/v1/dead-letters", READ, "listDeadLetters", deadLetters::list)
                        .query("since", "until", "limit", "cursor"),
                Route.of("POST", "/v1/dead-letters/{id}/replay", SEND, "replayDeadLetter", deadLetters::replay),
                Route.of("GET", "/v1/notifications/{id}/recipients", READ, "listRecipients", notifications::recipients)
                        .query("limit", "cursor"),
                Route.of("GET", "/v1/scheduled", READ, "listScheduledNotifications", schedules::listAll)
                        .query("from", "until", "limit", "cursor"),
                Route.of("POST", "/v1/notifications/{id}/cancel", SEND, "cancelNotification", schedules::cancel),
                Route.of(
                                "POST",
                                "/v1/notifications/{id}/reschedule",
                                SEND,
                                "rescheduleNotification",
                                schedules::reschedule)
                        .accepts(JSON));
    }

    /** The same routes for a tenant, about any of its users, and for users, about themselves. */
    private List<Route> inboxes(String of, RouteAccess read, RouteAccess change, String whose) {
        InboxHandlers inbox = new InboxHandlers(api.pipeline().inbox(), api.clock());
        ScheduleHandlers schedules = new ScheduleHandlers(api);
        PreferenceHandlers preferences =
                new PreferenceHandlers(api.users().preferences(), api.users().types());
        String item = of + "/inbox/{id}/";
        return List.of(
                Route.of("GET", of + "/inbox", read, "list" + whose + "Inbox", inbox::page)
                        .query("filter", "limit", "cursor"),
                Route.of("POST", item + "read", change, "mark" + whose + "NotificationRead", inbox.mark(Mark.READ)),
                Route.of(
                        "POST",
                        item + "unread",
                        change,
                        "mark" + whose + "NotificationUnread",
                        inbox.mark(Mark.UNREAD)),
                Route.of(
                        "POST",
                        item + "archive",
                        change,
                        "archive" + whose + "Notification",
                        inbox.mark(Mark.ARCHIVED)),
                Route.of(
                        "POST",
                        item + "unarchive",
                        change,
                        "unarchive" + whose + "Notification",
                        inbox.mark(Mark.UNARCHIVED)),
                Route.of(
                        "POST",
                        of + "/inbox/read-all",
                        change,
                        "markAll" + whose + "NotificationsRead",
                        inbox::markAllRead),
                Route.of("GET", of + "/unread", read, "get" + whose + "UnreadCount", inbox::unread),
                Route.of("GET", of + "/history", read, "list" + whose + "History", inbox::history)
                        .query("since", "limit", "cursor"),
                Route.of("GET", of + "/scheduled", read, "list" + whose + "ScheduledNotifications", schedules::list)
                        .query("limit", "cursor"),
                Route.of("GET", of + "/preferences", read, "get" + whose + "Preferences", preferences::get),
                Route.of("PATCH", of + "/preferences", change, "change" + whose + "Preferences", preferences::patch)
                        .accepts(MERGE_PATCH));
    }

    private List<Route> live() {
        LiveHandlers live =
                new LiveHandlers(api.authenticator().tickets(), api.pipeline().feed());
        return List.of(
                Route.of("GET", LIVE_PATH, LIVE, "openMyLiveStream", live::live)
                        .query("since", "ticket")
                        .headers("Last-Event-ID"),
                Route.of("POST", "/v1/me/ticket", USER, "createMyLiveTicket", live::ticket),
                Route.of("POST", "/v1/me/inbox/{id}/ack", USER, "acknowledgeMyNotification", live::ack));
    }

    private List<Route> devices(String of, RouteAccess read, RouteAccess change, String whose) {
        DeviceHandlers devices = new DeviceHandlers(api);
        String one = of + "/devices/{device}";
        return List.of(
                Route.of("GET", of + "/devices", read, "list" + whose + "Devices", devices::list),
                Route.of("PUT", one, change, "put" + whose + "Device", devices::put)
                        .accepts(JSON),
                Route.of("DELETE", one, change, "delete" + whose + "Device", devices::delete));
    }

    private List<Route> users() {
        UserHandlers users = new UserHandlers(api);
        TokenHandlers tokens = new TokenHandlers(api.authenticator().tokens(), api.live()::checkTokens);
        return List.of(
                Route.of("GET", "/v1/users", READ, "listUsers", users::list).query("limit", "cursor"),
                Route.of("POST", "/v1/users/bulk", MANAGE, "putUsers", new BulkUsersHandler(api)::put)
                        .accepts(JSON_OR_NDJSON),
                Route.of("GET", "/v1/users/{user}", READ, "getUser", users::get),
                Route.of("PUT", "/v1/users/{user}", MANAGE, "putUser", users::put)
                        .accepts(JSON),
                Route.of("PATCH", "/v1/users/{user}", MANAGE, "changeUser", users::patch)
                        .accepts(MERGE_PATCH),
                Route.of("DELETE", "/v1/users/{user}", MANAGE, "deleteUser", users::delete)
                        .query("erase"),
                Route.of("GET", "/v1/erasures/{erasure}", MANAGE, "getErasure", new ErasureHandler(api)::get),
                Route.of("POST", "/v1/users/{user}/tokens", MANAGE, "createUserToken", tokens::mint)
                        .accepts(OPTIONAL_JSON),
                Route.of("GET", "/v1/token-secrets", MANAGE, "listTokenSecrets", tokens::listSecrets),
                Route.of("POST", "/v1/token-secrets", MANAGE, "createTokenSecret", tokens::addSecret),
                Route.of("DELETE", "/v1/token-secrets/{kid}", MANAGE, "revokeTokenSecret", tokens::revokeSecret));
    }

    private List<Route> types() {
        TypeHandlers types = new TypeHandlers(api.users().types(), api.users().templates());
        return List.of(
                Route.of("GET", "/v1/types", READ, "listTypes", types::list),
                Route.of("GET", "/v1/types/{name}", READ, "getType", types::get),
                Route.of("PUT", "/v1/types/{name}", MANAGE, "putType", types::put)
                        .accepts(JSON),
                Route.of("PATCH", "/v1/types/{name}", MANAGE, "changeType", types::patch)
                        .accepts(MERGE_PATCH),
                Route.of("DELETE", "/v1/types/{name}", MANAGE, "deleteType", types::delete));
    }

    private List<Route> templates() {
        TemplateHandlers templates = new TemplateHandlers(api);
        String all = "/v1/types/{name}/templates";
        String one = all + "/{channel}/{locale}";
        return List.of(
                Route.of("GET", all, READ, "listTemplates", templates::list),
                Route.of("GET", one, READ, "getTemplate", templates::get),
                Route.of("PUT", one, MANAGE, "putTemplate", templates::put).accepts(JSON),
                Route.of("DELETE", one, MANAGE, "deleteTemplate", templates::delete),
                Route.of("GET", one + "/versions", READ, "listTemplateVersions", templates::versions)
                        .query("limit", "cursor"),
                Route.of("POST", one + "/activate", MANAGE, "activateTemplate", templates::activate),
                Route.of("POST", one + "/deactivate", MANAGE, "deactivateTemplate", templates::deactivate),
                Route.of("POST", one + "/preview", READ, "previewTemplate", templates::preview)
                        .accepts(JSON));
    }

    private List<Route> recurring() {
        RecurringHandlers recurring = new RecurringHandlers(api);
        String one = "/v1/recurring/{name}";
        return List.of(
                Route.of("GET", "/v1/recurring", READ, "listRecurringSchedules", recurring::list)
                        .query("limit", "cursor"),
                Route.of("GET", one, READ, "getRecurringSchedule", recurring::get),
                Route.of("PUT", one, MANAGE, "putRecurringSchedule", recurring::put)
                        .accepts(JSON),
                Route.of("DELETE", one, MANAGE, "deleteRecurringSchedule", recurring::delete),
                Route.of("POST", one + "/pause", MANAGE, "pauseRecurringSchedule", recurring::pause),
                Route.of("POST", one + "/resume", MANAGE, "resumeRecurringSchedule", recurring::resume));
    }

    private List<Route> providers() {
        ProviderHandlers providers = new ProviderHandlers(api);
        CaptureHandlers captured = new CaptureHandlers(api.delivery().capture());
        String one = "/v1/providers/{name}";
        return List.of(
                Route.of("GET", "/v1/provider-kinds", MANAGE, "listProviderKinds", providers::kinds),
                Route.of("GET", "/v1/providers", MANAGE, "listProviders", providers::list),
                Route.of("GET", one, MANAGE, "getProvider", providers::get),
                Route.of("PUT", one, MANAGE, "putProvider", providers::put).accepts(JSON),
                Route.of("DELETE", one, MANAGE, "deleteProvider", providers::delete),
                Route.of("POST", one + "/test", MANAGE, "testProvider", providers::test)
                        .accepts(JSON),
                Route.of("GET", "/v1/captured", MANAGE, "listCapturedMessages", captured::list)
                        .query("channel", "user", "limit", "cursor"),
                Route.of("DELETE", "/v1/captured", MANAGE, "clearCapturedMessages", captured::clear),
                Route.of("PUT", "/v1/captured/script", MANAGE, "putCaptureScript", captured::script)
                        .accepts(JSON));
    }

    private List<Route> webhooks() {
        WebhookHandlers webhooks = new WebhookHandlers(api);
        String one = "/v1/webhooks/{webhook}";
        return List.of(
                Route.of("GET", "/v1/webhooks", MANAGE, "listWebhooks", webhooks::list),
                Route.of("POST", "/v1/webhooks", MANAGE, "createWebhook", webhooks::add)
                        .accepts(JSON),
                Route.of("GET", one, MANAGE, "getWebhook", webhooks::get),
                Route.of("PATCH", one, MANAGE, "changeWebhook", webhooks::change)
                        .accepts(MERGE_PATCH),
                Route.of("DELETE", one, MANAGE, "deleteWebhook", webhooks::delete),
                Route.of("POST", one + "/rotate-secret", MANAGE, "rotateWebhookSecret", webhooks::rotate)
                        .accepts(OPTIONAL_JSON),
                Route.of("POST", one + "/resume", MANAGE, "resumeWebhook", webhooks::resume),
                Route.of("POST", one + "/replay", MANAGE, "replayWebhookEvents", webhooks::replay)
                        .accepts(JSON));
    }

    private List<Route> tenants() {
        TenantHandlers tenants = new TenantHandlers(api);
        TenantDeletionHandlers deletions = new TenantDeletionHandlers(api);
        KeyHandlers keys = new KeyHandlers(api.authenticator().keys());
        String all = "/v1/tenants/{tenant}/keys";
        return List.of(
                Route.of("GET", "/v1/tenant", READ, "getTenant", tenants::own),
                Route.of("PATCH", "/v1/tenant", MANAGE, "changeTenant", tenants::change)
                        .accepts(MERGE_PATCH),
                Route.of("POST", "/v1/tenants", ADMIN, "createTenant", tenants::add)
                        .accepts(JSON),
                Route.of("GET", "/v1/tenants", ADMIN, "listTenants", tenants::list)
                        .query("limit", "cursor"),
                Route.of("DELETE", "/v1/tenants/{tenant}", ADMIN, "deleteTenant", deletions::delete),
                Route.of("GET", "/v1/tenants/{tenant}/deletion", ADMIN, "getTenantDeletion", deletions::get),
                Route.of("POST", all, ADMIN, "createApiKey", keys::add).accepts(JSON),
                Route.of("GET", all, ADMIN, "listApiKeys", keys::list).query("limit", "cursor"),
                Route.of("POST", all + "/{key}/rotate", ADMIN, "rotateApiKey", keys::rotate)
                        .accepts(OPTIONAL_JSON),
                Route.of("DELETE", all + "/{key}", ADMIN, "revokeApiKey", keys::revoke));
    }

    private List<Route> operations() {
        OperatorHandlers operations = new OperatorHandlers(api);
        BackupHandlers backups = new BackupHandlers(api);
        HealthHandlers health = new HealthHandlers(api);
        AuditHandler audit =
                new AuditHandler(api.service().storage().metadata(), api.pools().metadata());
        return List.of(
                Route.of("GET", "/v1/audit", READ, "listAuditEntries", audit::list)
                        .query("limit", "cursor"),
                Route.of("GET", "/v1/schedule", ADMIN, "getScheduleLayouts", operations::schedule),
                Route.of("PUT", "/v1/schedule", ADMIN, "growSchedule", operations::grow)
                        .accepts(JSON),
                Route.of("POST", "/v1/backups", ADMIN, "startBackup", backups::start)
                        .accepts(OPTIONAL_JSON),
                Route.of("GET", "/v1/backups/{backup}", ADMIN, "getBackup", backups::get),
                Route.of("GET", "/metrics", ADMIN, "getMetrics", operations::metrics),
                Route.of("GET", HEALTH, PUBLIC, "getHealth", health::health),
                Route.of("GET", "/ready", PUBLIC, "getReadiness", health::ready));
    }

    /** Calls of providers without credentials of ours: the receipt is signed. */
    private List<Route> receipts() {
        ReceiptHandlers receipts = new ReceiptHandlers(api);
        return List.of(Route.of("POST", "/v1/receipts/{tenant}/{provider}", PUBLIC, "receiveReceipt", receipts::take)
                .accepts(RECEIPT));
    }

    /** For people and their mail programs: the link is sealed. */
    private List<Route> unsubscribeLinks() {
        UnsubscribeHandlers unsubscribe = new UnsubscribeHandlers(api);
        return List.of(
                Route.page("/u/{token}", "showUnsubscribePage", unsubscribe::ask)
                        .headers(UnsubscribeHandlers.ACCEPT_LANGUAGE),
                Route.page("/u/{token}", "unsubscribe", unsubscribe::unsubscribe)
                        .method("POST")
                        .accepts(FORM)
                        .headers(UnsubscribeHandlers.ACCEPT_LANGUAGE));
    }

    private List<Route> pages() {
        DocsHandlers docs = new DocsHandlers(api.pools().metadata());
        PageHandlers pages = new PageHandlers(api.config().http().demo());
        return List.of(
                Route.page("/", "getHome", new HomeHandler(api.config().http().demo())::get),
                Route.page("/openapi.yaml", "getDescription", docs::description),
                Route.page("/openapi.json", "getDescriptionAsJson", docs::descriptionAsJson),
                Route.page("/docs", "getDocs", docs::page),
                Route.page("/docs/", "getDocsFolder", docs::page),
                Route.page("/docs/errors", "getErrorDocs", docs::errors),
                Route.page("/docs/assets/{file}", "getDocsAsset", docs::asset),
                Route.page("/client.js", "getClient", pages::client).headers(StaticFile.IF_NONE_MATCH),
                Route.page("/client.d.ts", "getClientTypes", pages::types).headers(StaticFile.IF_NONE_MATCH),
                Route.page("/demo", "getDemo", pages::demo).headers(StaticFile.IF_NONE_MATCH),
                Route.page("/demo/assets/{file}", "getDemoAsset", pages::asset).headers(StaticFile.IF_NONE_MATCH));
    }
}
