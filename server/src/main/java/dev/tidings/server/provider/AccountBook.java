package dev.tidings.server.provider;

import dev.tidings.core.deliver.InvalidSettingException;
import dev.tidings.core.deliver.ProviderKind;
import dev.tidings.core.deliver.Setting;
import dev.tidings.core.meta.Meta;
import dev.tidings.core.meta.MetaException;
import dev.tidings.core.meta.ProviderAccount;
import dev.tidings.server.secret.VaultException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Writes accounts: what is given is put over what is there, tried out, and stored. */
final class AccountBook {
    private static final int TRIES = 20;
    /** What says with whom an account is, and how that one is known. */
    private static final List<String> DESTINATION =
            List.of("host", "port", "tls", "certificate", "trustedCertificate", "baseUrl");

    /** As JSON and encrypted, those that are kept included: what the column holds. */
    private static final int MOST_BYTES = 32 << 10;

    private final Meta meta;
    private final Credentials credentials;
    private final InstantSource clock;

    AccountBook(Meta meta, Credentials credentials, InstantSource clock) {
        this.meta = meta;
        this.credentials = credentials;
        this.clock = clock;
    }

    ProviderAccount put(String tenant, String name, AccountDraft draft, String actor) {
        for (int i = 0; i < TRIES; i++) {
            Optional<ProviderAccount> before = meta.providers().find(tenant, name);
            Map<String, String> all = new HashMap<>();
            before.filter(account -> account.kind().equals(draft.kind().name()) && sameDestination(account, draft))
                    .ifPresent(account -> all.putAll(secrets(draft.kind(), account)));
            all.putAll(draft.settings());
            tryOut(draft, all);
            Optional<ProviderAccount> stored = meta.providers().put(account(tenant, name, draft, all, before), actor);
            if (stored.isPresent()) {
                return stored.get();
            }
            // Somebody was quicker: what is kept of it may be another secret now.
        }
        throw new MetaException(
                "providers.put failed: others change " + tenant + "/" + name + " all the time", true, null);
    }

    /** Secrets are not kept for somebody else: whoever may change an account must not be able to have them sent elsewhere. */
    private static boolean sameDestination(ProviderAccount before, AccountDraft draft) {
        return DESTINATION.stream()
                .allMatch(name -> Objects.equals(
                        before.settings().get(name), draft.settings().get(name)));
    }

    private ProviderAccount account(
            String tenant, String name, AccountDraft draft, Map<String, String> all, Optional<ProviderAccount> before) {
        Map<String, String> open = new HashMap<>(all);
        Map<String, String> secret = new HashMap<>(all);
        for (Setting setting : draft.kind().settings()) {
            (setting.secret() ? open : secret).remove(setting.name());
        }
        byte[] sealed = credentials.seal(tenant, name, secret);
        if (sealed.length > MOST_BYTES) {
            String given = secret.keySet().stream()
                    .filter(draft.settings()::containsKey)
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            throw new InvalidSettingException(
                    given,
                    null,
                    "all secrets together, those that are kept too, to be at most " + MOST_BYTES + " bytes");
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

    /** Those the kind still has. None if they can't be read any more: then they have to be given again. */
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

    /** Nothing is delivered with it: it is opened, which is how its kind looks at what was said, and closed. */
    private void tryOut(AccountDraft draft, Map<String, String> all) {
        ProviderKind.Context context = new ProviderKind.Context(clock, draft.timeout(), receipt -> {});
        Opening.open(draft.kind(), all, context).close();
    }
}
