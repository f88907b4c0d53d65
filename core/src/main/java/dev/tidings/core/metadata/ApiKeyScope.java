package dev.tidings.core.metadata;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A permission of an API key: send, read, manage or admin. A request is refused if its key lacks the scope of the endpoint. */
public enum ApiKeyScope {
    /** Send notifications. */
    SEND,
    /** Read notifications, inboxes and everything else of the tenant but its keys. */
    READ,
    /** Change users, preferences, types and inboxes, and mint tokens for users. */
    MANAGE,
    /** Manage tenants and keys of all tenants: for the operator of the installation. */
    ADMIN;

    private final String wire = name().toLowerCase(Locale.ROOT);

    public String wire() {
        return wire;
    }

    public static Optional<ApiKeyScope> ofWire(String wire) {
        return Arrays.stream(values()).filter(scope -> scope.wire.equals(wire)).findFirst();
    }
}
