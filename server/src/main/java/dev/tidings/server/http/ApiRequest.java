package dev.tidings.server.http;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.Caller;
import dev.tidings.server.validation.Rfc3339;
import dev.tidings.server.validation.TextChecks;
import dev.tidings.server.validation.ValueRules;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * An authenticated and size-checked request, as its handler sees it. Methods throw a problem if a parameter is invalid.
 *
 * @param caller null on public routes
 * @param path the path parameters, still percent-encoded
 * @param mediaType of the body; null if there is none
 */
record ApiRequest(
        Caller caller,
        Map<String, String> path,
        Map<String, String> query,
        Function<String, String> headers,
        String mediaType,
        byte[] body) {
    private static final int MAX_ITEMS = 100;
    private static final int DEFAULT_ITEMS = 20;
    private static final int MAX_CURSOR_LENGTH = 1_024;
    private static final int MAX_USER_ID_LENGTH = 128;

    String tenant() {
        return caller.tenant();
    }

    String actor() {
        return caller.actor();
    }

    /** The user that the call concerns: the caller, or the user in the path. */
    UserKey user() {
        return caller instanceof Caller.User user
                ? new UserKey(user.tenant(), user.user())
                : new UserKey(tenant(), userId("path:user", pathText("user")));
    }

    /** A path parameter, decoded. */
    String pathText(String name) {
        String encoded = path.get(name);
        return UrlText.decode(encoded, false)
                .filter(TextChecks::isClean)
                .orElseThrow(() -> ProblemException.parameter("path:" + name, encoded, "percent-encoded UTF-8"));
    }

    /** A path parameter that must be a valid name. */
    String pathName(String name) {
        String text = pathText(name);
        if (!ValueRules.isName(text)) {
            throw ProblemException.parameter("path:" + name, text, ValueRules.TYPE_NAME);
        }
        return text;
    }

    UUID notification() {
        String text = pathText("id");
        try {
            UUID id = UUID.fromString(text);
            // Java also parses shorter forms; only the canonical one is accepted.
            if (id.toString().equalsIgnoreCase(text)) {
                return issued(id);
            }
        } catch (IllegalArgumentException no) {
            // Reported below.
        }
        throw ProblemException.parameter("path:id", text, "the id of a notification, a UUID");
    }

    /** Rejects ids that were never issued: only UUIDv7 carry the time that the stores rely on. */
    private static UUID issued(UUID id) {
        if (id.version() != 7 || id.variant() != 2) {
            throw ProblemException.notFound("notification");
        }
        return id;
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name));
    }

    String requiredUser() {
        String user = parameter("user")
                .orElseThrow(
                        () -> ProblemException.parameter("query:user", null, ValueRules.userId(MAX_USER_ID_LENGTH)));
        return userId("query:user", user);
    }

    private static String userId(String where, String user) {
        if (!TextChecks.isClean(user) || !ValueRules.isUserId(user, MAX_USER_ID_LENGTH)) {
            throw ProblemException.parameter(where, user, ValueRules.userId(MAX_USER_ID_LENGTH));
        }
        return user;
    }

    int limit() {
        String text = query.get("limit");
        if (text == null) {
            return DEFAULT_ITEMS;
        }
        boolean digits = !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int limit = digits ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > MAX_ITEMS) {
            throw ProblemException.parameter("query:limit", text, "a number from 1 to " + MAX_ITEMS);
        }
        return limit;
    }

    Optional<String> cursor() {
        Optional<String> cursor = parameter("cursor");
        if (cursor.isPresent() && (cursor.get().isEmpty() || cursor.get().length() > MAX_CURSOR_LENGTH)) {
            throw Cursors.invalid(cursor.get());
        }
        return cursor;
    }

    Optional<Instant> since() {
        return time("since");
    }

    Optional<Instant> from() {
        return time("from");
    }

    Optional<Instant> until() {
        return time("until");
    }

    private Optional<Instant> time(String name) {
        return parameter(name)
                .map(text -> Rfc3339.parse(text)
                        .orElseThrow(() -> ProblemException.parameter(
                                "query:" + name, text, ValueRules.TIME + ", with '+' written as %2B")));
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.apply(name));
    }
}
