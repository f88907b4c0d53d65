package dev.tidings.server.route;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.server.provider.ProviderPool;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The first provider to try for each tenant and address kind of a batch, looked up on first use and once per batch. Not before: a lookup
 * may read the database and opens the tenant's accounts.
 */
final class FirstProviders {
    private final ProviderPool pool;
    private final Map<String, Function<AddressKind, Optional<String>>> byTenant = new HashMap<>();

    FirstProviders(ProviderPool pool) {
        this.pool = pool;
    }

    /** The id of a tenant's provider, by address kind. The function may block. */
    Function<AddressKind, Optional<String>> of(String tenant) {
        return byTenant.computeIfAbsent(tenant, this::lookup);
    }

    private Function<AddressKind, Optional<String>> lookup(String tenant) {
        Map<AddressKind, Optional<String>> found = new EnumMap<>(AddressKind.class);
        return kind -> found.computeIfAbsent(kind, asked -> pool.firstProvider(tenant, asked));
    }
}
