package dev.tidings.client;

import java.util.List;

/** The operations of the API that the client calls, by their {@code operationId}, with the way in which they may be retried. */
enum Operation {
    SEND_NOTIFICATION("POST /v1/notifications", Repeat.WITH_KEY),
    SEND_BATCH("POST /v1/notifications/batch", Repeat.WITH_KEY),
    LIST_NOTIFICATIONS("GET /v1/notifications"),
    GET_NOTIFICATION("GET /v1/notifications/{id}"),
    GET_DELIVERIES("GET /v1/notifications/{id}/deliveries"),
    EXPLAIN_DELIVERIES("GET /v1/notifications/{id}/why"),
    DRY_RUN_NOTIFICATION("POST /v1/notifications/dry-run", Repeat.ALWAYS),
    LIST_RECIPIENTS("GET /v1/notifications/{id}/recipients"),
    CANCEL_NOTIFICATION("POST /v1/notifications/{id}/cancel", Repeat.ALWAYS),
    RESCHEDULE_NOTIFICATION("POST /v1/notifications/{id}/reschedule"),
    LIST_SCHEDULED_NOTIFICATIONS("GET /v1/scheduled"),
    LIST_DEAD_LETTERS("GET /v1/dead-letters"),
    REPLAY_DEAD_LETTER("POST /v1/dead-letters/{id}/replay"),

    LIST_USER_INBOX("GET /v1/users/{user}/inbox"),
    MARK_USER_NOTIFICATION_READ("POST /v1/users/{user}/inbox/{id}/read", Repeat.ALWAYS),
    MARK_USER_NOTIFICATION_UNREAD("POST /v1/users/{user}/inbox/{id}/unread", Repeat.ALWAYS),
    ARCHIVE_USER_NOTIFICATION("POST /v1/users/{user}/inbox/{id}/archive", Repeat.ALWAYS),
    UNARCHIVE_USER_NOTIFICATION("POST /v1/users/{user}/inbox/{id}/unarchive", Repeat.ALWAYS),
    MARK_ALL_USER_NOTIFICATIONS_READ("POST /v1/users/{user}/inbox/read-all"),
    GET_USER_UNREAD_COUNT("GET /v1/users/{user}/unread"),
    LIST_USER_SCHEDULED_NOTIFICATIONS("GET /v1/users/{user}/scheduled"),
    LIST_USER_HISTORY("GET /v1/users/{user}/history"),
    GET_USER_PREFERENCES("GET /v1/users/{user}/preferences"),
    CHANGE_USER_PREFERENCES("PATCH /v1/users/{user}/preferences", Repeat.ALWAYS),
    LIST_USER_DEVICES("GET /v1/users/{user}/devices"),
    PUT_USER_DEVICE("PUT /v1/users/{user}/devices/{device}"),
    DELETE_USER_DEVICE("DELETE /v1/users/{user}/devices/{device}"),

    LIST_MY_INBOX("GET /v1/me/inbox"),
    MARK_MY_NOTIFICATION_READ("POST /v1/me/inbox/{id}/read", Repeat.ALWAYS),
    MARK_MY_NOTIFICATION_UNREAD("POST /v1/me/inbox/{id}/unread", Repeat.ALWAYS),
    ARCHIVE_MY_NOTIFICATION("POST /v1/me/inbox/{id}/archive", Repeat.ALWAYS),
    UNARCHIVE_MY_NOTIFICATION("POST /v1/me/inbox/{id}/unarchive", Repeat.ALWAYS),
    MARK_ALL_MY_NOTIFICATIONS_READ("POST /v1/me/inbox/read-all"),
    ACKNOWLEDGE_MY_NOTIFICATION("POST /v1/me/inbox/{id}/ack", Repeat.ALWAYS),
    GET_MY_UNREAD_COUNT("GET /v1/me/unread"),
    LIST_MY_SCHEDULED_NOTIFICATIONS("GET /v1/me/scheduled"),
    LIST_MY_HISTORY("GET /v1/me/history"),
    GET_MY_PREFERENCES("GET /v1/me/preferences"),
    CHANGE_MY_PREFERENCES("PATCH /v1/me/preferences", Repeat.ALWAYS),
    LIST_MY_DEVICES("GET /v1/me/devices"),
    PUT_MY_DEVICE("PUT /v1/me/devices/{device}"),
    DELETE_MY_DEVICE("DELETE /v1/me/devices/{device}"),
    CREATE_MY_LIVE_TICKET("POST /v1/me/ticket", Repeat.ALWAYS),
    OPEN_MY_LIVE_STREAM("GET /v1/me/live"),

    LIST_USERS("GET /v1/users"),
    PUT_USERS("POST /v1/users/bulk", Repeat.ALWAYS),
    GET_USER("GET /v1/users/{user}"),
    PUT_USER("PUT /v1/users/{user}"),
    CHANGE_USER("PATCH /v1/users/{user}", Repeat.ALWAYS),
    DELETE_USER("DELETE /v1/users/{user}"),
    GET_ERASURE("GET /v1/erasures/{erasure}"),
    CREATE_USER_TOKEN("POST /v1/users/{user}/tokens", Repeat.ALWAYS),

