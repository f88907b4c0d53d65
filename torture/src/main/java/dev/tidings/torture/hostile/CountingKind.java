package dev.tidings.torture.hostile;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.core.model.UserKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A kind of email provider that accepts everything, and counts the calls for each notification and user. */
final class CountingKind implements ProviderKind {
    static final String NAME = "counting";

    private final ConcurrentMap<Call, Integer> calls = new ConcurrentHashMap<>();

    /** A notification of one user. */
    private record Call(UserKey user, UUID notification) {}

    int calls(UserKey user, UUID notification) {
        return calls.getOrDefault(new Call(user, notification), 0);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return Set.of(AddressKind.MAILBOX);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of();
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        return new Provider() {
            @Override
            public CompletableFuture<Outcome> deliver(Delivery delivery) {
                calls.merge(new Call(delivery.user(), delivery.notification()), 1, Integer::sum);
                return CompletableFuture.completedFuture(new Outcome.Accepted(delivery.dedupeKey()));
            }

            @Override
            public Optional<String> problem() {
                return Optional.empty();
            }

            @Override
            public void close() {}
        };
    }
}
