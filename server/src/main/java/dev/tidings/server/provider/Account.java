package dev.tidings.server.provider;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.server.secret.VaultException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One revision of a stored provider account. Opens its provider on first use, or records why that fails. {@link #retire}, called when the
 * account was changed or deleted, returns the provider to be closed.
 */
final class Account {
    private static final Logger log = LoggerFactory.getLogger(Account.class);

    private final ProviderAccount stored;
    private final Optional<ProviderKind> kind;
    private final Credentials credentials;
    private final ProviderKind.ProviderContext context;
    private Optional<Provider> provider = Optional.empty();
    private Optional<String> problem = Optional.empty();
    private boolean retired;

    Account(
            ProviderAccount stored,
            Optional<ProviderKind> kind,
            Credentials credentials,
            ProviderKind.ProviderContext context) {
        this.stored = stored;
        this.kind = kind;
        this.credentials = credentials;
        this.context = context;
        if (kind.isEmpty()) {
            unusable("unknown kind of provider: " + stored.kind());
        }
    }

    ProviderAccount stored() {
        return stored;
    }

    /** Whether its kind supports such addresses, regardless of whether it is enabled. */
    boolean supports(AddressKind address) {
        return kind.map(known -> known.addressKinds().contains(address)).orElse(false);
    }

    boolean serves(AddressKind address) {
        return stored.enabled() && supports(address);
    }

    /** Opens the provider on first use. Empty if it can't be opened, or is retired. */
    synchronized Optional<OpenProvider> open() {
        if (retired) {
            return Optional.empty();
        }
        if (provider.isEmpty() && problem.isEmpty()) {
            try {
                Map<String, String> all = new HashMap<>(stored.settings());
                all.putAll(credentials.open(stored));
                provider = Optional.of(ProviderOpener.open(kind.orElseThrow(), all, context));
            } catch (InvalidSettingException | VaultException | IllegalStateException e) {
                unusable(e.getMessage());
            }
        }
        return provider.map(opened -> new OpenProvider(stored.id(), stored, opened));
    }

    /** A provider that reports why the account can't be opened; empty if it can. */
    synchronized Optional<OpenProvider> standIn() {
        return problem.map(why -> new OpenProvider(stored.id(), stored, new UnusableProvider(why)));
    }

    private void unusable(String why) {
        problem = Optional.of(why);
        log.error("provider {} is unusable and skipped until its account is updated: {}", stored.id(), why);
    }

    synchronized boolean retired() {
        return retired;
    }

    /** Prevents any later opening. Returns the provider that has to be closed. */
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
