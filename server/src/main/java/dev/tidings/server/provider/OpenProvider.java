package dev.tidings.server.provider;

import dev.tidings.core.deliver.Provider;
import dev.tidings.core.meta.ProviderAccount;

/**
 * A provider that can be used. When its account is changed in the meantime it is closed, and says so with a retry.
 *
 * @param id the tenant and the name of the account, with a slash between
 */
public record OpenProvider(String id, ProviderAccount account, Provider provider) {}
