package dev.tidings.server.hot;

import dev.tidings.core.deliver.Address;
import dev.tidings.core.meta.Contact;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

public interface ContactService {
    Map<UserKey, Contact> findAll(Collection<UserKey> users);

    CompletableFuture<Void> unregistered(UserKey user, Address address, Instant at);
}
