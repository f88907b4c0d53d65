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
        assertThat(metadata.problem()).isEmpty();
    }

    @Test
    void everythingSurvivesARestart() throws Exception {
        String key = fresh("key");
        metadata.apiKeys().add(key(tenant, key), ACTOR);
        metadata.apiKeys().rotate(tenant, key, bytes("second"), T1, ACTOR);
        metadata.tokenSecrets().add(secret(tenant, "kid"), ACTOR);
        metadata.users().put(tenant, List.of(user("u", "mail"), user("gone")), T0, ACTOR);
        metadata.users().delete(tenant, "gone", ACTOR);
        metadata.types().put(tenant, type("t"), ACTOR);
        Preferences changed =
                metadata.preferences().change(tenant, "u", typed("t", Channel.SMS, Optional.of(true)), T0, ACTOR);
        var tenants = metadata.tenants().find(tenant);
        var profile = metadata.users().find(tenant, "u");
        var entries = audit(tenant);
        reopen();
        assertThat(metadata.tenants().find(tenant)).isEqualTo(tenants);
        assertThat(metadata.apiKeys().find(key).orElseThrow().secretHash()).isEqualTo(bytes("second"));
        assertThat(metadata.tokenSecrets().find(tenant, "kid")).isPresent();
        assertThat(metadata.users().find(tenant, "u")).isEqualTo(profile);
        assertThat(metadata.users().find(tenant, "gone")).isEmpty();
        assertThat(metadata.types().list(tenant)).containsExactly(type("t"));
        assertThat(metadata.preferences().find(tenant, "u")).isEqualTo(changed);
        assertThat(audit(tenant)).isEqualTo(entries);
    }

    @Test
    void versionsAndEntries_continueAfterARestart() throws Exception {
        metadata.preferences().change(tenant, "u", channel(Channel.SMS, Optional.of(true)), T0, ACTOR);
        long last = audit(tenant).get(0).id();
        reopen();
        assertThat(metadata.preferences()
                        .change(tenant, "u", channel(Channel.SMS, Optional.empty()), T0, ACTOR)
                        .version())
                .isEqualTo(2);
        assertThat(audit(tenant).get(0).id()).isGreaterThan(last);
    }

    @Test
    void aClosedStoreFailsEveryCall() throws Exception {
        MetadataStore closed = metadata;
        close();
        assertThatThrownBy(() -> closed.users().find(tenant, "u")).isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> closed.types().put(tenant, type("t"), ACTOR)).isInstanceOf(MetadataException.class);
        assertThat(closed.problem()).isPresent();
        closed.close();
        reopen();
        assertThat(metadata.types().list(tenant)).isEmpty();
    }

    /** Every change in flight when the store closes completes, with a correct result. */
    @Test
    void close_completesCallsInFlight() throws Exception {
        MetadataStore closing = metadata;
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
        assertThat(metadata.types().list(tenant))
                .extracting(NotificationType::name)
                .containsExactlyInAnyOrderElementsOf(made);
    }
}
