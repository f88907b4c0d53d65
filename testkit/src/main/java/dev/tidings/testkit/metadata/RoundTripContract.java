package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Priority;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of round trips through a metadata store: every field is read as it was written, present or absent. */
abstract class RoundTripContract extends MetadataTheme {
    RoundTripContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void ofATenant() {
        Tenant made = new Tenant(fresh("tenant"), "Äpfel & Söhne, '100 %'", "pt-BR", T1);
        assertThat(metadata.tenants().find(made.id())).isEmpty();
        assertThat(metadata.tenants().add(made, ACTOR)).isTrue();
        assertThat(metadata.tenants().find(made.id())).contains(made);
    }

    @Test
    void existingTenant_isUnchanged() {
        Tenant made = metadata.tenants().find(tenant).orElseThrow();
        assertThat(metadata.tenants().add(new Tenant(tenant, "somebody else", T2), ACTOR))
                .isFalse();
        assertThat(metadata.tenants().find(tenant)).contains(made);
        assertThat(audit(tenant)).hasSize(1);
    }

    @Test
    void changedTenant_keepsTheRest() {
        Tenant made = metadata.tenants().find(tenant).orElseThrow();
        Tenant german = new Tenant(tenant, made.name(), "de", made.createdAt());
        assertThat(metadata.tenants().change(tenant, Optional.empty(), Optional.of("de"), T1, ACTOR))
                .contains(german);
        assertThat(metadata.tenants().find(tenant)).contains(german);
        assertThat(metadata.tenants().change(tenant, Optional.of("Shop"), Optional.empty(), T2, ACTOR))
                .contains(new Tenant(tenant, "Shop", "de", made.createdAt()));
        assertThat(audit(tenant)).hasSize(3);
        assertThat(metadata.tenants().change(fresh("tenant"), Optional.of("x"), Optional.empty(), T2, ACTOR))
                .isEmpty();
    }

    @Test
    void concurrentTenantAdds_haveOneWinner() throws Exception {
        String id = fresh("tenant");
        List<Boolean> added = together(8, i -> metadata.tenants().add(new Tenant(id, "name " + i, T0), ACTOR));
        assertThat(added).containsOnlyOnce(true);
        String winner = "name " + added.indexOf(true);
        assertThat(metadata.tenants().find(id)).map(Tenant::name).contains(winner);
        assertThat(audit(id)).hasSize(1);
    }

    @Test
    void ofAnApiKey() {
        byte[] everyByte = new byte[256];
        for (int i = 0; i < everyByte.length; i++) {
            everyByte[i] = (byte) i;
        }
        ApiKey full = new ApiKey(
                fresh("full"),
                tenant,
                "Schlüssel",
                EnumSet.allOf(ApiKeyScope.class),
                everyByte,
                Optional.of(bytes("previous")),
                Optional.of(T1),
                T0,
                Optional.of(T2));
        ApiKey bare = new ApiKey(
                fresh("bare"),
                tenant,
                "",
                Set.of(),
                new byte[] {0},
                Optional.empty(),
                Optional.empty(),
                T0,
                Optional.empty());
        for (ApiKey key : List.of(full, bare)) {
            assertThat(metadata.apiKeys().find(key.id())).isEmpty();
            metadata.apiKeys().add(key, ACTOR);
            assertThat(metadata.apiKeys().find(key.id()).orElseThrow())
                    .usingRecursiveComparison()
                    .isEqualTo(key);
        }
    }

    @Test
    void ofATokenSecret() {
        TokenSecret valid = new TokenSecret("k1", tenant, new byte[] {0, -1, 1}, T0, Optional.empty());
        TokenSecret revoked = new TokenSecret("k2", tenant, bytes("s"), T0, Optional.of(T1));
        for (TokenSecret secret : List.of(valid, revoked)) {
            assertThat(metadata.tokenSecrets().find(tenant, secret.kid())).isEmpty();
            metadata.tokenSecrets().add(secret, ACTOR);
            assertThat(metadata.tokenSecrets().find(tenant, secret.kid()).orElseThrow())
                    .usingRecursiveComparison()
                    .isEqualTo(secret);
        }
        assertThat(metadata.tokenSecrets().list(tenant))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(valid, revoked);
    }

    @Test
    void ofAUser() {
        UserChange full = new UserChange(
                "full",
                Optional.of("zoë@exämple.org"),
                Optional.of("+49 30 123"),
                Optional.of("https://example.org/hook?a=b#c"),
                Optional.of("pt-BR"),
                Optional.of("Europe/Berlin"));
        assertThat(metadata.users().find(tenant, "full")).isEmpty();
        metadata.users().put(tenant, List.of(full, user("bare")), T1, ACTOR);
        assertThat(metadata.users().find(tenant, "full"))
                .contains(new UserProfile(
                        "full", full.email(), full.phone(), full.webhook(), full.locale(), full.timeZone(), T1, T1));
        assertThat(metadata.users().find(tenant, "bare"))
                .contains(new UserProfile(
                        "bare",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        T1,
                        T1));
    }

    @Test
    void ofPreferences() {
        Map<Channel, Optional<Boolean>> patch = new EnumMap<>(Channel.class);
        Map<Channel, Boolean> said = new EnumMap<>(Channel.class);
        for (Channel channel : Channel.values()) {
            boolean choice = channel.ordinal() % 2 == 0;
            patch.put(channel, Optional.of(choice));
            said.put(channel, choice);
        }
        assertThat(metadata.preferences().find(tenant, "u")).isEqualTo(Preferences.NONE);
        Preferences changed = metadata.preferences()
                .change(
                        tenant,
                        "u",
                        new PreferencePatch(patch, Map.of("a", patch, "b", patch), Map.of("a", patch)),
                        T1,
                        ACTOR);
        assertThat(changed)
                .isEqualTo(new Preferences(1, said, Map.of("a", said, "b", said), Map.of("a", said)))
                .isEqualTo(metadata.preferences().find(tenant, "u"));
    }

    @Test
    void ofAType() {
        NotificationType full = new NotificationType(
                "full",
                Optional.of("orders"),
                EnumSet.allOf(Channel.class),
                Priority.CRITICAL,
                OptionalInt.of(Integer.MAX_VALUE),
                true,
                Optional.of(Duration.ofDays(3_653).plusMillis(1)),
                false,
                Optional.of("ß".repeat(100)),
                Optional.of("d".repeat(1_000)),
                false);
        NotificationType bare =
                new NotificationType("bare", Optional.empty(), Set.of(), Priority.BULK, OptionalInt.empty(), false);
        for (NotificationType type : List.of(full, bare)) {
            assertThat(metadata.types().find(tenant, type.name())).isEmpty();
            metadata.types().put(tenant, type, ACTOR);
            assertThat(metadata.types().find(tenant, type.name())).contains(type);
        }
    }
}
