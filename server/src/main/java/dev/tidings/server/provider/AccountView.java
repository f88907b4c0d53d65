package dev.tidings.server.provider;

import dev.tidings.core.metadata.ProviderAccount;
import java.util.Optional;
import java.util.Set;

/**
 * A provider account as the API shows it, without the values of its secrets.
 *
 * @param secrets the names of the secrets that are set
 * @param problem the reason why the account can't deliver now, if known
 */
public record AccountView(ProviderAccount account, Set<String> secrets, Optional<String> problem) {}
