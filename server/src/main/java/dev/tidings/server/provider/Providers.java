package dev.tidings.server.provider;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.deliver.ProviderKind;
import dev.tidings.core.deliver.Receipt;
import dev.tidings.core.deliver.Settings;
import dev.tidings.core.meta.Meta;
import dev.tidings.core.meta.ProviderAccount;
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
 * Who carries what for whom. Reads the accounts of a tenant once, opens a provider when it is first needed, and closes it in the
 * background when its account is changed or deleted, after what is under way with it. May block, on the database and while a
 * provider is opened.
 *
 * <p>What another process changes is not noticed before a restart.
 */
public final class Providers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Providers.class);
    private static final Duration CLOSING = Duration.ofSeconds(30);

    private final Parts parts;
    private final Credentials credentials;
    private final AccountBook book;
    private final BuiltIn builtIn;
    private final ConcurrentMap<String, TenantAccounts> byTenant = new ConcurrentHashMap<>();
    private final ExecutorService closers = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "provider-close");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean closed;

    /**
     * What it is made of.
     *
     * @param builtIn who is there without an account, under its own name
     * @param fallBack whether it carries what a tenant has no account for, not even one that is turned off
     * @param receipts is told what a far side reports over a provider's own connection, with the id of the provider
     */
    public record Parts(
            Meta meta,
            Vault vault,
            ProviderKinds kinds,
            ProviderKind builtIn,
            boolean fallBack,
            InstantSource clock,
            BiConsumer<String, Receipt> receipts) {}

    public Providers(Parts parts) {
        this.parts = parts;
        this.credentials = new Credentials(parts.vault());
        this.book = new AccountBook(parts.meta(), credentials, parts.clock());
        this.builtIn = new BuiltIn(parts.builtIn(), parts.clock());
    }

    public ProviderKinds kinds() {
        return parts.kinds();
    }

    /** The name that no account can have, because the built-in provider has it. */
    public String reservedName() {
        return parts.builtIn().name();
    }

    /**
     * Those that can be tried, the first first. One that can't be opened is passed over, unless there is no other: then it is among
     * them and has whatever it is given tried again later.
     */
    public List<OpenProvider> carrying(String tenant, AddressKind kind) {
        while (true) {
            List<Account> all = accounts(tenant).all();
            List<Account> accounts = new ArrayList<>(1);
            for (Account account : all) {
                if (account.carries(kind)) {
                    accounts.add(account);
                }
            }
            if (accounts.isEmpty()) {
                // Whoever turned off the only account wants nothing sent, and nothing that looks as if it were.
                boolean none = all.stream().noneMatch(account -> account.isFor(kind));
                return none && parts.fallBack() ? builtIn.alone(tenant) : List.of();
            }
            List<OpenProvider> open = new ArrayList<>(accounts.size());
            accounts.forEach(account -> account.open().ifPresent(open::add));
            if (open.isEmpty()) {
                accounts.forEach(account -> account.standIn().ifPresent(open::add));
            }
            // Otherwise somebody has changed them meanwhile, and there are others by now.
            if (accounts.stream().noneMatch(Account::retired)) {
                return open;
            }
            if (closed) {
                throw new IllegalStateException("the providers have been closed");
            }
        }
    }

    /** By its id, also if it is not enabled: what it has sent before is still reported. */
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
        // Who asks may be a stranger: what is made up must not be remembered.
        boolean known = byTenant.containsKey(tenant)
                || parts.meta().providers().find(tenant, name).isPresent();
        return known ? account(tenant, name).flatMap(Account::open) : Optional.empty();
    }

    /** By rank and name. */
    public List<AccountView> list(String tenant) {
        return accounts(tenant).all().stream().map(Account::view).toList();
    }

    public Optional<AccountView> view(String tenant, String name) {
        return account(tenant, name).map(Account::view);
    }

    /**
     * Creates or replaces an account. A secret that is not given stays as it was, unless the kind is another.
     *
     * @throws dev.tidings.core.deliver.InvalidSettingException if the kind does not take the settings
     */
    public AccountView put(String tenant, String name, AccountDraft draft, String actor) {
        ProviderAccount stored = changing(tenant, () -> book.put(tenant, name, draft, actor));
        // What is there now may be somebody else's change; what this one did is shown all the same.
        return view(tenant, name)
                .filter(view -> view.account().revision() == stored.revision())
                .orElseGet(() -> past(stored));
    }

    /** Retired before it is looked at, so that nothing is opened that nobody would close. */
    private AccountView past(ProviderAccount stored) {
        Account account = account(stored);
        account.retire();
        return account.view();
    }

    /** False if there is none. */
    public boolean delete(String tenant, String name, String actor) {
        return changing(tenant, () -> parts.meta().providers().delete(tenant, name, actor));
    }

    private <T> T changing(String tenant, Supplier<T> change) {
        T done;
        try {
            done = change.get();
        } catch (RuntimeException e) {
            accounts(tenant).doubt();
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
                tenant, of -> new TenantAccounts(() -> parts.meta().providers().list(of), this::account, this::retire));
    }

    private Account account(ProviderAccount stored) {
        ProviderKind.Context context = new ProviderKind.Context(
                parts.clock(), stored.timeout(), receipt -> parts.receipts().accept(stored.id(), receipt));
        return new Account(stored, parts.kinds().find(stored.kind()), credentials, context);
    }

    private void retire(Account account) {
        account.retire().ifPresent(provider -> {
            String id = account.stored().id();
            try {
                closers.execute(() -> close(id, provider));
            } catch (RejectedExecutionException e) {
                // All of them are being closed, and nobody is left to do it in the background.
                close(id, provider);
            }
        });
    }

    private static void close(String id, Provider provider) {
        try {
            provider.close();
        } catch (RuntimeException e) {
            log.warn("the provider {} could not be closed: {}", id, e.getClass().getSimpleName());
        }
    }

    /** Waits for what is under way, for a limited time. */
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
            if (!closers.awaitTermination(CLOSING.toSeconds(), TimeUnit.SECONDS)) {
                log.warn("some providers are not closed after {} s", CLOSING.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The provider that is there without an account, opened once for all tenants. */
    private static final class BuiltIn {
        private static final Duration TIMEOUT = Duration.ofSeconds(10);
        private static final int MAX_CONCURRENT = 10_000;

        private final ProviderKind kind;
        private final Provider provider;
        /** Asked for with each delivery of who has no accounts, and the same each time. */
        private final ConcurrentMap<String, List<OpenProvider>> alone = new ConcurrentHashMap<>();

        BuiltIn(ProviderKind kind, InstantSource clock) {
            this.kind = kind;
            this.provider =
                    kind.open(new Settings(kind, Map.of()), new ProviderKind.Context(clock, TIMEOUT, receipt -> {}));
        }

        /** For a tenant that there is. */
        List<OpenProvider> alone(String tenant) {
            return alone.computeIfAbsent(tenant, of -> List.of(of(of)));
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
