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
        metadata.users().put(tenant, List.of(user("u", "mine")), T0, ACTOR);
        assertThat(metadata.users().find(other, "u")).isEmpty();
        assertThat(metadata.users().delete(other, "u", ACTOR)).isFalse();
        metadata.users().put(other, List.of(user("u", "theirs")), T0, ACTOR);
        assertThat(metadata.users().find(tenant, "u"))
                .flatMap(UserProfile::email)
                .contains("mine");
        assertThat(metadata.users().list(tenant, Optional.empty(), 10).items()).hasSize(1);
        assertThat(metadata.users().delete(other, "u", ACTOR)).isTrue();
        assertThat(metadata.users().find(tenant, "u")).isPresent();
    }

    @Test
    void withTheSameUsersPreferences() {
        Preferences mine =
                metadata.preferences().change(tenant, "u", channel(Channel.EMAIL, Optional.of(false)), T0, ACTOR);
        assertThat(metadata.preferences().find(other, "u")).isEqualTo(Preferences.NONE);
        assertThat(metadata.preferences().find(other, List.of("u"))).isEmpty();
        Preferences theirs =
                metadata.preferences().change(other, "u", typed("t", Channel.SMS, Optional.of(true)), T0, ACTOR);
        assertThat(theirs.version()).isEqualTo(1);
        assertThat(theirs.channels()).isEmpty();
        assertThat(metadata.preferences().find(tenant, "u")).isEqualTo(mine);
        assertThat(metadata.users().delete(other, "u", ACTOR)).isTrue();
        assertThat(metadata.preferences().find(tenant, List.of("u"))).containsEntry("u", mine);
    }

    @Test
    void withTheSameToken() {
        metadata.devices().put(tenant, "u", device("phone", "token"), Optional.empty(), T0, ACTOR);
        assertThat(metadata.devices().owner(other, AddressKind.FCM, "token")).isEmpty();
        assertThat(metadata.devices().put(other, "v", device("phone", "token"), Optional.empty(), T0, ACTOR))
                .isPresent();
        assertThat(metadata.devices().owner(tenant, AddressKind.FCM, "token")).contains("u");
        assertThat(metadata.devices().delete(other, "u", "phone", T1, ACTOR)).isFalse();
        assertThat(metadata.devices().deactivate(other, "u", AddressKind.FCM, "token", T1, T1, ACTOR))
                .isFalse();
        assertThat(metadata.devices().find(tenant, List.of("u", "v"))).containsOnlyKeys("u");
        assertThat(metadata.devices().list(other, "u")).isEmpty();
    }

    @Test
    void withTheSameTypes() {
        NotificationType theirs = new NotificationType(
                "t", Optional.of("c"), Set.of(Channel.SMS), Priority.HIGH, OptionalInt.of(1), true);
        metadata.types().put(tenant, type("t"), ACTOR);
        assertThat(metadata.types().find(other, "t")).isEmpty();
        assertThat(metadata.types().delete(other, "t", ACTOR)).isFalse();
        metadata.types().put(other, theirs, ACTOR);
        assertThat(metadata.types().list(tenant)).containsExactly(type("t"));
        assertThat(metadata.types().list(other)).containsExactly(theirs);
    }

    @Test
    void withTheSameTokenKeyIds() {
        metadata.tokenSecrets().add(secret(tenant, "kid"), ACTOR);
        assertThat(metadata.tokenSecrets().find(other, "kid")).isEmpty();
        assertThat(metadata.tokenSecrets().revoke(other, "kid", T1, ACTOR)).isFalse();
        metadata.tokenSecrets().add(secret(other, "kid"), ACTOR);
        assertThat(metadata.tokenSecrets().revoke(other, "kid", T1, ACTOR)).isTrue();
        TokenSecret mine = metadata.tokenSecrets().find(tenant, "kid").orElseThrow();
        assertThat(mine.secret()).isEqualTo(bytes("secret of " + tenant));
        assertThat(mine.revokedAt()).isEmpty();
        assertThat(metadata.tokenSecrets().list(tenant)).hasSize(1);
    }

    @Test
    void otherTenants_cannotReachAKey() {
        ApiKey key = key(tenant, fresh("key"));
        metadata.apiKeys().add(key, ACTOR);
        assertThat(metadata.apiKeys().rotate(other, key.id(), bytes("stolen"), T1, ACTOR))
                .isFalse();
        assertThat(metadata.apiKeys().revoke(other, key.id(), T1, ACTOR)).isFalse();
        assertThat(metadata.apiKeys().list(other, Optional.empty(), 10).items()).isEmpty();
        assertThat(metadata.apiKeys().find(key.id()).orElseThrow())
                .usingRecursiveComparison()
                .isEqualTo(key);
    }

    @Test
    void eachHasItsOwnAuditLog() {
        metadata.types().put(tenant, type("mine"), ACTOR);
        metadata.types().put(other, type("theirs"), ACTOR);
        assertThat(audit(tenant)).extracting(AuditEntry::subject).containsExactly("mine", tenant);
        assertThat(audit(other)).extracting(AuditEntry::tenant).containsOnly(other);
    }
}
