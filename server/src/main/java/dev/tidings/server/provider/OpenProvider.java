package dev.tidings.server.provider;

import dev.tidings.core.delivery.Provider;
import dev.tidings.core.metadata.ProviderAccount;

/**
 * An open provider and its account. If the account is changed in the meantime, the provider is closed and answers with a retry.
 *
 * @param id the tenant and the name of the account, joined by a slash
 */
public record OpenProvider(String id, ProviderAccount account, Provider provider) {}
