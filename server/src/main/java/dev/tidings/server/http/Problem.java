package dev.tidings.server.http;

import java.util.Locale;

/** The catalogue of all problem responses (RFC 9457); the page /docs/errors is generated from it. */
enum Problem {
    INVALID_REQUEST(422, "Invalid request body", "Each error names a field, its value and what was expected."),
    INVALID_PARAMETER(
            400,
            "Invalid parameter",
            "Each error names the parameter as query:name, path:name or header:name, its value and what was expected."),
    INVALID_CURSOR(
            400,
            "Invalid cursor",
            "A cursor is the next of an earlier response to the same query, with the same filter. Start again without"
                    + " one."),
    MALFORMED_HTTP(400, "Malformed HTTP request", "The request line or a header can't be parsed."),
    UNEXPECTED_BODY(400, "Unexpected body", "This call accepts no body."),
    UNAUTHENTICATED(
            401,
            "Missing or invalid credentials",
            "Send Authorization: Bearer with an API key (tk_…) or a user token. Keys may be revoked, tokens expire."),
    MISSING_SCOPE(403, "Missing scope", "Use an API key with the scope that the detail names."),
    WRONG_CREDENTIALS(
            403,
            "Wrong kind of credentials",
            "Calls under /v1/me require a user token; all others under /v1 require an API key."),
    ORIGIN_NOT_ALLOWED(403, "Origin not allowed", "Add the origin to the server's option http.corsOrigins."),
    NOT_FOUND(404, "Not found", "It does not exist, no longer exists, or belongs to another tenant or user."),
    NO_SUCH_PATH(404, "Unknown path", "The paths are listed in /openapi.yaml."),
    METHOD_NOT_ALLOWED(405, "Method not allowed", "The header Allow lists the methods of this path."),
    TIMED_OUT(408, "Request timeout", "The body did not arrive in time. Send it faster, or in smaller requests."),
    ALREADY_EXISTS(409, "Already exists", "Choose another id."),
    OWN_TENANT(409, "Own tenant", "A tenant can't delete itself. Use an API key of another tenant."),
    BACKUP_RUNNING(409, "Backup in progress", "One backup runs at a time. Start another when it is complete."),
    TOO_LATE(
            409,
            "Already sent or about to be",
            "Nothing was changed. A notification that is being sent can't be recalled."),
    CANCELLED(409, "Already cancelled", "A cancelled notification can't be restored. Send a new one."),
    IN_PROGRESS(
            409,
            "Request in progress",
            "Another request with this Idempotency-Key is still in progress. Retry after the time in Retry-After."),
    BODY_TOO_LARGE(413, "Body too large", "The detail names the limit. Split the request."),
    URI_TOO_LONG(414, "URI too long", "Shorten the path or the query."),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type", "The detail names the supported types."),
    UNKNOWN_TYPE(422, "Unknown notification type", "Create it with PUT /v1/types/{name}, or omit the type."),
    TYPE_INACTIVE(
            422,
            "Inactive notification type",
            "The type accepts no new notifications. Set active to true with PATCH /v1/types/{name}, or use another type."),
    PRIORITY_NOT_ALLOWED(422, "Priority not allowed", "Use a lower priority, or raise the type's maxPriority."),
    IDEMPOTENCY_KEY_REUSED(
            422,
            "Idempotency-Key reused",
            "The key was used for a request with another body within 24 hours. Use a new key for each request."),
    TYPE_REQUIRED(422, "Type is required", "Users can't turn off a type that is marked as required."),
    TENANT_BUSY(429, "Tenant backlog is full", "Nothing was accepted. Retry after the time in Retry-After."),
    TOO_MANY_CONNECTIONS(
            429,
            "Too many live connections",
            "Close some, or share one connection between views. Retry after the time in Retry-After."),
    TOO_MANY_MESSAGES(
            429,
            "Too many messages over live connections",
            "Opening a connection counts as a message. Retry after the time in Retry-After."),
    HEADERS_TOO_LARGE(431, "Headers too large", "Send fewer or shorter headers."),
    INTERNAL(500, "Internal error", "The detail contains an id under which the error is in the server's log."),
    OVERLOADED(503, "Server overloaded", "Nothing was done. Retry after the time in Retry-After."),
    UNAVAILABLE(
            503, "Service unavailable", "A required component is unavailable. Retry after the time in Retry-After."),
    OUTCOME_UNKNOWN(
            503,
            "Outcome unknown",
            "The request may have been executed. Retry it: a send request with an Idempotency-Key has no second"
                    + " effect.");

    private final int status;
    private final String title;
    private final String help;
    private final String code = name().toLowerCase(Locale.ROOT);

    Problem(int status, String title, String help) {
        this.status = status;
        this.title = title;
        this.help = help;
    }

    int status() {
        return status;
    }

    String title() {
        return title;
    }

    /** The cause or the remedy, for the client. */
    String help() {
        return help;
    }

    String code() {
        return code;
    }

    /** The path of its documentation. */
    String documentationPath() {
        return "/docs/errors#" + code;
    }
}
