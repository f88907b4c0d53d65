package dev.tidings.server.provider;

import dev.tidings.core.meta.ProviderAccount;
import java.util.Optional;
import java.util.Set;

/**
 * An account as it may be shown.
 *
 * @param secrets the names of those that are set
 * @param problem why nothing can be delivered with it now, if that is known
 */
public record AccountView(ProviderAccount account, Set<String> secrets, Optional<String> problem) {}
