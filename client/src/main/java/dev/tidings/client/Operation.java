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
    DRY_RUN("POST /v1/notifications/dry-run", Repeat.ALWAYS),
    LIST_RECIPIENTS("GET /v1/notifications/{id}/recipients"),
    CANCEL_NOTIFICATION("POST /v1/notifications/{id}/cancel", Repeat.ALWAYS),
    RESCHEDULE_NOTIFICATION("POST /v1/notifications/{id}/reschedule"),
    LIST_DEAD_LETTERS("GET /v1/dead-letters"),
    REPLAY_DEAD_LETTER("POST /v1/dead-letters/{id}/replay"),

    GET_USER_INBOX("GET /v1/users/{user}/inbox"),
    MARK_USER_READ("POST /v1/users/{user}/inbox/{id}/read", Repeat.ALWAYS),
    MARK_USER_UNREAD("POST /v1/users/{user}/inbox/{id}/unread", Repeat.ALWAYS),
    ARCHIVE_USER("POST /v1/users/{user}/inbox/{id}/archive", Repeat.ALWAYS),
    UNARCHIVE_USER("POST /v1/users/{user}/inbox/{id}/unarchive", Repeat.ALWAYS),
    MARK_USER_ALL_READ("POST /v1/users/{user}/inbox/read-all"),
    GET_USER_UNREAD("GET /v1/users/{user}/unread"),
    LIST_USER_SCHEDULED("GET /v1/users/{user}/scheduled"),
    GET_USER_HISTORY("GET /v1/users/{user}/history"),
    GET_USER_PREFERENCES("GET /v1/users/{user}/preferences"),
    CHANGE_USER_PREFERENCES("PATCH /v1/users/{user}/preferences", Repeat.ALWAYS),
    LIST_USER_DEVICES("GET /v1/users/{user}/devices"),
    PUT_USER_DEVICE("PUT /v1/users/{user}/devices/{device}"),
    DELETE_USER_DEVICE("DELETE /v1/users/{user}/devices/{device}"),

    GET_MY_INBOX("GET /v1/me/inbox"),
    MARK_MY_READ("POST /v1/me/inbox/{id}/read", Repeat.ALWAYS),
    MARK_MY_UNREAD("POST /v1/me/inbox/{id}/unread", Repeat.ALWAYS),
    ARCHIVE_MY("POST /v1/me/inbox/{id}/archive", Repeat.ALWAYS),
    UNARCHIVE_MY("POST /v1/me/inbox/{id}/unarchive", Repeat.ALWAYS),
    MARK_MY_ALL_READ("POST /v1/me/inbox/read-all"),
    ACK_MY("POST /v1/me/inbox/{id}/ack", Repeat.ALWAYS),
    GET_MY_UNREAD("GET /v1/me/unread"),
    LIST_MY_SCHEDULED("GET /v1/me/scheduled"),
    GET_MY_HISTORY("GET /v1/me/history"),
    GET_MY_PREFERENCES("GET /v1/me/preferences"),
    CHANGE_MY_PREFERENCES("PATCH /v1/me/preferences", Repeat.ALWAYS),
    LIST_MY_DEVICES("GET /v1/me/devices"),
    PUT_MY_DEVICE("PUT /v1/me/devices/{device}"),
    DELETE_MY_DEVICE("DELETE /v1/me/devices/{device}"),
    GET_MY_TICKET("POST /v1/me/ticket", Repeat.ALWAYS),
    OPEN_MY_LIVE("GET /v1/me/live"),

    LIST_USERS("GET /v1/users"),
    PUT_USERS("POST /v1/users/bulk", Repeat.ALWAYS),
    GET_USER("GET /v1/users/{user}"),
    PUT_USER("PUT /v1/users/{user}"),
    DELETE_USER("DELETE /v1/users/{user}"),
    MINT_USER_TOKEN("POST /v1/users/{user}/tokens", Repeat.ALWAYS),

    LIST_TYPES("GET /v1/types"),
    GET_TYPE("GET /v1/types/{name}"),
    PUT_TYPE("PUT /v1/types/{name}"),
    DELETE_TYPE("DELETE /v1/types/{name}"),
    LIST_TEMPLATES("GET /v1/types/{name}/templates"),
    GET_TEMPLATE("GET /v1/types/{name}/templates/{channel}/{locale}"),
    PUT_TEMPLATE("PUT /v1/types/{name}/templates/{channel}/{locale}"),
    DELETE_TEMPLATE("DELETE /v1/types/{name}/templates/{channel}/{locale}"),
    LIST_TEMPLATE_VERSIONS("GET /v1/types/{name}/templates/{channel}/{locale}/versions"),
    ACTIVATE_TEMPLATE("POST /v1/types/{name}/templates/{channel}/{locale}/activate", Repeat.ALWAYS),
    DEACTIVATE_TEMPLATE("POST /v1/types/{name}/templates/{channel}/{locale}/deactivate", Repeat.ALWAYS),
    PREVIEW_TEMPLATE("POST /v1/types/{name}/templates/{channel}/{locale}/preview", Repeat.ALWAYS),

    LIST_RECURRING("GET /v1/recurring"),
    GET_RECURRING("GET /v1/recurring/{name}"),
    PUT_RECURRING("PUT /v1/recurring/{name}"),
    DELETE_RECURRING("DELETE /v1/recurring/{name}"),
    PAUSE_RECURRING("POST /v1/recurring/{name}/pause", Repeat.ALWAYS),
    RESUME_RECURRING("POST /v1/recurring/{name}/resume", Repeat.ALWAYS),

    LIST_PROVIDER_KINDS("GET /v1/provider-kinds"),
    LIST_PROVIDERS("GET /v1/providers"),
    GET_PROVIDER("GET /v1/providers/{name}"),
    PUT_PROVIDER("PUT /v1/providers/{name}"),
    DELETE_PROVIDER("DELETE /v1/providers/{name}"),
    LIST_CAPTURED("GET /v1/captured"),
    CLEAR_CAPTURED("DELETE /v1/captured"),
    SCRIPT_CAPTURED("PUT /v1/captured/script"),

    LIST_WEBHOOKS("GET /v1/webhooks"),
    ADD_WEBHOOK("POST /v1/webhooks"),
    GET_WEBHOOK("GET /v1/webhooks/{webhook}"),
    CHANGE_WEBHOOK("PATCH /v1/webhooks/{webhook}", Repeat.ALWAYS),
    DELETE_WEBHOOK("DELETE /v1/webhooks/{webhook}"),
    ROTATE_WEBHOOK_SECRET("POST /v1/webhooks/{webhook}/rotate-secret"),
    RESUME_WEBHOOK("POST /v1/webhooks/{webhook}/resume", Repeat.ALWAYS),
    REPLAY_WEBHOOK("POST /v1/webhooks/{webhook}/replay"),

    GET_READINESS("GET /ready"),
    LIST_AUDIT("GET /v1/audit"),
    LIST_TOKEN_SECRETS("GET /v1/token-secrets"),
    ADD_TOKEN_SECRET("POST /v1/token-secrets"),
    REVOKE_TOKEN_SECRET("DELETE /v1/token-secrets/{kid}"),
    ADD_TENANT("POST /v1/tenants"),
    LIST_TENANTS("GET /v1/tenants"),
    ADD_KEY("POST /v1/tenants/{tenant}/keys"),
    LIST_KEYS("GET /v1/tenants/{tenant}/keys"),
    REVOKE_KEY("DELETE /v1/tenants/{tenant}/keys/{key}"),
    ROTATE_KEY("POST /v1/tenants/{tenant}/keys/{key}/rotate");

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
