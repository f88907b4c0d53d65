package dev.tidings.server.edge;

import java.util.Locale;

/** Everything that can be wrong with a call: the one catalogue, of which the page at /docs/errors is made. */
enum Problem {
    INVALID_REQUEST(
            422, "The body is not what it should be", "Each of errors names a field, its value and what was expected."),
    INVALID_PARAMETER(
            400,
            "A parameter is not what it should be",
            "Each of errors names the parameter as query:name, path:name or header:name, its value and what was expected."),
    INVALID_CURSOR(
            400,
            "The cursor does not belong to this question",
            "A cursor is the next of an earlier answer to the same question, with the same filter. Start again without one."),
    MALFORMED_HTTP(400, "This is not well-formed HTTP", "The request line or a header can't be understood."),
    UNEXPECTED_BODY(400, "This call takes no body", "Leave the body out."),
    UNAUTHENTICATED(
            401,
            "Nobody knows who is calling",
            "Send Authorization: Bearer with an API key (tk_…) or a user token. Keys may be revoked, tokens expire."),
    MISSING_SCOPE(403, "The API key may not do this", "Use a key with the scope that the detail names."),
    WRONG_CREDENTIALS(
            403,
            "This call is for another kind of caller",
            "Calls under /v1/me take a user token; all others under /v1 take an API key."),
    ORIGIN_NOT_ALLOWED(403, "Pages of this origin may not call", "Add the origin to the allow-list of the server."),
    NOT_FOUND(404, "There is no such thing", "It does not exist, no longer exists, or is not yours."),
    NO_SUCH_PATH(404, "There is nothing at this path", "The paths are listed in /openapi.yaml."),
    METHOD_NOT_ALLOWED(405, "This path does not take this method", "The header Allow lists those that it takes."),
    TIMED_OUT(408, "The body did not arrive in time", "Send it faster, or in smaller parts."),
    ALREADY_EXISTS(409, "There is one already", "Choose another id."),
    TOO_LATE(409, "It is sent, or about to be", "Nothing was changed. What is on its way can't be held back."),
    CANCELLED(409, "It was cancelled", "A cancelled notification stays so. Send a new one."),
    IN_PROGRESS(
            409,
            "The same request is being handled right now",
            "Another call with this Idempotency-Key has not been answered yet. Repeat after the time in Retry-After."),
    BODY_TOO_LARGE(413, "The body is too large", "The detail names the limit. Send less at a time."),
    URI_TOO_LONG(414, "The path or query is too long", "Shorten it."),
    UNSUPPORTED_MEDIA_TYPE(
            415, "The body is of a type that this call does not take", "The detail names those it takes."),
    UNKNOWN_TYPE(
            422, "There is no such notification type", "Create it with PUT /v1/types/{name}, or leave the type out."),
    PRIORITY_NOT_ALLOWED(
            422, "The type does not allow this priority", "Ask for a lower one, or raise the type's maxPriority."),
    IDEMPOTENCY_KEY_REUSED(
            422,
            "The Idempotency-Key was used for another request",
            "A key stands for one body for 24 hours. Use a new one for a new request."),
    TYPE_REQUIRED(422, "Users can't turn this type off", "The type is marked as required."),
    TENANT_BUSY(
            429, "Too much of yours is waiting already", "Nothing was accepted. Repeat after the time in Retry-After."),
    TOO_MANY_CONNECTIONS(
            429,
            "Too many live connections",
            "Close some, or use one for several views. Repeat after the time in Retry-After."),
    TOO_MANY_MESSAGES(
            429,
            "Too many messages over live connections",
            "Connections count as messages, too. Repeat after the time in Retry-After."),
    HEADERS_TOO_LARGE(431, "The headers are too large", "Send fewer or shorter ones."),
    INTERNAL(
            500,
            "Something went wrong here",
            "It is not your fault. The detail has an id that is also in the server's log."),
    OVERLOADED(503, "Too much is under way", "Nothing was done. Repeat after the time in Retry-After."),
    UNAVAILABLE(503, "Something that is needed does not answer", "Repeat after the time in Retry-After."),
    OUTCOME_UNKNOWN(
            503,
            "It is not known whether this was done",
            "Repeat it. A request to send that carries an Idempotency-Key has no second effect.");

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

    /** What to do about it. */
    String help() {
        return help;
    }

    String code() {
        return code;
    }

    /** Where it is explained. */
    String page() {
        return "/docs/errors#" + code;
    }
}
