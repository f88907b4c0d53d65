package dev.tidings.server.provider;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.server.secret.Vault;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manages the provider accounts of all tenants and their open providers. Caches the accounts of a tenant, opens a provider on first use,
 * and closes it in the background when its account is changed or deleted. Calls may block on the database and while a provider is opened.
 *
 * <p>Changes made by another process are not noticed before a restart.
 */
public final class Providers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Providers.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final ProviderComponents parts;
    private final Credentials credentials;
    private final AccountWriter book;
    private final BuiltIn builtIn;
    private final ConcurrentMap<String, TenantAccounts> byTenant = new ConcurrentHashMap<>();
    private final ExecutorService closers = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "provider-close");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean closed;

    /**
     * The constructor arguments of {@link Providers}.
     *
     * @param builtIn the provider that needs no account, under its own name
     * @param captureByDefault whether the built-in provider serves tenants without any account for an address kind, not even a disabled one
     * @param receipts receives the receipts that arrive over a provider's own connection, with the id of the provider
     */
    public record ProviderComponents(
            MetadataStore metadata,
            Vault vault,
            ProviderKinds kinds,
            ProviderKind builtIn,
            boolean captureByDefault,
            InstantSource clock,
            BiConsumer<String, Receipt> receipts) {}

    public Providers(ProviderComponents parts) {
        this.parts = parts;
        this.credentials = new Credentials(parts.vault());
        this.book = new AccountWriter(parts.metadata(), credentials, parts.clock());
        this.builtIn = new BuiltIn(parts.builtIn(), parts.clock());
    }

    public ProviderKinds kinds() {
        return parts.kinds();
    }

    /** The name of the built-in provider, which no account can have. */
    public String reservedName() {
        return parts.builtIn().name();
    }

    /**
     * The providers for an address kind, in order of preference. One that can't be opened is skipped unless there is no other: then
     * it is returned and answers every delivery with a retry.
     */
    public List<OpenProvider> openFor(String tenant, AddressKind kind) {
        while (true) {
            List<Account> all = accounts(tenant).all();
            List<Account> accounts = new ArrayList<>(1);
            for (Account account : all) {
                if (account.serves(kind)) {
                    accounts.add(account);
                }
            }
            if (accounts.isEmpty()) {
                // A tenant that disables its only account wants nothing sent, and no delivery captured as if it were
                // sent.
                boolean none = all.stream().noneMatch(account -> account.supports(kind));
                return none && parts.captureByDefault() ? builtIn.alone(tenant) : List.of();
            }
            List<OpenProvider> open = new ArrayList<>(accounts.size());
            accounts.forEach(account -> account.open().ifPresent(open::add));
            if (open.isEmpty()) {
                accounts.forEach(account -> account.standIn().ifPresent(open::add));
            }
            // Otherwise an account was changed meanwhile, and the new list has to be read.
            if (accounts.stream().noneMatch(Account::retired)) {
                return open;
            }
            if (closed) {
                throw new IllegalStateException("the providers are closed");
            }
        }
    }

    /** Finds a provider by its id, also if it is disabled: receipts for earlier messages still arrive. */
    public Optional<OpenProvider> find(String id) {
        int slash = id.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        String tenant = id.substring(0, slash);
        String name = id.substring(slash + 1);
        if (name.equals(reservedName())) {
            return Optional.of(builtIn.of(tenant));
        }
        // The id may come from an unauthenticated caller: made-up tenants must not fill the cache.
        boolean known = byTenant.containsKey(tenant)
                || parts.metadata().providers().find(tenant, name).isPresent();
        return known ? account(tenant, name).flatMap(Account::open) : Optional.empty();
    }

    /** In order of rank and name. */
    public List<AccountView> list(String tenant) {
        return accounts(tenant).all().stream().map(Account::view).toList();
    }

    public Optional<AccountView> view(String tenant, String name) {
        return account(tenant, name).map(Account::view);
    }

    /**
     * Creates or replaces an account. A secret that is not given keeps its value, unless the kind changes.
     *
     * @throws dev.tidings.core.delivery.InvalidSettingException if the kind rejects the settings
     */
    public AccountView put(String tenant, String name, AccountDraft draft, String actor) {
        ProviderAccount stored = changing(tenant, () -> book.put(tenant, name, draft, actor));
        // A concurrent change may have replaced it already; the response shows what this call stored.
        return view(tenant, name)
                .filter(view -> view.account().revision() == stored.revision())
                .orElseGet(() -> superseded(stored));
    }

    /** Retired before it is viewed, so that viewing opens no provider that would never be closed. */
    private AccountView superseded(ProviderAccount stored) {
        Account account = account(stored);
        account.retire();
        return account.view();
    }

    /** False if it does not exist. */
    public boolean delete(String tenant, String name, String actor) {
        return changing(tenant, () -> parts.metadata().providers().delete(tenant, name, actor));
    }

    /** Closes the providers of a deleted tenant. */
    public void forget(String tenant) {
        TenantAccounts gone = byTenant.remove(tenant);
        if (gone != null) {
            gone.retireAll();
        }
        builtIn.forget(tenant);
    }

    private <T> T changing(String tenant, Supplier<T> change) {
        T done;
        try {
            done = change.get();
        } catch (RuntimeException e) {
            accounts(tenant).invalidate();
            throw e;
        }
        accounts(tenant).changed();
        return done;
    }

    private Optional<Account> account(String tenant, String name) {
        return accounts(tenant).all().stream()
                .filter(account -> account.stored().name().equals(name))
                .findFirst();
    }

    private TenantAccounts accounts(String tenant) {
        return byTenant.computeIfAbsent(
                tenant,
                of -> new TenantAccounts(() -> parts.metadata().providers().list(of), this::account, this::retire));
    }

    private Account account(ProviderAccount stored) {
        ProviderKind.ProviderContext context = new ProviderKind.ProviderContext(
                parts.clock(), stored.timeout(), receipt -> parts.receipts().accept(stored.id(), receipt));
        return new Account(stored, parts.kinds().find(stored.kind()), credentials, context);
    }

    private void retire(Account account) {
        account.retire().ifPresent(provider -> {
            String id = account.stored().id();
            try {
                closers.execute(() -> close(id, provider));
            } catch (RejectedExecutionException e) {
                // The executor is shut down because everything is being closed: close it on this thread.
                close(id, provider);
            }
        });
    }

    private static void close(String id, Provider provider) {
        try {
            provider.close();
        } catch (RuntimeException e) {
            log.warn("provider {} could not be closed: {}", id, e.getClass().getSimpleName());
        }
    }

    /** Waits for the calls in flight, for a limited time. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        byTenant.values().forEach(TenantAccounts::retireAll);
        builtIn.close();
        closers.shutdown();
        try {
            if (!closers.awaitTermination(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                log.warn("some providers did not close within {} s", CLOSE_TIMEOUT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The provider that needs no account, opened once for all tenants. */
    private static final class BuiltIn {
        private static final Duration TIMEOUT = Duration.ofSeconds(10);
        private static final int MAX_CONCURRENT = 10_000;

        private final ProviderKind kind;
        private final Provider provider;
        /** Cached: asked for with each delivery of a tenant without accounts, and always the same. */
        private final ConcurrentMap<String, List<OpenProvider>> alone = new ConcurrentHashMap<>();

        BuiltIn(ProviderKind kind, InstantSource clock) {
            this.kind = kind;
            this.provider = kind.open(
                    new ProviderSettings(kind, Map.of()),
                    new ProviderKind.ProviderContext(clock, TIMEOUT, receipt -> {}));
        }

        /** Only for tenants that exist. */
        List<OpenProvider> alone(String tenant) {
            return alone.computeIfAbsent(tenant, of -> List.of(of(of)));
        }

        void forget(String tenant) {
            alone.remove(tenant);
        }

        OpenProvider of(String tenant) {
            ProviderAccount account = new ProviderAccount(
                    tenant, kind.name(), kind.name(), 0, true, MAX_CONCURRENT, 0, TIMEOUT, Map.of(), new byte[0], 0);
            return new OpenProvider(account.id(), account, provider);
        }

        void close() {
            provider.close();
        }
    }
}