    LIST_TYPES("GET /v1/types"),
    GET_TYPE("GET /v1/types/{name}"),
    PUT_TYPE("PUT /v1/types/{name}"),
    CHANGE_TYPE("PATCH /v1/types/{name}", Repeat.ALWAYS),
    DELETE_TYPE("DELETE /v1/types/{name}"),
    LIST_TEMPLATES("GET /v1/types/{name}/templates"),
    GET_TEMPLATE("GET /v1/types/{name}/templates/{channel}/{locale}"),
    PUT_TEMPLATE("PUT /v1/types/{name}/templates/{channel}/{locale}"),
    DELETE_TEMPLATE("DELETE /v1/types/{name}/templates/{channel}/{locale}"),
    LIST_TEMPLATE_VERSIONS("GET /v1/types/{name}/templates/{channel}/{locale}/versions"),
    ACTIVATE_TEMPLATE("POST /v1/types/{name}/templates/{channel}/{locale}/activate", Repeat.ALWAYS),
    DEACTIVATE_TEMPLATE("POST /v1/types/{name}/templates/{channel}/{locale}/deactivate", Repeat.ALWAYS),
    PREVIEW_TEMPLATE("POST /v1/types/{name}/templates/{channel}/{locale}/preview", Repeat.ALWAYS),

    LIST_RECURRING_SCHEDULES("GET /v1/recurring"),
    GET_RECURRING_SCHEDULE("GET /v1/recurring/{name}"),
    PUT_RECURRING_SCHEDULE("PUT /v1/recurring/{name}"),
    DELETE_RECURRING_SCHEDULE("DELETE /v1/recurring/{name}"),
    PAUSE_RECURRING_SCHEDULE("POST /v1/recurring/{name}/pause", Repeat.ALWAYS),
    RESUME_RECURRING_SCHEDULE("POST /v1/recurring/{name}/resume", Repeat.ALWAYS),

    LIST_PROVIDER_KINDS("GET /v1/provider-kinds"),
    LIST_PROVIDERS("GET /v1/providers"),
    GET_PROVIDER("GET /v1/providers/{name}"),
    PUT_PROVIDER("PUT /v1/providers/{name}"),
    DELETE_PROVIDER("DELETE /v1/providers/{name}"),
    TEST_PROVIDER("POST /v1/providers/{name}/test"),
    LIST_CAPTURED_MESSAGES("GET /v1/captured"),
    CLEAR_CAPTURED_MESSAGES("DELETE /v1/captured"),
    PUT_CAPTURE_SCRIPT("PUT /v1/captured/script"),

    LIST_WEBHOOKS("GET /v1/webhooks"),
    CREATE_WEBHOOK("POST /v1/webhooks"),
    GET_WEBHOOK("GET /v1/webhooks/{webhook}"),
    CHANGE_WEBHOOK("PATCH /v1/webhooks/{webhook}", Repeat.ALWAYS),
    DELETE_WEBHOOK("DELETE /v1/webhooks/{webhook}"),
    ROTATE_WEBHOOK_SECRET("POST /v1/webhooks/{webhook}/rotate-secret"),
    RESUME_WEBHOOK("POST /v1/webhooks/{webhook}/resume", Repeat.ALWAYS),
    REPLAY_WEBHOOK_EVENTS("POST /v1/webhooks/{webhook}/replay"),

    GET_READINESS("GET /ready"),
    LIST_AUDIT_ENTRIES("GET /v1/audit"),
    LIST_TOKEN_SECRETS("GET /v1/token-secrets"),
    CREATE_TOKEN_SECRET("POST /v1/token-secrets"),
    REVOKE_TOKEN_SECRET("DELETE /v1/token-secrets/{kid}"),
    GET_TENANT("GET /v1/tenant"),
    CHANGE_TENANT("PATCH /v1/tenant", Repeat.ALWAYS),
    CREATE_TENANT("POST /v1/tenants"),
    LIST_TENANTS("GET /v1/tenants"),
    DELETE_TENANT("DELETE /v1/tenants/{tenant}"),
    GET_TENANT_DELETION("GET /v1/tenants/{tenant}/deletion"),
    CREATE_API_KEY("POST /v1/tenants/{tenant}/keys"),
    LIST_API_KEYS("GET /v1/tenants/{tenant}/keys"),
    REVOKE_API_KEY("DELETE /v1/tenants/{tenant}/keys/{key}"),
    ROTATE_API_KEY("POST /v1/tenants/{tenant}/keys/{key}/rotate");

    /** Whether a request may be sent again if its outcome is unknown. */
    enum Repeat {
        ALWAYS,
        /** Only with an idempotency key. */
        WITH_KEY,
        /** Only where the server certainly did nothing. */
        NEVER;

        static Repeat of(String method) {
            return List.of("GET", "PUT", "DELETE").contains(method) ? ALWAYS : NEVER;
        }
    }

    private final String method;
    private final String path;
    private final Repeat repeat;

    Operation(String call) {
        this(call, Repeat.of(call.substring(0, call.indexOf(' '))));
    }

    Operation(String call, Repeat repeat) {
        int space = call.indexOf(' ');
        this.method = call.substring(0, space);
        this.path = call.substring(space + 1);
        this.repeat = repeat;
    }

    String method() {
        return method;
    }

    /** The path as in the description of the API, with parameters in braces. */
    String path() {
        return path;
    }

    Repeat repeat() {
        return repeat;
    }

    /** The path with its parameters filled in, in order, percent-encoded. */
    String path(String... parameters) {
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (String parameter : parameters) {
            int open = path.indexOf('{', from);
            filled.append(path, from, open).append(ApiRequest.escape(parameter));
            from = path.indexOf('}', open) + 1;
        }
        return filled.append(path.substring(from)).toString();
    }
}
