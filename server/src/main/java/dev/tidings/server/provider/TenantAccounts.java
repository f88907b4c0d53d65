package dev.tidings.server.provider;

import dev.tidings.core.metadata.ProviderAccount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The cached accounts of one tenant, sorted by rank and name. Reloaded after a change; unchanged revisions keep their open provider, and
 * the others are passed on to be retired.
 */
final class TenantAccounts {
    private static final Comparator<Account> ORDER = Comparator.comparingInt(
                    (Account account) -> account.stored().rank())
            .thenComparing(account -> account.stored().name());

    private final Supplier<List<ProviderAccount>> read;
    private final Function<ProviderAccount, Account> make;
    private final Consumer<Account> retire;
    private volatile List<Account> cached = List.of();
    private volatile boolean fresh;

    /**
     * @param make creates the account of a stored row
     * @param retire receives every account that was changed or deleted
     */
    TenantAccounts(
            Supplier<List<ProviderAccount>> read, Function<ProviderAccount, Account> make, Consumer<Account> retire) {
        this.read = read;
        this.make = make;
        this.retire = retire;
    }

    /** From the cache; reads first if it is stale. */
    List<Account> all() {
        if (!fresh) {
            synchronized (this) {
                if (!fresh) {
                    reload();
                }
            }
        }
        return cached;
    }

    /** Reloads after a change was stored. Calls in flight keep the account they started with. */
    synchronized void changed() {
        fresh = false;
        reload();
    }

    /** Marks the cache as stale when the outcome of a change is unknown. */
    synchronized void invalidate() {
        fresh = false;
    }

    /** Serialised, so that the last reload has seen everything stored before it. */
    private void reload() {
        Map<Long, Account> before = new HashMap<>();
        cached.forEach(account -> before.put(account.stored().revision(), account));
        List<Account> now = new ArrayList<>();
        for (ProviderAccount stored : read.get()) {
            // Revisions are unique across accounts: the same revision is the same, unchanged account.
            Account same = before.remove(stored.revision());
            now.add(same == null ? make.apply(stored) : same);
        }
        now.sort(ORDER);
        cached = List.copyOf(now);
        fresh = true;
        // After the new list is published: a caller that meets a retired account reads the list again and finds its
        // successor.
        before.values().forEach(retire);
    }

    synchronized void retireAll() {
        cached.forEach(retire);
    }
}
