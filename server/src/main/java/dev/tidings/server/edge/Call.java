package dev.tidings.server.edge;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.access.Caller;
import dev.tidings.server.intake.Rfc3339;
import dev.tidings.server.intake.Rules;
import dev.tidings.server.intake.Text;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A request as its handler sees it: within limits, from someone who may make it. Its methods answer a bad parameter by throwing.
 *
 * @param caller null where anyone may call
 * @param path the path's parameters, as they came
 * @param mediaType of the body; null if there is none
 */
record Call(
        Caller caller,
        Map<String, String> path,
        Map<String, String> query,
        Function<String, String> headers,
        String mediaType,
        byte[] body) {
    private static final int MOST_ITEMS = 100;
    private static final int DEFAULT_ITEMS = 20;
    private static final int LONGEST_CURSOR = 1_024;
    private static final int LONGEST_USER_ID = 128;

    String tenant() {
        return caller.tenant();
    }

    String actor() {
        return caller.actor();
    }

    /** The user it is about: who calls, or whom the path names. */
    UserKey user() {
        return caller instanceof Caller.User user
                ? new UserKey(user.tenant(), user.user())
                : new UserKey(tenant(), userId("path:user", pathText("user")));
    }

    /** A path parameter, decoded. */
    String pathText(String name) {
        String encoded = path.get(name);
        return UrlText.decode(encoded, false)
                .filter(Text::isClean)
                .orElseThrow(() -> ProblemException.parameter("path:" + name, encoded, "percent-encoded UTF-8"));
    }

    /** A path parameter that is the name of something; what can't be a name names nothing. */
    String pathName(String name) {
        String text = pathText(name);
        if (!Rules.isName(text)) {
            throw ProblemException.parameter("path:" + name, text, Rules.TYPE_NAME);
        }
        return text;
    }

    UUID notification() {
        String text = pathText("id");
        try {
            UUID id = UUID.fromString(text);
            // Java also reads shorter forms; one notification has one name.
            if (id.toString().equalsIgnoreCase(text)) {
                return known(id);
            }
        } catch (IllegalArgumentException no) {
            // Answered below.
        }
        throw ProblemException.parameter("path:id", text, "the id of a notification, a UUID");
    }

    /** Only ids of version 7 are ever given out; others have no time, and nobody further in expects them. */
    private static UUID known(UUID id) {
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
                .orElseThrow(() -> ProblemException.parameter("query:user", null, Rules.userId(LONGEST_USER_ID)));
        return userId("query:user", user);
    }

    private static String userId(String where, String user) {
        if (!Text.isClean(user) || !Rules.isUserId(user, LONGEST_USER_ID)) {
            throw ProblemException.parameter(where, user, Rules.userId(LONGEST_USER_ID));
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
        if (limit < 1 || limit > MOST_ITEMS) {
            throw ProblemException.parameter("query:limit", text, "a number from 1 to " + MOST_ITEMS);
        }
        return limit;
    }

    Optional<String> cursor() {
        Optional<String> cursor = parameter("cursor");
        if (cursor.isPresent() && (cursor.get().isEmpty() || cursor.get().length() > LONGEST_CURSOR)) {
            throw Cursors.invalid(cursor.get());
        }
        return cursor;
    }

    Optional<Instant> since() {
        return parameter("since")
                .map(text -> Rfc3339.parse(text)
                        .orElseThrow(() -> ProblemException.parameter(
                                "query:since", text, Rules.TIME + ", with '+' written as %2B")));
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.apply(name));
    }
}
