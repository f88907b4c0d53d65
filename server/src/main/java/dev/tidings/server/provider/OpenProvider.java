package dev.tidings.server.provider;

import dev.tidings.core.delivery.Provider;
import dev.tidings.core.metadata.ProviderAccount;

/**
 * An open provider and the account it belongs to, as {@link Providers} returns it. If the account is changed, this provider is closed and
 * answers every delivery with a retry.
 *
 * @param id the tenant and the name of the account, joined by a slash
 */
public record OpenProvider(String id, ProviderAccount account, Provider provider) {}
