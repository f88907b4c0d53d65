package dev.tidings.server.removal;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import java.util.List;
import java.util.stream.Stream;

/** Applies erasures that are newer than a restored backup to its metadata. The sweep removes the rest. */
final class RestoredErasures {
    private final MetadataStore.Erasures store;
    private final ErasedUsers erased;

    RestoredErasures(MetadataStore.Erasures store, ErasedUsers erased) {
        this.store = store;
        this.erased = erased;
    }

    /** @param known of the journals: some are stored, others are not */
    void apply(List<Erasure> known) {
        List<Erasure> stored = store.list();
        List<Erasure> newer = known.stream()
                .distinct()
                .filter(one -> store.find(one.tenant(), one.id()).isEmpty())
                .filter(one -> Stream.concat(known.stream(), stored.stream()).noneMatch(later -> covers(later, one)))
                .toList();
        List<Erasure> ofTenants = newer.stream().filter(Erasure::isOfTenant).toList();
        List<Erasure> ofUsers = newer.stream().filter(one -> !one.isOfTenant()).toList();
        ofTenants.forEach(one -> store.tenants().removeData(one.tenant()));
        ErasedUsers wanted = erased.of(ofUsers);
        for (String tenant : Removal.tenants(ofUsers)) {
            for (String user : store.users(tenant)) {
                UserKey key = new UserKey(tenant, user);
                if (wanted.erasedAt(key).isPresent()) {
                    store.remove(tenant, user, erased.pseudonym(key));
                }
            }
        }
        // Last, as a stored erasure is not applied again: after a crash, the next start repeats the removal.
        newer.forEach(store::put);
        // Tenants first: their deletion ends the erasures of users that are older.
        ofTenants.forEach(erased::add);
        ofUsers.forEach(erased::add);
    }

    /** Whether a deletion of the tenant was later than another erasure, which is then not needed any more. */
    private static boolean covers(Erasure later, Erasure earlier) {
        return later.isOfTenant()
                && later.tenant().equals(earlier.tenant())
                && later.erasedAt().isAfter(earlier.erasedAt());
    }
}
