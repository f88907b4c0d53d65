package dev.tidings.server.provider;

import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.server.secret.VaultException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Creates or replaces a stored provider account from a draft. Merges the draft with the stored secrets, validates it by opening and closing
 * the provider once, and stores it with optimistic locking; throws an {@code InvalidSettingException} if the provider kind rejects it.
 */
final class AccountWriter {
    private static final int TRIES = 20;
    /** The settings that identify the provider's server. If one changes, stored secrets are not carried over. */
    private static final List<String> SERVER_SETTINGS =
            List.of("host", "port", "tls", "certificate", "trustedCertificate", "baseUrl");

    /** The size limit of the column: all secrets as JSON, encrypted, those carried over included. */
    private static final int MAX_BYTES = 32 << 10;

    private final MetadataStore metadata;
    private final Credentials credentials;
    private final InstantSource clock;

    AccountWriter(MetadataStore metadata, Credentials credentials, InstantSource clock) {
        this.metadata = metadata;
        this.credentials = credentials;
        this.clock = clock;
    }

    ProviderAccount put(String tenant, String name, AccountDraft draft, String actor) {
        for (int i = 0; i < TRIES; i++) {
            Optional<ProviderAccount> before = metadata.providers().find(tenant, name);
            Map<String, String> all = new HashMap<>();
            before.filter(account -> account.kind().equals(draft.kind().name()) && sameServer(account, draft))
                    .ifPresent(account -> all.putAll(secrets(draft.kind(), account)));
            all.putAll(draft.settings());
            validate(draft, all);
            Optional<ProviderAccount> stored =
                    metadata.providers().put(account(tenant, name, draft, all, before), actor);
            if (stored.isPresent()) {
                return stored.get();
            }
            // Lost a race: the stored secrets may be different now.
        }
        throw new MetadataException(
                "providers.put failed: too many concurrent changes of " + tenant + "/" + name, true, null);
    }

    /** Secrets are not carried over to another server: a user who may change an account must not be able to redirect its secrets. */
    private static boolean sameServer(ProviderAccount before, AccountDraft draft) {
        return SERVER_SETTINGS.stream()
                .allMatch(name -> Objects.equals(
                        before.settings().get(name), draft.settings().get(name)));
    }

    private ProviderAccount account(
            String tenant, String name, AccountDraft draft, Map<String, String> all, Optional<ProviderAccount> before) {
        Map<String, String> open = new HashMap<>(all);
        Map<String, String> secret = new HashMap<>(all);
        for (ProviderSetting setting : draft.kind().settings()) {
            (setting.secret() ? open : secret).remove(setting.name());
        }
        byte[] sealed = credentials.seal(tenant, name, secret);
        if (sealed.length > MAX_BYTES) {
            String given = secret.keySet().stream()
                    .filter(draft.settings()::containsKey)
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            throw new InvalidSettingException(
                    given,
                    null,
                    "all secrets together, including the stored ones, to be at most " + MAX_BYTES + " bytes");
        }
        return new ProviderAccount(
                tenant,
                name,
                draft.kind().name(),
                draft.rank(),
                draft.enabled(),
                draft.maxConcurrent(),
                draft.perSecond(),
                draft.timeout(),
                open,
                sealed,
                before.map(ProviderAccount::revision).orElse(0L));
    }

    /** The stored secrets that the kind still has. None if they can't be decrypted any more: then they have to be given again. */
    private Map<String, String> secrets(ProviderKind kind, ProviderAccount account) {
        try {
            Map<String, String> known = new HashMap<>(credentials.open(account));
            known.keySet()
                    .removeIf(name -> kind.settings().stream()
                            .noneMatch(setting ->
                                    setting.secret() && setting.name().equals(name)));
            return known;
        } catch (VaultException e) {
            return Map.of();
        }
    }

    /** Validates the settings by opening the provider and closing it. Nothing is delivered. */
    private void validate(AccountDraft draft, Map<String, String> all) {
        ProviderKind.ProviderContext context = new ProviderKind.ProviderContext(clock, draft.timeout(), receipt -> {});
        ProviderOpener.open(draft.kind(), all, context).close();
    }
}
