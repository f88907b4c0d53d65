package dev.tidings.server.provider;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.deliver.InvalidSettingException;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.deliver.ProviderKind;
import dev.tidings.core.meta.ProviderAccount;
import dev.tidings.server.secret.VaultException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One account, of one revision, and its provider from when it is first needed until it is retired. */
final class Account {
    private static final Logger log = LoggerFactory.getLogger(Account.class);

    private final ProviderAccount stored;
    private final Optional<ProviderKind> kind;
    private final Credentials credentials;
    private final ProviderKind.Context context;
    private Optional<Provider> provider = Optional.empty();
    private Optional<String> problem = Optional.empty();
    private boolean retired;

    Account(
            ProviderAccount stored,
            Optional<ProviderKind> kind,
            Credentials credentials,
            ProviderKind.Context context) {
        this.stored = stored;
        this.kind = kind;
        this.credentials = credentials;
        this.context = context;
        if (kind.isEmpty()) {
            broken("there is no kind of provider called " + stored.kind());
        }
    }

    ProviderAccount stored() {
        return stored;
    }

    /** Whether it would, if it is enabled. */
    boolean isFor(AddressKind address) {
        return kind.map(known -> known.carries().contains(address)).orElse(false);
    }

    boolean carries(AddressKind address) {
        return stored.enabled() && isFor(address);
    }

    /** Empty if it can't be opened, or is retired. */
    synchronized Optional<OpenProvider> open() {
        if (retired) {
            return Optional.empty();
        }
        if (provider.isEmpty() && problem.isEmpty()) {
            try {
                Map<String, String> all = new HashMap<>(stored.settings());
                all.putAll(credentials.open(stored));
                provider = Optional.of(Opening.open(kind.orElseThrow(), all, context));
            } catch (InvalidSettingException | VaultException | IllegalStateException e) {
                broken(e.getMessage());
            }
        }
        return provider.map(opened -> new OpenProvider(stored.id(), stored, opened));
    }

    /** One that only says why it can't be opened; empty if it can. */
    synchronized Optional<OpenProvider> standIn() {
        return problem.map(why -> new OpenProvider(stored.id(), stored, new UnusableProvider(why)));
    }

    private void broken(String why) {
        problem = Optional.of(why);
        log.error("the provider {} can't be used, and is passed over until it is put again: {}", stored.id(), why);
    }

    synchronized boolean retired() {
        return retired;
    }

    /** From now on it is not opened any more. Says what has to be closed. */
    synchronized Optional<Provider> retire() {
        retired = true;
        return provider;
    }

    AccountView view() {
        if (stored.enabled()) {
            open();
        }
        Set<String> names = Set.of();
        Optional<String> unreadable = Optional.empty();
        try {
            names = Set.copyOf(credentials.open(stored).keySet());
        } catch (VaultException e) {
            unreadable = Optional.of(e.getMessage());
        }
        synchronized (this) {
            Optional<String> now = problem.or(() -> provider.flatMap(Provider::problem));
            return new AccountView(stored, names, retired ? Optional.empty() : now.isPresent() ? now : unreadable);
        }
    }
}
