package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.Channel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Contract of the audit log: every change of metadata adds exactly one entry, with actor, action and subject. */
abstract class AuditContract extends MetadataTheme {
    AuditContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void everyChangeHasOneEntryNewestFirst() {
        String key = fresh("key");
        metadata.apiKeys().add(key(tenant, key), "a1");
        metadata.apiKeys().rotate(tenant, key, bytes("x"), T1, "a2");
        metadata.apiKeys().revoke(tenant, key, T1, "a3");
        metadata.tokenSecrets().add(secret(tenant, "kid"), "a4");
        metadata.tokenSecrets().revoke(tenant, "kid", T1, "a5");
        metadata.users().put(tenant, List.of(user("u")), T1, "a6");
        metadata.users().put(tenant, List.of(user("u"), user("v")), T1, "a7");
        metadata.preferences().change(tenant, "u", channel(Channel.SMS, Optional.of(true)), T2, "user:u");
        metadata.devices().put(tenant, "u", device("phone", "a-secret-token"), Optional.empty(), T1, "d1");
        metadata.devices().deactivate(tenant, "u", AddressKind.FCM, "a-secret-token", T2, T2, "d2");
        metadata.devices().delete(tenant, "u", "phone", T2, "d3");
        metadata.users().delete(tenant, "u", "a9");
        metadata.types().put(tenant, type("t"), "a10");
        metadata.types().delete(tenant, "t", "a11");
        assertThat(audit(tenant))
                .extracting(AuditEntry::actor, AuditEntry::action, AuditEntry::subject)
                .containsExactly(
                        tuple("a11", "type.delete", "t"),
                        tuple("a10", "type.put", "t"),
                        tuple("a9", "user.delete", "u"),
                        tuple("d3", "device.delete", "u/phone"),
                        tuple("d2", "device.deactivate", "u/phone"),
                        tuple("d1", "device.put", "u/phone"),
                        tuple("user:u", "preferences.change", "u"),
                        tuple("a7", "user.put", "2 users"),
                        tuple("a6", "user.put", "u"),
                        tuple("a5", "token_secret.revoke", "kid"),
                        tuple("a4", "token_secret.add", "kid"),
                        tuple("a3", "key.revoke", key),
                        tuple("a2", "key.rotate", key),
                        tuple("a1", "key.add", key),
                        tuple(ACTOR, "tenant.add", tenant));
        assertThat(audit(tenant)).extracting(AuditEntry::tenant).containsOnly(tenant);
    }

    @Test
    void entry_hasTheTimeOfTheChange() {
        metadata.users().put(tenant, List.of(user("u")), T1, ACTOR);
        metadata.preferences().change(tenant, "u", channel(Channel.SMS, Optional.of(true)), T2, ACTOR);
        assertThat(audit(tenant)).extracting(AuditEntry::at).containsExactly(T2, T1, T0);
    }

    @Test
    void idsCountUp() throws Exception {
        together(8, i -> {
            metadata.types().put(tenant, type("t" + i), ACTOR);
            metadata.preferences().change(tenant, "u" + i, channel(Channel.SMS, Optional.of(true)), T0, ACTOR);
            return null;
        });
        List<Long> ids = audit(tenant).stream().map(AuditEntry::id).toList();
        assertThat(ids).hasSize(17).doesNotHaveDuplicates().isSortedAccordingTo((a, b) -> Long.compare(b, a));
    }

    @Test
    void noEntryWithoutAChange() {
        metadata.tenants().add(new Tenant(tenant, "again", T1), ACTOR);
        metadata.apiKeys().rotate(tenant, "none", bytes("x"), T1, ACTOR);
        metadata.apiKeys().revoke(tenant, "none", T1, ACTOR);
        metadata.tokenSecrets().revoke(tenant, "none", T1, ACTOR);
        metadata.users().delete(tenant, "none", ACTOR);
        metadata.types().delete(tenant, "none", ACTOR);
        metadata.devices().delete(tenant, "u", "none", T1, ACTOR);
        metadata.devices().deactivate(tenant, "u", AddressKind.FCM, "none", T1, T1, ACTOR);
        metadata.preferences().find(tenant, "u");
        assertThat(audit(tenant)).hasSize(1);
    }

    /** The entry can't be written, so the change is rolled back. */
    @Test
    void aChangeWithoutItsEntryIsNotMade() {
        String actor = "a".repeat(5000);
        assertThatThrownBy(() -> metadata.types().put(tenant, type("t"), actor)).isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> metadata.users().put(tenant, List.of(user("u")), T0, actor))
                .isInstanceOf(MetadataException.class);
        assertThatThrownBy(() ->
                        metadata.preferences().change(tenant, "u", channel(Channel.SMS, Optional.of(true)), T0, actor))
                .isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> metadata.devices().put(tenant, "u", device("d", "t"), Optional.empty(), T0, actor))
                .isInstanceOf(MetadataException.class);
        assertThat(metadata.devices().list(tenant, "u")).isEmpty();
        assertThat(metadata.types().list(tenant)).isEmpty();
        assertThat(metadata.users().find(tenant, "u")).isEmpty();
        assertThat(metadata.preferences().find(tenant, "u").version()).isZero();
        assertThat(audit(tenant)).hasSize(1);
    }
}
