package dev.tidings.server.http;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Handles {@code POST /v1/users/bulk}: creates or updates up to 10,000 users, given as an array or as NDJSON, atomically. Errors name the
 * zero-based index of the user.
 */
final class BulkUsersHandler {
    private static final int MAX_USERS = 10_000;
    /** A user has nine fields; the rest leaves room for an unknown one, which is reported by name. */
    private static final int MAX_VALUES_PER_USER = 10;

    private final MetadataStore metadata;
    private final ContactService contacts;
    private final BlockingPool calls;
    private final CallableUrls urls;

    BulkUsersHandler(ApiContext api) {
        this.metadata = api.service().storage().metadata();
        this.contacts = api.users().contacts();
        this.calls = api.pools().metadata();
        this.urls = api.callableUrls();
    }

    CompletionStage<ApiResponse> put(ApiRequest call) {
        return calls.submit(() -> read(call))
                .thenCompose(changes -> contacts.put(call.tenant(), changes, call.actor())
                        .thenApply(done -> ApiResponse.json(200, json -> {
                            json.writeStartObject();
                            json.writeNumberField("count", changes.size());
                            json.writeEndObject();
                        })));
    }

    private List<UserChange> read(ApiRequest call) {
        FieldErrors errors = new FieldErrors();
        List<Object> values =
                call.mediaType().equals(ApiResponse.NDJSON) ? lines(call.body(), errors) : array(call.body(), errors);
        return changes(call.tenant(), values, errors);
    }

    private static List<Object> array(byte[] body, FieldErrors errors) {
        Object value = JsonTree.read(body, 0, body.length, errors, budget());
        if (!(value instanceof JsonTree.JsonArray elements)) {
            throw new InvalidRequestException("", JsonFields.display(value), "an array of users");
        }
        checkCount(elements.values().size());
        return elements.values();
    }

    private static List<Object> lines(byte[] body, FieldErrors errors) {
        checkCount(NdjsonLines.count(body, MAX_USERS + 1));
        List<Object> values = new ArrayList<>();
        JsonBudget budget = budget();
        NdjsonLines line = new NdjsonLines(body);
        while (line.next()) {
            FieldErrors ofLine = new FieldErrors();
            try {
                values.add(JsonTree.read(body, line.offset(), line.length(), ofLine, budget));
                ofLine.throwIfAny();
            } catch (InvalidRequestException invalid) {
                for (FieldError error : invalid.errors()) {
                    errors.add("/" + (line.number() - 1) + error.pointer(), error.value(), error.expected());
                }
            }
        }
        // Unreadable lines leave gaps, so the indexes of later errors would be wrong.
        errors.throwIfAny();
        return values;
    }

    private static JsonBudget budget() {
        return new JsonBudget(MAX_USERS * MAX_VALUES_PER_USER, MAX_USERS);
    }

    private static void checkCount(int count) {
        if (count == 0) {
            throw new InvalidRequestException("", null, "at least one user");
        }
        if (count > MAX_USERS) {
            throw new ProblemException(Problem.BODY_TOO_LARGE, "got more users, expected at most " + MAX_USERS);
        }
    }

    private List<UserChange> changes(String tenant, List<Object> values, FieldErrors errors) {
        List<JsonFields> users = new ArrayList<>(values.size());
        for (int i = 0; i < values.size() && !errors.isFull(); i++) {
            users.add(JsonFields.of("/" + i, values.get(i), errors).nullsAsAbsent());
        }
        Map<String, UserProfile> stored = storedOfThoseWithTimes(tenant, users);
        List<UserChange> changes = new ArrayList<>(users.size());
        Set<String> ids = new HashSet<>();
        for (JsonFields fields : users) {
            if (errors.isFull()) {
                break;
            }
            String id = UserFields.id(fields);
            UserFields.checkTimes(fields, Optional.ofNullable(stored.get(id)));
            changes.add(UserFields.change(id, fields, urls));
            fields.rejectUnknown();
            if (!id.isEmpty() && !ids.add(id)) {
                errors.add(fields.pointer("id"), id, "each user once");
            }
        }
        errors.throwIfAny();
        return changes;
    }

    /** The profiles of users that were listed before and are sent back; most requests have none. */
    private Map<String, UserProfile> storedOfThoseWithTimes(String tenant, List<JsonFields> users) {
        List<String> ids = users.stream()
                .filter(UserFields::hasTimes)
                .flatMap(fields -> fields.raw("id").stream())
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
        return ids.isEmpty() ? Map.of() : metadata.users().find(tenant, ids);
    }
}
