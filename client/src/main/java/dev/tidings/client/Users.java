package dev.tidings.client;

import dev.tidings.client.model.Erasure;
import dev.tidings.client.model.User;
import dev.tidings.client.model.UserToken;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * User profiles, and tokens for users.
 *
 * <pre>{@code
 * tidings.users().put(User.of("usr_42").withEmail("ann@example.com").withTimeZone("Europe/Berlin"));
 * }</pre>
 */
public final class Users {
    private final HttpCalls calls;

    Users(HttpCalls calls) {
        this.calls = calls;
    }

    /** By id. */
    public Pages<User> list() {
        return new Pages<>(() -> calls.to(Operation.LIST_USERS), User.class);
    }

    public User get(String id) {
        return calls.to(Operation.GET_USER, id).as(User.class);
    }

    /** Creates or replaces a profile. When it returns, nothing is sent to an old address. */
    public User put(User user) {
        return calls.to(Operation.PUT_USER, user.id())
                .json(Json.without(user, "id", "unreachable", "createdAt", "updatedAt"))
                .as(User.class);
    }

    /**
     * Changes some fields of a profile.
     *
     * @param fields by name, such as {@code email}; null removes a field
     */
    public User change(String id, Map<String, String> fields) {
        return calls.to(Operation.CHANGE_USER, id).json(fields).as(User.class);
    }

    /** Creates or replaces up to 10,000 profiles: all of them, or none if one is invalid. */
    public void putAll(List<User> users) {
        calls.to(Operation.PUT_USERS)
                .json(users.stream()
                        .map(user -> Json.without(user, "unreachable", "createdAt", "updatedAt"))
                        .toList())
                .send();
    }

    /** Deletes a profile with preferences and devices. */
    public void delete(String id) {
        calls.to(Operation.DELETE_USER, id).send();
    }

    /**
     * Removes everything about a user. When it returns, nothing accepted before is delivered, and tokens issued before are refused; the
     * rest continues in the background, see {@link #erasure}.
     */
    public Erasure erase(String id) {
        return calls.to(Operation.DELETE_USER, id).query("erase", true).as(Erasure.class);
    }

    /** @param id of an erasure */
    public Erasure erasure(String id) {
        return calls.to(Operation.GET_ERASURE, id).as(Erasure.class);
    }

    /** Mints a token for a user, for {@link TidingsClient#withToken} or the JavaScript client; valid for an hour. */
    public UserToken token(String id) {
        return calls.to(Operation.CREATE_USER_TOKEN, id).as(UserToken.class);
    }

    public UserToken token(String id, Duration ttl) {
        return calls.to(Operation.CREATE_USER_TOKEN, id)
                .json(Map.of("ttlSeconds", ttl.toSeconds()))
                .as(UserToken.class);
    }
}
