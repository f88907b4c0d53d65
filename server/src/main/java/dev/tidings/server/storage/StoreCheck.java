package dev.tidings.server.storage;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A check of one store.
 *
 * @param required whether the service can't accept requests without the store; without others it is only slower
 * @param problem empty if the store is well; otherwise the reason. It may block
 */
public record StoreCheck(String name, boolean required, Supplier<Optional<String>> problem) {}
