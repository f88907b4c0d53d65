package dev.tidings.server.provider;

import dev.tidings.core.meta.ProviderAccount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** The accounts of one tenant, as they were last read, in the order in which they are tried. */
final class TenantAccounts {
    private static final Comparator<Account> ORDER = Comparator.comparingInt(
                    (Account account) -> account.stored().rank())
            .thenComparing(account -> account.stored().name());

    private final Supplier<List<ProviderAccount>> read;
    private final Function<ProviderAccount, Account> make;
    private final Consumer<Account> retire;
    private volatile List<Account> known = List.of();
    private volatile boolean fresh;

    /**
     * @param make of what was read
     * @param retire what was changed or deleted since
     */
    TenantAccounts(
            Supplier<List<ProviderAccount>> read, Function<ProviderAccount, Account> make, Consumer<Account> retire) {
        this.read = read;
        this.make = make;
        this.retire = retire;
    }

    /** From memory; read first if that has not been done since the last change. */
    List<Account> all() {
        if (!fresh) {
            synchronized (this) {
                if (!fresh) {
                    readAgain();
                }
            }
        }
        return known;
    }

    /** After a change was stored. What is under way with the accounts as they were is not disturbed. */
    synchronized void changed() {
        fresh = false;
        readAgain();
    }

    /** When nobody knows whether a change was stored. */
    synchronized void doubt() {
        fresh = false;
    }

    /** One at a time, so that the last to read has seen everything that was stored before. */
    private void readAgain() {
        Map<Long, Account> before = new HashMap<>();
        known.forEach(account -> before.put(account.stored().revision(), account));
        List<Account> now = new ArrayList<>();
        for (ProviderAccount stored : read.get()) {
            // A revision is of one account alone, so this is the same one, unchanged.
            Account same = before.remove(stored.revision());
            now.add(same == null ? make.apply(stored) : same);
        }
        now.sort(ORDER);
        known = List.copyOf(now);
        fresh = true;
        // After the others are known: whoever meets a retired one looks again, and finds them.
        before.values().forEach(retire);
    }

    synchronized void retireAll() {
        known.forEach(retire);
    }
}
