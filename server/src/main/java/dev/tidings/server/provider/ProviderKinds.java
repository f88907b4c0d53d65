package dev.tidings.server.provider;

import dev.tidings.core.delivery.ProviderKind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The registry of installed provider kinds, such as SMTP, by unique name. */
public final class ProviderKinds {
    private final Map<String, ProviderKind> byName = new TreeMap<>();

    public ProviderKinds(List<ProviderKind> kinds) {
        for (ProviderKind kind : kinds) {
            if (byName.put(kind.name(), kind) != null) {
                throw new IllegalArgumentException("duplicate kind of provider: " + kind.name());
            }
        }
    }

    public Optional<ProviderKind> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public Collection<String> names() {
        return List.copyOf(byName.keySet());
    }

    public List<ProviderKind> all() {
        return List.copyOf(byName.values());
    }
}
