package dev.tidings.server.users;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultKeys;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.types.TypeService;
import dev.tidings.templates.TemplateService;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Assembles and owns the services that hold what tenants and users have set up: preferences, contacts, types and templates. */
public final class Users implements AutoCloseable {
    private final PreferenceService preferences;
    private final ContactService contacts;
    private final TypeService types;
    private final TemplateService templates;
    private final StaleDeviceCleaner staleDevices;
    private final ErasedUsers erased;

    /** @param settled completes when no reader acts any more on a value found before this call */
    public Users(Config config, Storage storage, Function<UserKey, CompletableFuture<Void>> settled) {
        erased = new ErasedUsers(
                new Vault(VaultKeys.of(config)).deriveKeys("erasure"),
                storage.metadata().erasures().list());
        preferences = new PreferenceService(
                storage.metadata(), storage.hot().preferences(), storage.blocking(), storage.clock(), settled);
        contacts = new ContactService(
                storage.metadata(),
                storage.hot().contacts(),
                preferences,
                storage.blocking(),
                storage.clock(),
                settled);
        types = new TypeService(storage.metadata(), storage.blocking());
        templates = new TemplateService(storage.metadata(), storage.blocking(), storage.clock());
        staleDevices = new StaleDeviceCleaner(
                contacts, storage.clock(), config.devices().maxAge());
    }

    public void start() {
        staleDevices.start();
    }

    /** The users that were erased. */
    public ErasedUsers erased() {
        return erased;
    }

    public PreferenceService preferences() {
        return preferences;
    }

    public ContactService contacts() {
        return contacts;
    }

    public TypeService types() {
        return types;
    }

    public TemplateService templates() {
        return templates;
    }

    /** Drops what is kept of a deleted tenant in memory. */
    public void forget(String tenant) {
        types.forget(tenant);
        templates.forget(tenant);
    }

    @Override
    public void close() {
        staleDevices.close();
    }
}
