package dev.tidings.server.http;

import static dev.tidings.server.http.BodyKind.FORM;
import static dev.tidings.server.http.BodyKind.JSON;
import static dev.tidings.server.http.BodyKind.JSON_OR_NDJSON;
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
import java.util.ArrayList;
import java.util.List;

/**
 * The list of all routes: method, path, access rule and handler of each operation. A test keeps it consistent with the description in
 * openapi.yaml.
 */
final class Routes {
    private Routes() {}

    static List<Route> all(Handlers to) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(notifications(to));
        routes.addAll(inboxes("/v1/users/{user}", READ, MANAGE, "User", to));
        routes.addAll(inboxes("/v1/me", USER, USER, "My", to));
        routes.addAll(live(to));
        routes.addAll(devices("/v1/users/{user}", READ, MANAGE, "User", to));
        routes.addAll(devices("/v1/me", USER, USER, "My", to));
        routes.addAll(people(to));
        routes.addAll(templates(to));
        routes.addAll(recurring(to));
        routes.addAll(outbound(to));
        routes.addAll(installation(to));
        routes.addAll(pages(to));
        return routes;
    }

    private static List<Route> notifications(Handlers to) {
        return List.of(
                Route.of("POST", "/v1/notifications", SEND, "sendNotification", to.notifications::send)
                        .accepts(JSON)
                        .headers("Idempotency-Key"),
                Route.of("POST", "/v1/notifications/batch", SEND, "sendBatch", to.batch::send)
                        .accepts(NDJSON),
                Route.of("GET", "/v1/notifications", READ, "listNotifications", to.notifications::list)
                        .query("since", "limit", "cursor"),
                Route.of("GET", "/v1/notifications/{id}", READ, "getNotification", to.notifications::details),
                Route.of(
                                "GET",
                                "/v1/notifications/{id}/deliveries",
                                READ,
                                "getDeliveries",
                                to.notifications::deliveries)
                        .query("user"),
                Route.of("GET", "/v1/notifications/{id}/why", READ, "explainDeliveries", to.notifications::why)
                        .query("user"),
                Route.of("POST", "/v1/notifications/dry-run", READ, "dryRun", to.dryRun::run)
                        .accepts(JSON),
                Route.of("GET", "/v1/dead-letters", READ, "listDeadLetters", to.deadLetters::list)
                        .query("limit", "cursor"),
                Route.of("POST", "/v1/dead-letters/{id}/replay", SEND, "replayDeadLetter", to.deadLetters::replay),
                Route.of(
                                "GET",
                                "/v1/notifications/{id}/recipients",
                                READ,
                                "listRecipients",
                                to.notifications::recipients)
                        .query("limit", "cursor"),
                Route.of("POST", "/v1/notifications/{id}/cancel", SEND, "cancelNotification", to.schedules::cancel),
                Route.of(
                                "POST",
                                "/v1/notifications/{id}/reschedule",
                                SEND,
                                "rescheduleNotification",
                                to.schedules::reschedule)
                        .accepts(JSON));
    }

    /** The same routes for a tenant, about any of its users, and for users, about themselves. */
    private static List<Route> inboxes(String of, RouteAccess read, RouteAccess change, String whose, Handlers to) {
        String item = of + "/inbox/{id}/";
        return List.of(
                Route.of("GET", of + "/inbox", read, "get" + whose + "Inbox", to.inbox::page)
                        .query("filter", "limit", "cursor"),
                Route.of("POST", item + "read", change, "mark" + whose + "Read", to.inbox.mark(Mark.READ)),
                Route.of("POST", item + "unread", change, "mark" + whose + "Unread", to.inbox.mark(Mark.UNREAD)),
                Route.of("POST", item + "archive", change, "archive" + whose, to.inbox.mark(Mark.ARCHIVED)),
                Route.of("POST", item + "unarchive", change, "unarchive" + whose, to.inbox.mark(Mark.UNARCHIVED)),
                Route.of("POST", of + "/inbox/read-all", change, "mark" + whose + "AllRead", to.inbox::markAllRead),
                Route.of("GET", of + "/unread", read, "get" + whose + "Unread", to.inbox::unread),
                Route.of("GET", of + "/history", read, "get" + whose + "History", to.inbox::history)
                        .query("since", "limit", "cursor"),
                Route.of("GET", of + "/scheduled", read, "list" + whose + "Scheduled", to.schedules::list)
                        .query("limit", "cursor"),
                Route.of("GET", of + "/preferences", read, "get" + whose + "Preferences", to.preferences::get),
                Route.of("PATCH", of + "/preferences", change, "change" + whose + "Preferences", to.preferences::patch)
                        .accepts(JSON));
    }

    private static List<Route> live(Handlers to) {
        return List.of(
                Route.of("GET", "/v1/me/live", LIVE, "openMyLive", to.live::live)
                        .query("since", "ticket")
                        .headers("Last-Event-ID"),
                Route.of("POST", "/v1/me/ticket", USER, "getMyTicket", to.live::ticket),
                Route.of("POST", "/v1/me/inbox/{id}/ack", USER, "ackMy", to.live::ack));
    }

    private static List<Route> devices(String of, RouteAccess read, RouteAccess change, String whose, Handlers to) {
        String one = of + "/devices/{device}";
        return List.of(
                Route.of("GET", of + "/devices", read, "list" + whose + "Devices", to.devices::list),
                Route.of("PUT", one, change, "put" + whose + "Device", to.devices::put)
                        .accepts(JSON),
                Route.of("DELETE", one, change, "delete" + whose + "Device", to.devices::delete));
    }

    private static List<Route> people(Handlers to) {
        return List.of(
                Route.of("GET", "/v1/users", READ, "listUsers", to.users::list).query("limit", "cursor"),
                Route.of("POST", "/v1/users/bulk", MANAGE, "putUsers", to.bulkUsers::put)
                        .accepts(JSON_OR_NDJSON),
                Route.of("GET", "/v1/users/{user}", READ, "getUser", to.users::get),
                Route.of("PUT", "/v1/users/{user}", MANAGE, "putUser", to.users::put)
                        .accepts(JSON),
                Route.of("DELETE", "/v1/users/{user}", MANAGE, "deleteUser", to.users::delete),
                Route.of("POST", "/v1/users/{user}/tokens", MANAGE, "mintUserToken", to.tokens::mint)
                        .accepts(OPTIONAL_JSON),
                Route.of("GET", "/v1/types", READ, "listTypes", to.types::list),
                Route.of("GET", "/v1/types/{name}", READ, "getType", to.types::get),
                Route.of("PUT", "/v1/types/{name}", MANAGE, "putType", to.types::put)
                        .accepts(JSON),
                Route.of("DELETE", "/v1/types/{name}", MANAGE, "deleteType", to.types::delete),
                Route.of("GET", "/v1/audit", READ, "listAudit", to.audit::list).query("limit", "cursor"),
                Route.of("GET", "/v1/token-secrets", MANAGE, "listTokenSecrets", to.tokens::listSecrets),
                Route.of("POST", "/v1/token-secrets", MANAGE, "addTokenSecret", to.tokens::addSecret),
                Route.of("DELETE", "/v1/token-secrets/{kid}", MANAGE, "revokeTokenSecret", to.tokens::revokeSecret));
    }

    private static List<Route> templates(Handlers to) {
        String all = "/v1/types/{name}/templates";
        String one = all + "/{channel}/{locale}";
        return List.of(
                Route.of("GET", all, READ, "listTemplates", to.templates::list),
                Route.of("GET", one, READ, "getTemplate", to.templates::get),
                Route.of("PUT", one, MANAGE, "putTemplate", to.templates::put).accepts(JSON),
                Route.of("DELETE", one, MANAGE, "deleteTemplate", to.templates::delete),
                Route.of("GET", one + "/versions", READ, "listTemplateVersions", to.templates::versions)
                        .query("limit", "cursor"),
                Route.of("POST", one + "/activate", MANAGE, "activateTemplate", to.templates::activate),
                Route.of("POST", one + "/deactivate", MANAGE, "deactivateTemplate", to.templates::deactivate),
                Route.of("POST", one + "/preview", READ, "previewTemplate", to.templates::preview)
                        .accepts(JSON));
    }

    private static List<Route> recurring(Handlers to) {
        String one = "/v1/recurring/{name}";
        return List.of(
                Route.of("GET", "/v1/recurring", READ, "listRecurring", to.recurring::list)
                        .query("limit", "cursor"),
                Route.of("GET", one, READ, "getRecurring", to.recurring::get),
                Route.of("PUT", one, MANAGE, "putRecurring", to.recurring::put).accepts(JSON),
                Route.of("DELETE", one, MANAGE, "deleteRecurring", to.recurring::delete),
                Route.of("POST", one + "/pause", MANAGE, "pauseRecurring", to.recurring::pause),
                Route.of("POST", one + "/resume", MANAGE, "resumeRecurring", to.recurring::resume));
    }

    private static List<Route> outbound(Handlers to) {
        String provider = "/v1/providers/{name}";
        String webhook = "/v1/webhooks/{webhook}";
        return List.of(
                Route.of("GET", "/v1/provider-kinds", MANAGE, "listProviderKinds", to.providers::kinds),
                Route.of("GET", "/v1/providers", MANAGE, "listProviders", to.providers::list),
                Route.of("GET", provider, MANAGE, "getProvider", to.providers::get),
                Route.of("PUT", provider, MANAGE, "putProvider", to.providers::put)
                        .accepts(JSON),
                Route.of("DELETE", provider, MANAGE, "deleteProvider", to.providers::delete),
                Route.of("GET", "/v1/captured", READ, "listCaptured", to.captured::list)
                        .query("channel", "user", "limit", "cursor"),
                Route.of("DELETE", "/v1/captured", MANAGE, "clearCaptured", to.captured::clear),
                Route.of("PUT", "/v1/captured/script", MANAGE, "scriptCaptured", to.captured::script)
                        .accepts(JSON),
                Route.of("GET", "/v1/webhooks", MANAGE, "listWebhooks", to.webhooks::list),
                Route.of("POST", "/v1/webhooks", MANAGE, "addWebhook", to.webhooks::add)
                        .accepts(JSON),
                Route.of("GET", webhook, MANAGE, "getWebhook", to.webhooks::get),
                Route.of("PATCH", webhook, MANAGE, "changeWebhook", to.webhooks::change)
                        .accepts(JSON),
                Route.of("DELETE", webhook, MANAGE, "deleteWebhook", to.webhooks::delete),
                Route.of("POST", webhook + "/rotate-secret", MANAGE, "rotateWebhookSecret", to.webhooks::rotate)
                        .accepts(OPTIONAL_JSON),
                Route.of("POST", webhook + "/resume", MANAGE, "resumeWebhook", to.webhooks::resume),
                Route.of("POST", webhook + "/replay", MANAGE, "replayWebhook", to.webhooks::replay)
                        .accepts(JSON));
    }

    private static List<Route> installation(Handlers to) {
        String keys = "/v1/tenants/{tenant}/keys";
        return List.of(
                Route.of("POST", "/v1/tenants", ADMIN, "addTenant", to.tenants::add)
                        .accepts(JSON),
                Route.of("GET", "/v1/tenants", ADMIN, "listTenants", to.tenants::list)
                        .query("limit", "cursor"),
                Route.of("POST", keys, ADMIN, "addKey", to.keys::add).accepts(JSON),
                Route.of("GET", keys, ADMIN, "listKeys", to.keys::list).query("limit", "cursor"),
                Route.of("POST", keys + "/{key}/rotate", ADMIN, "rotateKey", to.keys::rotate)
                        .accepts(OPTIONAL_JSON),
                Route.of("DELETE", keys + "/{key}", ADMIN, "revokeKey", to.keys::revoke),
                Route.of("GET", "/v1/schedule", ADMIN, "getSchedule", to.operations::schedule),
                Route.of("PUT", "/v1/schedule", ADMIN, "growSchedule", to.operations::grow)
                        .accepts(JSON),
                Route.of("GET", "/u/{token}", PUBLIC, "askUnsubscribe", to.unsubscribe::ask),
                Route.of("POST", "/u/{token}", PUBLIC, "unsubscribe", to.unsubscribe::unsubscribe)
                        .accepts(FORM),
                Route.of("POST", "/v1/receipts/{tenant}/{provider}", PUBLIC, "takeReceipt", to.receipts::take)
                        .accepts(RECEIPT),
                Route.of("GET", "/metrics", ADMIN, "getMetrics", to.operations::metrics),
                Route.of("GET", "/health", PUBLIC, "getHealth", to.health::get),
                Route.of("GET", "/openapi.yaml", PUBLIC, "getDescription", to.docs::description),
                Route.of("GET", "/docs", PUBLIC, "getDocs", to.docs::page),
                Route.of("GET", "/docs/errors", PUBLIC, "getErrorDocs", to.docs::errors),
                Route.of("GET", "/docs/assets/{file}", PUBLIC, "getDocsAsset", to.docs::asset));
    }

    private static List<Route> pages(Handlers to) {
        return List.of(
                Route.of("GET", "/client.js", PUBLIC, "getClient", to.pages::client)
                        .headers(StaticFile.IF_NONE_MATCH),
                Route.of("GET", "/client.d.ts", PUBLIC, "getClientTypes", to.pages::types)
                        .headers(StaticFile.IF_NONE_MATCH),
                Route.of("GET", "/demo", PUBLIC, "getDemo", to.pages::demo).headers(StaticFile.IF_NONE_MATCH),
                Route.of("GET", "/demo/assets/{file}", PUBLIC, "getDemoAsset", to.pages::asset)
                        .headers(StaticFile.IF_NONE_MATCH));
    }
}
