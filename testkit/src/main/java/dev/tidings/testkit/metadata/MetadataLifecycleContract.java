package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Contract of open and close: committed changes survive a restart, and calls to a closed store fail as closed. */
abstract class MetadataLifecycleContract extends MetadataTheme {
    MetadataLifecycleContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void openStore_isHealthy() {
        assertThat(meta.problem()).isEmpty();
    }

    @Test
    void everythingSurvivesARestart() throws Exception {
        String key = fresh("key");
        meta.apiKeys().add(key(tenant, key), ACTOR);
        meta.apiKeys().rotate(tenant, key, bytes("second"), T1, ACTOR);
        meta.tokenSecrets().add(secret(tenant, "kid"), ACTOR);
        meta.users().put(tenant, List.of(user("u", "mail"), user("gone")), T0, ACTOR);
        meta.users().delete(tenant, "gone", ACTOR);
        meta.types().put(tenant, type("t"), ACTOR);
        Preferences changed =
                meta.preferences().change(tenant, "u", typed("t", Channel.SMS, Optional.of(true)), T0, ACTOR);
        var tenants = meta.tenants().find(tenant);
        var profile = meta.users().find(tenant, "u");
        var entries = audit(tenant);
        reopen();
        assertThat(meta.tenants().find(tenant)).isEqualTo(tenants);
        assertThat(meta.apiKeys().find(key).orElseThrow().secretHash()).isEqualTo(bytes("second"));
        assertThat(meta.tokenSecrets().find(tenant, "kid")).isPresent();
        assertThat(meta.users().find(tenant, "u")).isEqualTo(profile);
        assertThat(meta.users().find(tenant, "gone")).isEmpty();
        assertThat(meta.types().list(tenant)).containsExactly(type("t"));
        assertThat(meta.preferences().find(tenant, "u")).isEqualTo(changed);
        assertThat(audit(tenant)).isEqualTo(entries);
    }

    @Test
    void versionsAndEntries_continueAfterARestart() throws Exception {
        meta.preferences().change(tenant, "u", channel(Channel.SMS, Optional.of(true)), T0, ACTOR);
        long last = audit(tenant).get(0).id();
        reopen();
        assertThat(meta.preferences()
                        .change(tenant, "u", channel(Channel.SMS, Optional.empty()), T0, ACTOR)
                        .version())
                .isEqualTo(2);
        assertThat(audit(tenant).get(0).id()).isGreaterThan(last);
    }

    @Test
    void aClosedStoreFailsEveryCall() throws Exception {
        MetadataStore closed = meta;
        close();
        assertThatThrownBy(() -> closed.users().find(tenant, "u")).isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> closed.types().put(tenant, type("t"), ACTOR)).isInstanceOf(MetadataException.class);
        assertThat(closed.problem()).isPresent();
        closed.close();
        reopen();
        assertThat(meta.types().list(tenant)).isEmpty();
    }

    /** Every change in flight when the store closes completes, with a correct result. */
    @Test
    void close_completesCallsInFlight() throws Exception {
        MetadataStore closing = meta;
        Set<String> made = ConcurrentHashMap.newKeySet();
        together(5, thread -> {
            for (int i = 0; ; i++) {
                if (thread == 0 && i == 5) {
                    close();
                }
                String name = thread + "-" + i;
                try {
                    closing.types().put(tenant, type(name), ACTOR);
                } catch (MetadataException e) {
                    return null;
                }
                made.add(name);
            }
        });
        reopen();
        assertThat(meta.types().list(tenant))
                .extracting(NotificationType::name)
                .containsExactlyInAnyOrderElementsOf(made);
    }
}
