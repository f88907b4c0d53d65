package dev.tidings.client;

import dev.tidings.client.model.NotificationType;
import java.util.List;
import java.util.Map;

/**
 * Notification types.
 *
 * <pre>{@code
 * tidings.types().put(NotificationType.named("order_shipped").withCategory("orders").withChannels(Channel.IN_APP, Channel.PUSH));
 * }</pre>
 */
public final class Types {
    private final HttpCalls calls;

    Types(HttpCalls calls) {
        this.calls = calls;
    }

    public List<NotificationType> list() {
        return calls.to(Operation.LIST_TYPES).items(NotificationType.class);
    }

    public NotificationType get(String name) {
        return calls.to(Operation.GET_TYPE, name).as(NotificationType.class);
    }

    /** Creates or replaces a type. */
    public NotificationType put(NotificationType type) {
        return calls.to(Operation.PUT_TYPE, type.name())
                .json(Json.without(type, "name"))
                .as(NotificationType.class);
    }

    /**
     * Changes some fields of a type.
     *
     * @param fields by name, such as {@code perUserAndHour}; null restores the default
     */
    public NotificationType change(String name, Map<String, Object> fields) {
        return calls.to(Operation.CHANGE_TYPE, name).json(fields).as(NotificationType.class);
    }

    /** Notifications of the type are refused from now on; accepted ones are delivered. */
    public void delete(String name) {
        calls.to(Operation.DELETE_TYPE, name).send();
    }
}
