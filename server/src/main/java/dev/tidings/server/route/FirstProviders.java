package dev.tidings.server.route;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.model.Channel;
import dev.tidings.server.provider.ProviderPool;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The first provider to try for each tenant and address kind of a batch, looked up once per batch. */
final class FirstProviders {
    private static final AddressKind[] KINDS = AddressKind.values();

    private final ProviderPool pool;
    private final Map<String, Map<AddressKind, Optional<String>>> byTenant = new HashMap<>();

    FirstProviders(ProviderPool pool) {
        this.pool = pool;
    }

    /** The ids of a tenant's providers, at least for the address kinds of these channels. May block. */
    Map<AddressKind, Optional<String>> of(String tenant, Set<Channel> channels) {
        Map<AddressKind, Optional<String>> found =
                byTenant.computeIfAbsent(tenant, of -> new EnumMap<>(AddressKind.class));
        for (AddressKind kind : KINDS) {
            if (channels.contains(kind.channel())) {
                found.computeIfAbsent(kind, asked -> pool.firstProvider(tenant, asked));
            }
        }
        return found;
    }
}
