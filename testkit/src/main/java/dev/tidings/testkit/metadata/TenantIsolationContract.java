package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Priority;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of tenant isolation: the same ids in two tenants are different objects. */
abstract class TenantIsolationContract extends MetadataTheme {
    TenantIsolationContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void withTheSameUsers() {
        meta.users().put(tenant, List.of(user("u", "mine")), T0, ACTOR);
        assertThat(meta.users().find(other, "u")).isEmpty();
        assertThat(meta.users().delete(other, "u", ACTOR)).isFalse();
        meta.users().put(other, List.of(user("u", "theirs")), T0, ACTOR);
        assertThat(meta.users().find(tenant, "u")).flatMap(UserProfile::email).contains("mine");
        assertThat(meta.users().list(tenant, Optional.empty(), 10).items()).hasSize(1);
        assertThat(meta.users().delete(other, "u", ACTOR)).isTrue();
        assertThat(meta.users().find(tenant, "u")).isPresent();
    }

    @Test
    void withTheSameUsersPreferences() {
        Preferences mine =
                meta.preferences().change(tenant, "u", channel(Channel.EMAIL, Optional.of(false)), T0, ACTOR);
        assertThat(meta.preferences().find(other, "u")).isEqualTo(Preferences.NONE);
        assertThat(meta.preferences().find(other, List.of("u"))).isEmpty();
        Preferences theirs =
                meta.preferences().change(other, "u", typed("t", Channel.SMS, Optional.of(true)), T0, ACTOR);
        assertThat(theirs.version()).isEqualTo(1);
        assertThat(theirs.channels()).isEmpty();
        assertThat(meta.preferences().find(tenant, "u")).isEqualTo(mine);
        assertThat(meta.users().delete(other, "u", ACTOR)).isTrue();
        assertThat(meta.preferences().find(tenant, List.of("u"))).containsEntry("u", mine);
    }

    @Test
    void withTheSameToken() {
        meta.devices().put(tenant, "u", device("phone", "token"), Optional.empty(), T0, ACTOR);
        assertThat(meta.devices().owner(other, AddressKind.FCM, "token")).isEmpty();
        assertThat(meta.devices().put(other, "v", device("phone", "token"), Optional.empty(), T0, ACTOR))
                .isPresent();
        assertThat(meta.devices().owner(tenant, AddressKind.FCM, "token")).contains("u");
        assertThat(meta.devices().delete(other, "u", "phone", T1, ACTOR)).isFalse();
        assertThat(meta.devices().deactivate(other, "u", AddressKind.FCM, "token", T1, T1, ACTOR))
                .isFalse();
        assertThat(meta.devices().find(tenant, List.of("u", "v"))).containsOnlyKeys("u");
        assertThat(meta.devices().list(other, "u")).isEmpty();
    }

    @Test
    void withTheSameTypes() {
        NotificationType theirs = new NotificationType(
                "t", Optional.of("c"), Set.of(Channel.SMS), Priority.HIGH, OptionalInt.of(1), true);
        meta.types().put(tenant, type("t"), ACTOR);
        assertThat(meta.types().find(other, "t")).isEmpty();
        assertThat(meta.types().delete(other, "t", ACTOR)).isFalse();
        meta.types().put(other, theirs, ACTOR);
        assertThat(meta.types().list(tenant)).containsExactly(type("t"));
        assertThat(meta.types().list(other)).containsExactly(theirs);
    }

    @Test
    void withTheSameTokenKeyIds() {
        meta.tokenSecrets().add(secret(tenant, "kid"), ACTOR);
        assertThat(meta.tokenSecrets().find(other, "kid")).isEmpty();
        assertThat(meta.tokenSecrets().revoke(other, "kid", T1, ACTOR)).isFalse();
        meta.tokenSecrets().add(secret(other, "kid"), ACTOR);
        assertThat(meta.tokenSecrets().revoke(other, "kid", T1, ACTOR)).isTrue();
        TokenSecret mine = meta.tokenSecrets().find(tenant, "kid").orElseThrow();
        assertThat(mine.secret()).isEqualTo(bytes("secret of " + tenant));
        assertThat(mine.revokedAt()).isEmpty();
        assertThat(meta.tokenSecrets().list(tenant)).hasSize(1);
    }

    @Test
    void otherTenants_cannotReachAKey() {
        ApiKey key = key(tenant, fresh("key"));
        meta.apiKeys().add(key, ACTOR);
        assertThat(meta.apiKeys().rotate(other, key.id(), bytes("stolen"), T1, ACTOR))
                .isFalse();
        assertThat(meta.apiKeys().revoke(other, key.id(), T1, ACTOR)).isFalse();
        assertThat(meta.apiKeys().list(other, Optional.empty(), 10).items()).isEmpty();
        assertThat(meta.apiKeys().find(key.id()).orElseThrow())
                .usingRecursiveComparison()
                .isEqualTo(key);
    }

    @Test
    void eachHasItsOwnAuditLog() {
        meta.types().put(tenant, type("mine"), ACTOR);
        meta.types().put(other, type("theirs"), ACTOR);
        assertThat(audit(tenant)).extracting(AuditEntry::subject).containsExactly("mine", tenant);
        assertThat(audit(other)).extracting(AuditEntry::tenant).containsOnly(other);
    }
}
